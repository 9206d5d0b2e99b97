"""Bugs that no fault model explains are told apart by masking what makes each show."""

from tokparity.harness.bugs.masking import ROUNDS, Masking
from tokparity.reference_impl.contract import Encoding


def masked(separation, remainder, hypotheses, cases, *names, ask=None):
    work = remainder(*names, ask=ask)
    masking = Masking(work.box, work, hypotheses, [], cases)
    return masking, masking.run([case for case in cases if work.fails(case)])


def test_three_bugs_of_three_effects(separation, remainder, hypotheses, cases):
    names = "special-never-parsed", "no-nfc", "digits-joined"
    masking, bugs = masked(separation, remainder, hypotheses, cases, *names)
    assert {bug.stage for bug in bugs} >= {"added_tokens", "normalizer", "pre_tokenizer"}
    assert not masking.unexplained
    assert not masking.is_bounded


def test_what_stands_around_all_hides_nothing(
    separation, remainder, hypotheses, cases, faulty, honest
):
    changed, first = faulty("no-nfc"), next(t.id for t in honest.added_tokens if t.content == "<s>")

    def ask(cases):
        return [
            Encoding((first, *changed.encode(case.text, case.options).ids))
            if case.op == "encode"
            else honest.decode(case.ids, case.options)
            for case in cases
        ]

    _, bugs = masked(separation, remainder, hypotheses, cases, ask=ask)
    assert bugs[0].cause == "around any text"
    assert bugs[0].stage == "post_processor"
    assert any("\u0301" in bug.case.text for bug in bugs[1:])


def test_rounds_are_bounded_and_what_is_left_is_said(
    separation, remainder, hypotheses, cases, monkeypatch
):
    monkeypatch.setattr("tokparity.harness.bugs.masking.ROUNDS", 0)
    assert ROUNDS > 1
    masking, bugs = masked(separation, remainder, hypotheses, cases, "no-nfc")
    assert bugs == []
    assert masking.is_bounded
    assert masking.unexplained
