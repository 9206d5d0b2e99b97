"""Fault models are found, named in three ways, and counted."""

import pytest

from evaluation.finding_power.naming import (
    NamedDefect,
    VocabularyCases,
    borne_by_black_box,
    name_defects,
    stages_named,
)
from tokparity.harness.compare.sides import BlackBoxSide
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.findings.joining import Bears
from tokparity.reference_impl.contract import DecodeCase, EncodeCase
from tokparity.reports.records.engine import BlackBox


@pytest.fixture
def asked(slot, made, monkeypatch):
    monkeypatch.setattr("evaluation.finding_power.naming.TEXTS", 60)
    monkeypatch.setattr("evaluation.finding_power.naming.IDS", 20)
    return VocabularyCases.of(made, slot.tokenizer(made), 0)


def test_defects_are_found_blindly_and_named_in_each_way(asked):
    names = ["digits-joined", "no-decoder", "special-never-parsed", "word-limit-minus-one"]
    found = list(name_defects(asked, [FAULT_MODELS[name] for name in names]))
    assert [one.defect for one in found] == names[:3], "what changes nothing is left out"
    for one in found:
        told = {way: named.stage for way, named in one.named.items()}
        assert told == dict.fromkeys(("traced", "withheld", "known"), one.stage)
        assert one.defect not in one.candidates
        assert all(named.key.split("/")[1] == one.stage for named in one.named.values())
    assert isinstance(found[1].case, DecodeCase)


def test_the_unchanged_tokenizer_shows_no_defect(asked):
    assert (
        asked.smallest(BlackBoxSide(BlackBox("box"), asked.changed.honest), decoder=False) is None
    )


def defect(name, key, vocabulary="v", stage="model", named="model", model="BPE"):
    ways = ("traced", "withheld", "known")
    return NamedDefect(
        name,
        stage,
        vocabulary,
        "engine",
        model,
        EncodeCase("a"),
        dict.fromkeys(ways, Bears(named, key, "", "ids")),
        (),
    )


def test_shares_of_stages():
    some = [defect("a", "k"), defect("b", "k", named="unknown"), defect("c", "k", named="decoder")]
    assert stages_named(some, "withheld") == ((1, 3), (1, 3))


def test_a_given_case_of_a_box_is_named_as_its_smallest_one_is(asked):
    [found] = name_defects(asked, [FAULT_MODELS["digits-joined"]])
    fault_model = FAULT_MODELS["digits-joined"]
    borne = borne_by_black_box(asked, fault_model, found.case, "withheld")
    assert borne == found.named["withheld"]
    assert borne_by_black_box(asked, fault_model, EncodeCase("a"), "withheld") is None, "it agrees"
    idle = FAULT_MODELS["word-limit-minus-one"]
    assert borne_by_black_box(asked, idle, found.case, "withheld") is None, "it changes nothing"
