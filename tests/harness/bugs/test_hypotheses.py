"""Fault models compose in the order of stages, and their answers are looked up."""

from tokparity.harness.bugs.hypotheses import Hypotheses, Table
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions

BARE = EncodeOptions(add_special=False)


def test_a_composition_is_made_stage_by_stage(hypotheses, faulty):
    names = "digits-joined", "no-nfc"
    text = EncodeCase("e\u0301 12", BARE)
    assert hypotheses.ordered(names) == ["no-nfc", "digits-joined"]
    right = faulty("no-nfc", "digits-joined").encode(text.text, BARE).ids
    assert hypotheses.composed(names)(text) == right
    assert hypotheses.composed(()) is hypotheses.honest
    assert hypotheses.composed(["no-nfc"]) is hypotheses.single["no-nfc"]


def test_what_another_leaves_nothing_to_change_comes_first(honest):
    """The first takes the normalizer away, which the second looks for."""
    no_nfc = FAULT_MODELS["no-nfc"]
    gone = FaultModel("gone", "normalizer", "drops it", no_nfc.apply)
    late = FaultModel(
        "late", "normalizer", "marks it",
        lambda tokenizer: tokenizer if tokenizer.normalizer is None else no_nfc.apply(tokenizer),
    )  # fmt: skip
    hypotheses = Hypotheses.of(honest, ((model, model.apply(honest)) for model in (gone, late)))
    case = EncodeCase("e\u0301", BARE)
    assert hypotheses.composed(["gone", "late"])(case) == hypotheses.single["gone"](case)


def test_a_model_that_changes_nothing_is_none(honest):
    same = FaultModel("same", "model", "is right", lambda tokenizer: tokenizer)
    assert Hypotheses.of(honest, [(same, honest)]).models == {}


def test_a_decoder_changes_no_encoding(hypotheses, honest):
    case = EncodeCase("a b", BARE)
    assert hypotheses.answer("no-decoder", case) == honest.encode("a b", BARE).ids
    assert hypotheses.touches("no-decoder", DecodeCase((64, 300)))


def test_a_table_holds_what_differs(hypotheses):
    cases = [EncodeCase("a", BARE), EncodeCase("12", BARE), DecodeCase((64,))]
    table = Table.of(hypotheses, cases, ["digits-joined", "no-nfc"])
    assert {name: set(at) for name, at in table.touched.items()} == {"digits-joined": {1}}
    assert table.answer(["digits-joined"], 1) == hypotheses.single["digits-joined"](cases[1])
    assert table.answer(["digits-joined"], 0) == hypotheses.honest(cases[0])


def test_what_touches_no_wrong_case_is_left_out(hypotheses):
    cases = [EncodeCase("e\u0301", BARE), EncodeCase("12", BARE)]
    names = ["digits-joined", "no-nfc"]
    assert list(Table.of(hypotheses, cases, names, wrong=[0]).touched) == ["no-nfc"]
