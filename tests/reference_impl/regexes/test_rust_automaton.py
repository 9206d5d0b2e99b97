"""Repeats of what may be empty, asked of the regex inside tiktoken, and groups of its own."""

import random

import pytest

from evaluation.tables.dialects import library_pieces, our_pieces
from tokparity.reference_impl.errors import RegexLimit
from tokparity.reference_impl.regexes.clock import Clock
from tokparity.reference_impl.regexes.rust_automaton import Automaton, least
from tokparity.reference_impl.regexes.rust_syntax import parse

TEXTS = ("xabc", "xbac", "xaabbc", "xc", "xabab", "xbbac xabb")


def generated(rng, depth=0):
    parts = []
    for _ in range(rng.choice((1, 1, 2))):
        kind = rng.randrange(4 if depth < 3 else 2)
        inner = generated(rng, depth + 1) if kind > 1 else ""
        atom = ("a", "b", f"(?:{inner})", f"(?:|{inner})")[kind]
        parts.append(
            atom + rng.choice(("", "*", "+", "?", "??", "*?", "+?", "{2}", "{0,2}", "{2,}"))
        )
    return "".join(parts) if rng.random() < 0.6 else "|".join(parts)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("frame", ["x(?:{})c|.", "x(?:{})(?=c)|.", "(?<=(?:{})c)."])
def test_each_matches_as_in_the_library(seed, frame):
    rng = random.Random(seed)
    for _ in range(25):
        pattern = frame.format(generated(rng))
        for text in TEXTS:
            theirs = library_pieces(pattern, text, TEXTS)
            assert our_pieces(pattern, text) == theirs, (pattern, text)


@pytest.mark.parametrize(
    "pattern",
    ["x(?:a?|b)+|.", "(?:|a)+b|.", "(?:a??)+b|.", "(?:a??|b)*?c|.", "(?:|a|b){2,3}|.",
     "(?:^|a)+.|b", "(?:a?|b|c){40}", "x(?:a|b*c*?)+"],
)  # fmt: skip
def test_what_is_empty_first(pattern):
    texts = ("xab", "aab", "bac", "", "cab")
    for text in texts:
        assert our_pieces(pattern, text) == library_pieces(pattern, text, texts), text


def test_groups_are_told_and_put_back():
    automaton = Automaton((parse("(a)?(b)|(a)b"),), 4)
    assert automaton.slots_at("ab", 0, 2, Clock(9.0)) == [0, 2, 0, 1, 1, 2, None, None]
    assert Automaton((parse("(a)b|(a)c"),), 3).slots_at("ac", 0, 2, Clock(9.0)) == [
        *(0, 2, None, None, 0, 1),
    ]


def test_backwards_the_end_comes_first():
    automaton = Automaton((parse("a|ba"),), 1, backwards=True)
    assert automaton.ends("xba", 3, Clock(9.0)) == 2


@pytest.mark.parametrize(("pattern", "length"), [("a|bc", 1), ("a{2}b?", 2), ("(a*)$", 0)])
def test_least_lengths(pattern, length):
    assert least(parse(pattern)) == length


def test_the_clock_is_watched():
    with pytest.raises(RegexLimit):
        Automaton((parse("a*b"),), 1).ends("a" * 3000, 0, Clock(0.0))
