"""What is found out about a part: its lengths, its engine, its calls."""

import pytest

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.rust_facts import analyzed
from tokparity.reference_impl.regexes.rust_syntax import parse


def facts(pattern):
    return analyzed(pattern, parse(pattern))


@pytest.mark.parametrize(
    ("pattern", "least", "fixed"),
    [("ab", 2, True), ("a|bc", 1, False), ("a{2}", 2, True), ("a+", 1, False), (r"\R", 1, False),
     ("(?=a)b", 1, True), ("(?~a)", 0, False), ("(ab)c", 3, True), ("", 0, True),
     (r"(ab)\1", 4, True), (r"\1(ab)", 2, False), (r"\g<1>(ab)", 4, True),
     ("(?(a)b|cd)", 2, True), ("(?(a)b|c)", 2, False)],
)  # fmt: skip
def test_lengths(pattern, least, fixed):
    assert (facts(pattern).least, facts(pattern).fixed) == (least, fixed)


@pytest.mark.parametrize(
    ("pattern", "hard"),
    [("a|b*", False), (r"\ba", True), ("^a$", False), ("(?=a)", True), (r"(a)\1", True),
     ("(?>a)", True), ("a++", True), (r"\Z", True), ("(a)", False)],
)  # fmt: skip
def test_which_engine_matches(pattern, hard):
    assert facts(pattern).hard is hard


def test_groups_and_what_they_have_taken():
    whole = facts("(a)b(c(d))")
    assert [part.groups for part in whole.below] == [(1, 2), (2, 2), (2, 4)]
    assert [part.before for part in whole.below] == [0, 1, 2]
    assert whole.below[2].below[0].below[1].before == 1


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [(r"(a\g<1>?b)", None), (r"(\g<1>a|b)", "at its very start"), (r"(a\g<1>)", "without end"),
     (r"(a)\g<1>", None), (r"(a?\g<2>)(\g<1>b|c)", "at its very start"),
     (r"(a\1\g<1>?)", None), (r"(a\g<1>?\1)", "back-reference within a group that calls itself")],
)  # fmt: skip
def test_calls_of_itself(pattern, reason):
    if reason is None:
        facts(pattern)
    else:
        with pytest.raises(BadPattern, match=reason):
            facts(pattern)
