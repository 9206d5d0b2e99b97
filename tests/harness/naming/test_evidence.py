"""What black box and reference made of the same cases."""

from tokparity.harness.compare.sides import BlackBoxSide
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.evidence import Evidence, same
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.contract import EncodeCase, Encoding, Refusal
from tokparity.reports.records.engine import BlackBox


def test_both_are_asked_and_parted_cases_are_told(slot, save, every_stage):
    honest = slot.tokenizer(save(every_stage))
    black_box = BlackBoxSide(BlackBox("box"), FAULT_MODELS["digits-joined"].apply(honest))
    case, other = EncodeCase("12"), EncodeCase("ab")
    evidence = Evidence.of(TokenReader(honest), black_box, case, [other])
    assert evidence.truth[case] != evidence.answers[case]
    assert evidence.truth[other] == evidence.answers[other]
    assert evidence.honest is honest
    assert evidence.parted([EncodeCase("345"), EncodeCase("c")]) == [True, False]


def test_two_refusals_are_one_answer_and_a_crash_is_another():
    assert same(Refusal("error", "one"), Refusal("error", "other"))
    assert not same(Encoding((1,)), Refusal("error"))
    assert not same(Refusal("crash"), Refusal("crash")), "a crash is a finding by itself"
