import time

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.added_tokens.special_partition import SpecialPartition
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import from_bytes

A = AddedToken(1, "<a>", special=True)
LONG = AddedToken(2, "a><b")
LEFT = AddedToken(3, "<l>", lstrip=True)
RIGHT = AddedToken(4, "<r>", rstrip=True)


@pytest.mark.parametrize(
    ("tokens", "text", "parts"),
    [
        pytest.param((LONG, A), "<a><b>", [("<", 0), ("a><b", 2), (">", 0)], id="earlier-shorter"),
        pytest.param((A, LONG), "<a><b>", [("<a>", 1), ("<b>", 0)], id="in-their-order"),
        pytest.param((A,), "<a><a>x", [("<a>", 1), ("<a>", 1), ("x", 0)], id="again-and-again"),
        pytest.param((LEFT,), "a \n<l> b", [("a", 0), (" \n<l>", 3), (" b", 0)], id="lstrip"),
        pytest.param((LEFT,), " <l>", [(" <l>", 3)], id="nothing-left"),
        pytest.param((RIGHT,), "a <r>\t b", [("a ", 0), ("<r>\t ", 4), ("b", 0)], id="rstrip"),
        pytest.param((RIGHT,), "<r>\u3000b", [("<r>", 4), ("\u3000b", 0)], id="ascii-spaces-only"),
        pytest.param((A,), "", [], id="empty"),
    ],
)
def test_split(tokens, text, parts):
    found = SpecialPartition(tokens).split(Aligned.of(text), parse_special=True)
    assert [(part.text, token.id if token else 0) for part, token in found] == parts
    for part, _ in found:
        start, end = part.span(0, len(part))
        assert text[start:end] == part.text


def test_a_special_token_is_not_looked_for_unless_it_is_wanted():
    found = SpecialPartition((A, LONG)).split(Aligned.of("<a><b"), parse_special=False)
    assert [part.text for part, _ in found] == ["<", "a><b"]


def test_a_token_that_is_no_utf8_is_found_inside_of_a_character():
    token = AddedToken(5, from_bytes(b"\xa9!"))
    found = SpecialPartition((token,)).split(Aligned.of("xé!y"), parse_special=True)
    assert [part.text for part, _ in found] == ["x\udcc3", "\udca9!", "y"]
    assert [part.span(0, len(part)) for part, _ in found] == [(0, 2), (1, 3), (3, 4)]


def test_a_whole_vocabulary_may_be_special():
    """A hundred thousand user-defined tokens with one first character, as a file may say."""
    tokens = tuple(AddedToken(at, f"<{at}>") for at in range(100_000))
    started = time.process_time()
    parts = SpecialPartition(tokens).split(Aligned.of("<7>"), parse_special=True)
    assert time.process_time() - started < 5
    assert [token and token.id for _, token in parts] == [7]
