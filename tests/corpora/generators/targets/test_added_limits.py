"""Added tokens beside every class of characters, in long white space, many in a row."""

from dataclasses import replace

from tokparity.corpora.generators.targets.added_limits import (
    beside_characters,
    beside_classes,
    characters,
    in_a_row,
    in_long_space,
)
from tokparity.corpora.generators.targets.kind import Kind
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def every(kind: Kind[str]) -> list[str]:
    return [kind.target(at) for at in range(kind.size)]


def of_flags(tokenizer: Tokenizer) -> Tokenizer:
    plain = tuple(AddedToken(900 + at, f"<p{at}>") for at in range(50))
    strips = (AddedToken(990, "<strips>", lstrip=True, rstrip=True),)
    return replace(tokenizer, added_tokens=plain + strips)


def test_each_combination_of_flags_is_beside_each_class(tokenizer: Tokenizer) -> None:
    found = every(beside_classes(of_flags(tokenizer)))
    assert len(set(found)) == len(found) == 4 * len(characters()) * 4
    for text in ("\x0c<strips>", "<strips>\u3000", "<p0>\u0300", "a\u200d<p49>", "<p24>\u202fb"):
        assert text in found, text
    assert not any("<p1>" in text for text in found), "a few stand for the others"


def test_every_mark_stands_between_two(tokenizer: Tokenizer) -> None:
    found = every(beside_characters(of_flags(tokenizer)))
    for char in "\u20e3\ufe0f\u2d7f\u2060\u0301.\u3002\u00ad\u2003":
        [text] = [one for one in found if f">{char}<" in one]
        assert text.startswith("<")
    assert not any(">\u0438<" in one for one in found), "a letter amid others"
    assert 5_000 < len(found) < 12_000
    assert every(beside_characters(replace(tokenizer, added_tokens=()))) == []


def test_long_white_space_and_many_in_a_row(tokenizer: Tokenizer) -> None:
    tokens = of_flags(tokenizer)
    spaces = every(in_long_space(tokens))
    assert "a<strips>" + " " * 257 + "b" in spaces
    assert "a" + "\n" * 17 + "<strips>b" in spaces
    rows = every(in_a_row(tokens))
    assert "<p0>" * 256 in rows
    assert {"<p0>" * 1001, "<p0> " * 513} <= set(rows)
    assert "<p0> " * 1001 not in rows
    assert max(map(len, rows)) <= 20_000


def test_without_added_tokens_there_is_nothing(tokenizer: Tokenizer) -> None:
    none = replace(tokenizer, added_tokens=())
    assert [kind(none).size for kind in (beside_classes, in_long_space, in_a_row)] == [0, 0, 0]
