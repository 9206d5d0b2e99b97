"""A black box's bug is named by the fault model that answers as it does, here and all around."""

import pytest

from tokparity.harness.compare.sides import BlackBoxSide
from tokparity.harness.fault_models.catalogue import FAMILIES, FAULT_MODELS
from tokparity.harness.naming.counterfactual import Changed, Counterfactual, registry
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions
from tokparity.reports.records.engine import BlackBox

BARE = EncodeOptions(add_special=False)
TEXTS = {
    "rstrip-ignored": "<|end|> ",
    "shortest-added-token": "<a>b",
    "digits-joined": "12",
    "ignore-merges-ignored": " world",
    "merge-order-reversed": "hellow",
    "specials-always-added": "",
}


@pytest.fixture
def changed(slot, save, every_stage):
    return Changed(slot.tokenizer(save(every_stage)))


@pytest.mark.parametrize("name", TEXTS)
def test_the_bug_itself_is_the_first_candidate(changed, name):
    black_box = BlackBoxSide(BlackBox("box"), FAULT_MODELS[name].apply(changed.honest))
    named = Counterfactual(black_box, changed).name(EncodeCase(TEXTS[name], BARE))
    assert (named.stage, named.method) == (FAULT_MODELS[name].stage, "counterfactual")
    assert (name, FAULT_MODELS[name].does) in named.candidates
    assert named.right_trace is not None
    assert named.left_trace is None, "a black box shows no stages"


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_withheld_is_no_candidate(changed, name):
    black_box = BlackBoxSide(BlackBox("box"), FAULT_MODELS[name].apply(changed.honest))
    named = Counterfactual(black_box, changed, frozenset({name})).name(
        EncodeCase(TEXTS[name], BARE)
    )
    assert name not in dict(named.candidates)
    assert named.stage == FAULT_MODELS[name].stage


def test_a_family_is_withheld_whole(changed):
    family = FAMILIES["merges-swapped"]
    one, other = (family.of({"rank": rank}) for rank in (0, 1))
    some = Changed(changed.honest, (one, other))
    black_box = BlackBoxSide(BlackBox("box"), one.apply(changed.honest))
    case = EncodeCase("the hello world and again", BARE)
    able = Counterfactual(black_box, some, frozenset({"merges-swapped"}))._able(case, of_model=True)
    assert list(able) == []
    assert len(list(Counterfactual(black_box, some)._able(case, of_model=True))) == 2


def test_a_fault_model_that_is_like_the_box_on_the_case_alone_is_no_candidate(changed):
    # without its normalizer "e\u0301" comes out as with NFD; "é" tells them apart
    black_box = BlackBoxSide(BlackBox("box"), FAULT_MODELS["nfd-for-nfc"].apply(changed.honest))
    named = Counterfactual(black_box, changed, frozenset({"nfd-for-nfc"})).name(
        EncodeCase("e\u0301", BARE)
    )
    assert "no-nfc" not in dict(named.candidates)
    assert named.stage == "normalizer"


def test_a_fault_model_is_applied_once(changed):
    applied = []

    def counted(fault_model):
        def apply(tokenizer):
            applied.append(fault_model.name)
            return fault_model.apply(tokenizer)

        return type(fault_model)(fault_model.name, fault_model.stage, fault_model.does, apply)

    some = Changed(changed.honest, tuple(counted(FAULT_MODELS[name]) for name in TEXTS))
    for name in ("digits-joined", "rstrip-ignored"):
        black_box = BlackBoxSide(BlackBox("box"), FAULT_MODELS[name].apply(changed.honest))
        Counterfactual(black_box, some).name(EncodeCase(TEXTS[name], BARE))
    assert len(applied) == len(set(applied)) > 2


def test_cases_that_the_likeliest_bug_explains(changed):
    black_box = BlackBoxSide(BlackBox("box"), FAULT_MODELS["digits-joined"].apply(changed.honest))
    known = Counterfactual(black_box, changed)
    named = known.name(EncodeCase("12", BARE))
    assert known.explains(named, [EncodeCase("34", BARE), EncodeCase("a", BARE)]) == [True, True]
    other = BlackBoxSide(BlackBox("box"), FAULT_MODELS["no-nfc"].apply(changed.honest))
    cases = [EncodeCase("e\u0301", BARE), EncodeCase("a", BARE)]
    assert Counterfactual(other, changed).explains(named, cases) == [False, True]


def test_the_registry_holds_every_fault_model_and_none_of_a_family():
    assert {*FAULT_MODELS} == {fault_model.name for fault_model in registry()}
