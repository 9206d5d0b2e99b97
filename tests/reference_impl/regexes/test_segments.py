"""Text segments: asked of Oniguruma on every class of characters beside every other."""

from itertools import product

import pytest

from evaluation.tables.oniguruma_patterns import library_cuts, library_split, our_cuts
from tokparity.reference_impl.regexes.oniguruma import compile_pattern

WORDS = "a\u05d01\u30a2_\u0301\u00ad\u200d:,.'\" \u0085\r\n!\u2764"
CLUSTERS = "a\r\n\x00\u0301\u0600\u0903\u200d\u1100\u1160\u11a8\uac00\uac01\u2764"


@pytest.mark.parametrize(
    ("pattern", "chars"),
    [(r"(?y{w})\X", WORDS + "\U0001f1e9"), (r"\X", CLUSTERS + "\U0001f1e9")],
)
def test_three_in_a_row(pattern, chars):
    text = "!".join(map("".join, product(chars, repeat=3)))
    ours, theirs = (
        our_cuts(compile_pattern(pattern), text),
        library_cuts(library_split(pattern), text),
    )
    assert ours == theirs


@pytest.mark.parametrize(
    "pattern",
    [r"\y", r"\Ya?", r"(?y{w}:\y)", r"a\X", r"(?<=\y.)a", r"(?y{w})(?:\Y.)+", r"(?:\X){2}"],
)
def test_boundaries(pattern):
    split = library_split(pattern)
    for text in (
        "",
        "ae\u0301 b",
        "a\r\n\u0301",
        "\U0001f1e9" * 5,
        "a.b 1,2 a'",
        "\u2764\u200d\u2764",
    ):
        assert our_cuts(compile_pattern(pattern), text) == library_cuts(split, text), ascii(text)
