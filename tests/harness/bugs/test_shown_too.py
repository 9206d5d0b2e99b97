"""What other bugs of a box have to do with the smallest case of one."""

from dataclasses import replace

import pytest

from tokparity.harness.bugs.answers import Known
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.remainder import Remainder, bare
from tokparity.harness.bugs.shown_too import Others
from tokparity.harness.bugs.taken_off import OF_OPTION
from tokparity.harness.bugs.trigger import Trigger
from tokparity.reference_impl.contract import Encoding

SPACED, DIGITS, DECODER = "prefix-space-unasked", "digits-joined", "no-decoder"
ANY = Trigger(OF_OPTION, lambda _: True, lambda _: [], is_narrow=False)


def bug_of(name, text, **more):
    return Bug("model", f"does {name}", bare(text), frozenset(), fault_model=name, **more)


@pytest.fixture
def others(faulty, hypotheses):
    """Of a box that puts a space before each text and joins digits."""

    def make(bug, bugs, known=()):
        box = Known(faulty(SPACED, DIGITS))
        left = Remainder(box, hypotheses.composed(known), hypotheses.honest)
        return Others(bug, [bug, *bugs], hypotheses, left)

    return make


def test_what_a_known_bug_makes_of_the_case_of_another(others, hypotheses):
    found = others(bug_of(DIGITS, "12"), [bug_of(SPACED, "a"), bug_of(DECODER, "12")])
    shown = found.shown_too()
    assert shown.deeds == (f"does {SPACED}",)  # decoding has no say in it
    assert shown.answer == Encoding(hypotheses.single[SPACED](bare("12")), None)


def test_of_a_case_in_which_no_other_has_a_say_nothing_is_told(others):
    assert others(bug_of(DIGITS, "12"), [bug_of(DECODER, "12")]).shown_too() is None


def test_beside_a_masked_bug_all_that_is_known_is_told(others, hypotheses):
    found = others(Bug("model", "U+0031", bare("12"), frozenset()), [bug_of(SPACED, "a")], [SPACED])
    assert found.shown_too().answer == Encoding(hypotheses.single[SPACED](bare("12")), None)
    assert found.account_for(bare("."))
    assert not found.account_for(bare("12"))


def test_so_is_what_was_taken_off(others, hypotheses):
    option = Bug("pre_tokenizer", "split is False", bare("a"), frozenset(), triggers=(ANY,))
    small = Bug("model", "U+0031", bare("12"), frozenset())
    shown = others(small, [option], [SPACED]).shown_too()
    assert shown.deeds == ("split is False",)
    assert others(option, [small], [SPACED]).shown_too() is None


def test_where_others_alone_are_wrong_it_is_theirs(others):
    alone = others(bug_of(DIGITS, "."), [bug_of(SPACED, "a")])
    assert alone.account_for(bare("."))
    assert alone.shown_too() is None


def test_a_bug_of_any_text_is_told_beside_another(others, hypotheses):
    of_any = Bug("model", "any text", bare("a"), frozenset())
    digits = Bug("model", "U+0031", bare("12"), frozenset())
    case, got, due = others(digits, [of_any]).shown_too().any_text
    assert case == bare("a")
    assert due == Encoding(hypotheses.honest(bare("a")), None)
    assert got == Encoding(hypotheses.single[SPACED](bare("a")), None)
    assert others(of_any, [digits]).shown_too() is None


@pytest.mark.parametrize(("text", "more"), [("12", False), ("1 2", False), ("a", False)])
def test_a_fault_model_leaves_nothing_of_its_own_over(others, text, more):
    found = others(bug_of(DIGITS, "12"), [bug_of(SPACED, "a")], [SPACED, DIGITS])
    assert found.leave_over(bare(text)) is more


def test_what_a_fault_model_does_not_account_for_is_left_over(others):
    """Any text has a space before it, of which nothing is known."""
    assert others(bug_of(DIGITS, "12"), [], [DIGITS]).leave_over(bare("a"))


@pytest.mark.parametrize(
    ("text", "more"),
    [
        pytest.param("a\t", True, id="lost-at-the-end"),
        pytest.param("\ta", False, id="a-space"),
        pytest.param("a", False, id="not-in-it"),
    ],
)
def test_what_a_text_that_is_read_as_another_does_not_account_for(hypotheses, text, more):
    """A tab is a space, and lost behind a letter."""
    honest = hypotheses.honest

    def box(case):
        return honest(bare(case.text.replace("a\t", "a").replace("\t", " ")))

    tab = Bug("normalizer", "U+0009", bare("\t"), frozenset())
    for bug in (
        tab,
        replace(tab, stage="model"),
        replace(tab, component="Unicode version"),
        replace(tab, case=bare("\t\t")),
    ):
        found = Others(bug, [bug], hypotheses, Remainder(box, honest, honest))
        assert found.leave_over(bare(text)) is (more and bug is tab)


def test_of_a_text_that_is_cut_otherwise_nothing_is_left_over(others):
    digits = Bug("model", "U+0031", bare("12"), frozenset())
    assert not others(digits, [bug_of(SPACED, "a")], [SPACED]).leave_over(bare("12 a"))


def test_of_a_text_that_cannot_be_read_nothing_is_left_over(hypotheses):
    """Its tokens are unknown: which text they are of, nobody can tell."""
    honest = hypotheses.honest
    unknown = max(honest.tokenizer.pieces()) + 1
    small = Bug("normalizer", "U+0009", bare("\t"), frozenset())
    left = Remainder(lambda case: (unknown,) * len(case.text), honest, honest)
    assert not Others(small, [small], hypotheses, left).leave_over(bare("a\t"))
