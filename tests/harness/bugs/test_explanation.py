"""The smallest composition that answers as a box."""

import pytest

from tokparity.harness.bugs.explanation import Composition, Explainer
from tokparity.harness.bugs.remainder import bare


@pytest.fixture
def explainer(separation, hypotheses, remainder):
    def make(*names):
        work = separation(*names)
        return Explainer(work.table, work.box, work.names, work.wrong, remainder(*names).near)

    return make


@pytest.mark.parametrize("names", [
    pytest.param((), id="none"),
    pytest.param(("digits-joined",), id="one"),
    pytest.param(("rstrip-ignored", "no-normalizer", "digits-joined"), id="three"),
    pytest.param(("no-normalizer", "no-decoder"), id="of-both-ways"),
])  # fmt: skip
def test_what_was_planted_is_found(explainer, names):
    work = explainer(*names)
    best = work.best()
    assert best.names == tuple(names)
    assert best.explained == work.wrong
    assert best.spoiled == frozenset()


def test_no_member_is_superfluous(explainer):
    work = explainer("digits-joined")
    more = work.composition(["digits-joined", "no-normalizer"])
    assert more.spoiled, "the box is right about what only the other touches"
    assert work._without_superfluous(more).names == ("digits-joined",)


def test_what_is_spoiled_counts_more():
    assert Composition(("x",), frozenset({1, 2, 3}), frozenset({4})).score == -2


def test_two_that_are_in_every_case_are_found_together(separation, remainder):
    """Of both only what both make wrong is asked: neither explains a case alone."""
    names = "no-normalizer", "digits-joined"
    cases = [bare(f"e\u0301 {number}") for number in ("12", "123", "1212")]
    whole = separation(*names)
    work = type(whole).of(whole.table.hypotheses, whole.box.ask, cases)
    near = remainder(*names).near
    found = Explainer(work.table, work.box, work.names, work.wrong, near).best()
    assert set(found.names) == set(names)
    assert found.explained == work.wrong


def test_one_change_of_a_stage_goes_before_several_that_are_its_parts(explainer):
    work = explainer("no-normalizer")
    whole, parts = work.best(), Composition(("no-normalizer", "nfd-for-nfc"), work.wrong)
    assert work._with_wholes(parts).names == whole.names == ("no-normalizer",)
