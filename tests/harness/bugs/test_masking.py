"""Bugs that no fault model explains are told apart by masking what makes each show."""

import re

import pytest

from tokparity.harness.bugs.masking import ROUNDS, Masking, _is_after_one_space
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.taken_off import UNPARSED
from tokparity.reference_impl.contract import (
    EncodeCase,
    EncodeOptions,
    Encoding,
    Refusal,
    Text,
)

BARE = EncodeOptions(add_special=False)


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


def test_added_tokens_that_are_never_found_are_shown_between_words(
    separation, remainder, hypotheses, cases
):
    """At an end of a text, or beside a letter, a place of the text may be the reason."""
    _, bugs = masked(separation, remainder, hypotheses, cases, "special-never-parsed")
    [bug] = [bug for bug in bugs if bug.cause == UNPARSED]
    before, behind = re.split("<[a-z|]+>", bug.case.text)
    assert before[-1:] == " " == behind[:1]


def test_an_effect_that_masking_takes_away_is_a_bug_of_its_own(
    separation, remainder, hypotheses, cases
):
    """Where the added token is masked in it, "a<s>b" is wrong by the merges all the same."""
    names = "no-merges", "added-token-not-inside-words"
    _, bugs = masked(separation, remainder, hypotheses, cases, *names)
    assert "added_tokens" in {bug.stage for bug in bugs}


def test_rounds_are_bounded_and_what_is_left_is_said(
    separation, remainder, hypotheses, cases, monkeypatch
):
    monkeypatch.setattr("tokparity.harness.bugs.masking.ROUNDS", 0)
    assert ROUNDS > 1
    masking, bugs = masked(separation, remainder, hypotheses, cases, "digits-joined")
    assert bugs == []
    assert masking.is_bounded
    assert masking.unexplained


def test_what_is_wrong_without_its_length_is_no_bug_of_long_words(
    honest, separation, remainder, hypotheses
):
    """No stretch that is asked holds all of what stands in brackets."""

    def ids_of(text):
        return honest.encode(text, BARE).ids

    def ask(cases):
        texts = [case.text if case.op == "encode" else "" for case in cases]
        return [
            Encoding(
                sum(map(ids_of, text), ()) if re.search(r"\[[a-z]+\]the", text) else ids_of(text)
            )
            for text in texts
        ]

    long = bare("x" * 40 + "[abcdefghijklmno]the")
    work = remainder(ask=ask)
    assert work.effect(long) == "long"
    _, bugs = masked(separation, remainder, hypotheses, [long], ask=ask)
    assert [bug.case for bug in bugs] == [bare("[a]the")]


@pytest.mark.parametrize("refused", [False, True])
def test_what_no_text_shows_is_no_bug_of_any_text(
    separation, remainder, hypotheses, cases, honest, refused
):
    """A box that has an answer of its own to no text, and one to each text with an ideograph."""

    def answer(case):
        if refused and case.text == "":
            return Refusal("error", "a text is needed")
        if refused and "中" in case.text:
            return Refusal("error", "no boundary of a character")
        text = case.text.replace("中", "q") or "z"
        return Encoding(honest.encode(text, case.options).ids)

    def ask(some):
        return [answer(case) if case.op == "encode" else Text("") for case in some]

    some = [case for case in cases if case.op == "encode"]
    masking, bugs = masked(separation, remainder, hypotheses, some, ask=ask)
    assert [(bug.cause, bug.case) for bug in bugs] == [
        ("no text", bare("")),
        ("U+4E2D", bare("中")),
    ]
    assert all(len(bug.cases) == 2 for bug in bugs)
    assert not masking.unexplained


def test_a_plain_word_that_is_read_as_another_text_explains_its_cases(
    separation, remainder, hypotheses, honest
):
    """Its ids spell other letters: no fault of the model's makes that of all words alike."""

    def answer(case):
        if case.op == "decode":
            return Text("")
        text = case.text.replace("jumps", "q").replace("A", "z")
        return Encoding(honest.encode(text, case.options).ids)

    def ask(some):
        return list(map(answer, some))

    some = [bare(text) for text in ("jumps", "a jumps", "fox jumps over", "A", "BA", "Ab c")]
    masking, bugs = masked(separation, remainder, hypotheses, some, ask=ask)
    explained = {bug.cause: len(bug.cases) for bug in bugs}
    assert explained == {"U+0041": 3, "the text 'jumps'": 3}
    assert not masking.unexplained


def test_what_the_last_pass_passes_on_is_left_unexplained(
    separation, remainder, hypotheses, cases, monkeypatch
):
    """Where the added token is masked in it, "a<s>b" is wrong by the merges."""
    monkeypatch.setattr("tokparity.harness.bugs.masking.PASSES", 1)
    names = "no-merges", "added-token-not-inside-words"
    some = [bare("a<s>in")]
    masking, _ = masked(separation, remainder, hypotheses, some, *names)
    assert masking.unexplained
    assert masking.is_bounded


def test_questions_are_bounded_within_a_round(
    separation, remainder, hypotheses, cases, monkeypatch
):
    """What there are no questions for any more is explained by nothing."""
    monkeypatch.setattr("tokparity.harness.bugs.masking.QUESTIONS", -1)
    work = remainder("digits-joined")
    masking = Masking(work.box, work, hypotheses, [], cases)
    failing = list(filter(work.fails, cases))
    masking._last_question = work.box.count - 1
    _, left = masking._best_trigger(bare("12"), failing, work.fails)
    assert left == {case: case for case in failing}
    assert masking.run(failing) == []
    assert masking.unexplained == set(failing)
    assert masking.is_bounded


@pytest.mark.parametrize(
    ("text", "is_so"),
    [(" ab", True), ("  ab", False), ("\tab", False), (" a b", False), ("ab", False)],
)
def test_one_space_before_a_word_may_be_a_pieces_beginning(text, is_so):
    """Other white space makes a pattern's branches, and no model knows it from letters."""
    assert _is_after_one_space(bare(text)) == is_so


@pytest.mark.parametrize("name", ["specials-never-added", "first-special-missing"])
def test_special_tokens_are_shown_around_a_letter(separation, remainder, hypotheses, cases, name):
    """What stands around no text may be another matter."""
    _, bugs = masked(separation, remainder, hypotheses, cases, name)
    assert [bug.case for bug in bugs] == [EncodeCase("a")]
