"""Several bugs of one box are told apart, by whatever runs it."""

from types import SimpleNamespace

import pytest

from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.separation import Separation, _ground
from tokparity.reference_impl.contract import EncodeCase, Refusal

THREE = "rstrip-ignored", "no-normalizer", "digits-joined"
STAGES = "added_tokens", "normalizer", "pre_tokenizer"


def test_known_bugs_are_one_each(separation):
    work = separation(*THREE).run()
    assert sorted(bug.fault_model for bug in work.bugs) == sorted(THREE)
    assert not work.unexplained
    for bug in work.bugs:
        assert len(bug.case.text) <= len("a <|end|> a")


def test_unknown_bugs_are_one_each_and_their_stages_are_named(separation, hypotheses):
    withheld = set(hypotheses.models)
    work = separation(*THREE, withheld=withheld).run()
    stages = [{bug.stage, *bug.others} for bug in work.bugs]
    assert len(stages) == len(STAGES)
    assert all(any(stage in some for some in stages) for stage in STAGES)


@pytest.mark.parametrize("known", THREE)
def test_one_known_bug_among_unknown_ones(separation, hypotheses, known):
    work = separation(*THREE, withheld=set(hypotheses.models) - {known}).run()
    stages = [{bug.stage, *bug.others} for bug in work.bugs]
    assert len(stages) == len(STAGES)
    assert all(any(stage in some for some in stages) for stage in STAGES)
    assert known in {bug.fault_model for bug in work.bugs}


def test_the_smallest_case_of_a_bug_is_wrong_by_it_alone_too(separation, hypotheses):
    """It shows in no case without the other; in "é" it does nothing but beside the other."""
    one, other = "prefix-space-unasked", "no-merges"
    by_name = {bug.fault_model: bug for bug in separation(one, other).run().bugs}
    assert by_name.keys() == {one, other}
    assert not hypotheses.touches(other, bare("é"))
    assert hypotheses.touches(other, by_name[other].case)


def test_a_bug_that_hardly_shows_is_known_among_many_wrong_cases(separation, monkeypatch):
    monkeypatch.setattr("tokparity.harness.bugs.hypotheses.SAMPLE", 1)
    work = separation("no-normalizer", "digits-joined")
    assert "digits-joined" not in work.table.touched
    assert "digits-joined" in {bug.fault_model for bug in work.run().bugs}


def test_a_right_box_has_no_bug(separation):
    assert separation().run().bugs == []


def test_what_a_box_cannot_be_asked_speaks_against_no_bug(separation, ask_of, faulty):
    answers = ask_of(faulty("no-normalizer"))

    def is_taken(case):
        return isinstance(case, EncodeCase) and len(case.text) % 2 == 0

    def ask(cases):
        return [
            answer if is_taken(case) else Refusal("unsupported")
            for case, answer in zip(cases, answers(cases), strict=True)
        ]

    work = separation("no-normalizer", ask=ask)
    wrong = work.table.cases[min(work.wrong)]
    assert work._add([wrong, EncodeCase(wrong.text + "a", wrong.options)])
    assert all(map(is_taken, work.table.cases))
    assert [bug.fault_model for bug in work.run().bugs] == ["no-normalizer"]


def test_a_case_that_was_not_looked_at_goes_to_its_bug(separation):
    work = separation("no-normalizer", "digits-joined").run()
    by_name = {bug.fault_model: bug for bug in work.bugs}
    assert work.shows(by_name["digits-joined"], bare("77 1234"))
    assert not work.shows(by_name["no-normalizer"], bare("77 1234"))


def test_bounds_are_said(separation):
    work = separation("no-normalizer").run()
    assert work.bounds(12).endswith("; 12 cases are explained by nothing found")
    work.is_bounded = True
    assert work.bounds(1) == "40 rounds of an effect; 1 case is explained by nothing found"
    work.not_looked_at = 5
    assert "; 5 of the wrong cases were not looked at; 1 case" in work.bounds(1)


def test_tokens_that_are_found_nowhere_are_shown_between_words(separation, hypotheses):
    """At an end of a text, that may be the reason."""
    [known] = separation("special-never-parsed").run().bugs
    assert known.case.text.startswith("a ")
    assert known.case.text.endswith(" a")


def test_beside_an_option_of_any_text_others_are_shown_where_it_has_no_say(separation, hypotheses):
    """Behind a space none is put."""
    work = separation("nfd-for-nfc", "prefix-space-unasked", withheld=set(hypotheses.models)).run()
    by_stage = {bug.stage: bug.case.text for bug in work.bugs}
    assert not by_stage["pre_tokenizer"].startswith(" ")
    assert by_stage["normalizer"].startswith(" ")


def test_special_tokens_read_as_text_are_one_bug_and_no_composition_of_others(
    separation, hypotheses
):
    """Of two fault models each explains a part of it, by chance; one that explains a case which
    is not so is another bug."""
    work = separation("special-never-parsed")
    parts = [
        Bug("added_tokens", text, bare(text), frozenset({bare(text)}), fault_model=text)
        for text in ("<s>", "a<s>", "12")
    ]
    assert work._without_unparsed(parts[:2]) == []
    assert work._without_unparsed(parts[:1]) == parts[:1], "one alone may be that very bug"
    work = separation("special-never-parsed", "digits-joined")
    assert work._without_unparsed(parts) == parts[2:]


def test_a_token_in_other_letters_is_shown_between_words(hypotheses, ask_of, faulty, cases):
    """As the token itself: beside it a pattern may cut otherwise."""
    cases = [*cases, *map(bare, ("<|END|>", "<|End|>a", "x<|END|>", "<|LEFT|>"))]
    ask = ask_of(faulty("added-tokens-any-case"))
    work = Separation.of(hypotheses, ask, cases, lambda _: True).run()
    [bug] = [bug for bug in work.bugs if bug.stage == "added_tokens"]
    assert bug.case.text.lower() in ("a <|end|> a", "a <|left|> a")
    assert bug.case.text != bug.case.text.lower()


def test_a_known_bug_is_shown_where_another_that_is_known_has_no_say(separation):
    """Behind a space no other is put."""
    bugs = separation("special-never-parsed", "prefix-space-unasked").run().bugs
    [bug] = [bug for bug in bugs if bug.stage == "added_tokens"]
    assert bug.fault_model == "special-never-parsed"
    assert bug.case.text.startswith(" a ")


@pytest.mark.parametrize(
    ("cause", "ground"),
    [
        ("without NFC", "the reference without NFC gives its answers"),
        (
            "Whitespace in the place of Metaspace",
            "the reference with Whitespace in the place of Metaspace gives its answers",
        ),
        ("without NFC; U+0041", "of the case"),
    ],
)
def test_a_change_of_an_option_is_the_ground_of_a_bug(cause, ground):
    """Of its smallest case as others leave it something else may be told."""
    bug = Bug("normalizer", cause, bare("a"), frozenset())
    assert _ground(bug, SimpleNamespace(why=lambda *_: "of the case")) == ground
