"""How a tree is written for the `regex` package, and what is not."""

import pytest

from evaluation.tables.dialects import library_pieces, our_pieces
from tokparity.reference_impl.regexes.rust_facts import analyzed
from tokparity.reference_impl.regexes.rust_syntax import parse
from tokparity.reference_impl.regexes.rust_write import write


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        ("a+", "a+"),
        ("(a)b?", "(?:a)b?"),
        ("a++(?!b)", "(?>a+)(?!b)"),
        ("(?:a?)+", "(?:a?)+"),
        *((pattern, None) for pattern in (r"(a)\1", r"a\Kb", r"\Ga", "(?(a)b|c)", "(?~a)")),
        *((pattern, None) for pattern in ("(?:a??)+", "(?:|a){2}", r"(?<=\ba)", r"(a)\g<1>")),
    ],
)
def test_what_is_written(pattern, written):
    assert write(analyzed(pattern, parse(pattern))) == written


@pytest.mark.parametrize("pattern", ["(?<=ab|c)d", "(?<=a*)b", r"(?<=\ba|c)b", "(?<!(?>a)|bc)d"])
def test_look_behinds(pattern):
    texts = ("abd", "cdb", "ab b", "d")
    for text in texts:
        assert our_pieces(pattern, text) == library_pieces(pattern, text, texts), text
