"""Patterns made by a grammar, on texts made for each pattern: boundaries as `Split` gives them."""

from random import Random

import pytest

from evaluation.tables.oniguruma_patterns import (
    Grammar,
    library_cuts,
    library_split,
    our_cuts,
    text_for,
    verdicts,
)
from tokparity.reference_impl.regexes.oniguruma import compile_pattern


def counted(seed, patterns, texts):
    """(how often what happened, what differs)"""
    counts, wrong = {}, []
    for number in range(patterns):
        dice = Random(f"{seed} {number}")
        grammar = Grammar(dice)
        pattern = grammar.branches()
        for verdict, told in verdicts(
            pattern, sorted({text_for(dice, grammar.pool) for _ in range(texts)})
        ):
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict in ("differs", "taken here alone"):
                wrong.append((pattern, told))
    return counts, wrong


def test_grammar_generated_patterns():
    counts, wrong = counted("patterns", 500, 60)
    assert wrong == []
    print(counts)  # noqa: T201  # shown with -rP: how much was compared
    assert counts["taken by both"] > 400
    assert counts["equal"] > 18_000, counts
    assert counts.get("refused here", 0) < 10, counts


@pytest.mark.parametrize("pattern", ["(?:a|b)*c", r"\p{L}+|\s", "(?i:st)+"])
def test_the_comparison_can_fail(pattern):
    split = library_split("(?:a|b)")
    assert our_cuts(compile_pattern(pattern), "abst ac b") != library_cuts(split, "abst ac b")
