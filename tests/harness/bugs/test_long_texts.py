"""A long smallest case beside its beginnings: where two sides part, and what one hangs on."""

import pytest

from tokparity.harness.bugs.long_texts import in_short_words, rows_of_long
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding, Refusal
from tokparity.reports.records.finding import Beside

BARE = EncodeOptions(add_special=False)
RIGHT = Encoding((1,))


class Sides:
    """Two sides of which the right one is wrong from some length on, as it is told."""

    def __init__(self, wrong, longest, by_word=False):
        self.wrong, self.longest, self.by_word, self.asked = wrong, longest, by_word, []

    def __call__(self, case):
        assert case.options == BARE
        self.asked.append(case.text)
        words = case.text.split(" ") if self.by_word else [case.text]
        is_wrong = any(len(word) > self.longest for word in words)
        return Beside(case, RIGHT, self.wrong if is_wrong else RIGHT)


@pytest.mark.parametrize("longest", [0, 1, 99, 100, 398])
def test_the_longest_that_is_right_and_the_next(longest):
    ask = Sides(Encoding((2,)), longest)
    rows = list(rows_of_long(EncodeCase("ab" * 200, BARE), ask, gives_up=False))
    assert [len(row.case.text) for row in rows] == [it for it in (longest, longest + 1) if it]
    assert len(ask.asked) <= 9
    assert all("abab".startswith(text[:4]) for text in ask.asked)


def test_the_whole_is_not_asked_again():
    rows = list(rows_of_long(EncodeCase("a" * 40, BARE), Sides(Encoding((2,)), 39), gives_up=False))
    assert [len(row.case.text) for row in rows] == [39]


@pytest.mark.parametrize("kind", ["timeout", "crash", "memory"])
@pytest.mark.parametrize(("by_word", "last"), [(True, RIGHT), (False, None)])
def test_of_a_hang_ever_longer_beginnings_and_short_words(kind, by_word, last):
    died = Refusal(kind, "x")
    ask = Sides(died, 300, by_word)
    rows = list(rows_of_long(EncodeCase("a" * 1600, BARE), ask, gives_up=True))
    assert [len(row.case.text) for row in rows] == [100, 200, 400, 1759]
    assert [row.right for row in rows] == [RIGHT, RIGHT, died, last or died]


def test_white_space_of_its_own_is_left():
    ask = Sides(Refusal("timeout", "x"), 300)
    assert len(list(rows_of_long(EncodeCase("a " * 800, BARE), ask, gives_up=True))) == 3


def test_short_words_are_the_text():
    text = "".join(map(chr, range(97, 122)))
    assert in_short_words(text) == "abcdefghij klmnopqrst uvwxy"
