"""Added tokens in many texts are those that the definition's pass finds in each."""

import random

import pytest

from tokparity.reference_impl.added_tokens.passes import (
    AddedToken,
    AddedTokenPass,
    LeftmostLongest,
    OverlappingAddedTokens,
)
from tokparity.reference_impl.batch import added_search as module
from tokparity.reference_impl.batch.added_places import AddedPlaces
from tokparity.reference_impl.text.aligned import Aligned

PARTS = [*"ab<> \n\t-é\0", "<a>", "  ", "\n\n", "a b", "aaaa"]


def defined(by_content, text, parse_special):
    """The stretches of a text, or None where the definition has an error."""
    written = AddedTokenPass.of(by_content, LeftmostLongest)
    try:
        parts = written.split(Aligned.of(text), parse_special)
    except OverlappingAddedTokens:
        return None
    return [(*part.span(0, len(part)), token) for part, token in parts]


def drawn_tokens(rng, options):
    contents = {
        "".join(rng.choices(PARTS, k=rng.randint(1, 4))).replace("\0", "a") for _ in "12345"
    }
    flags = [[rng.random() < share for share in options] for _ in contents]
    return {
        content: AddedToken(at, content, *some[:3], normalized=False, special=some[3])
        for at, (content, some) in enumerate(zip(sorted(contents), flags, strict=True))
    }


@pytest.mark.parametrize("beginning", [module._BEGINNING, 1], ids=["long", "short"])
@pytest.mark.parametrize("options", [(0, 0, 0, 0.3), (0.2, 0.4, 0.4, 0.3)], ids=["plain", "odd"])
def test_as_the_definition(monkeypatch, options, beginning):
    monkeypatch.setattr(module, "_BEGINNING", beginning)
    rng, some_left, some_found = random.Random(0), 0, 0
    for _ in range(300):
        by_content = drawn_tokens(rng, options)
        places = AddedPlaces.of(by_content)
        parts = [*PARTS, *by_content]
        texts = ["".join(rng.choices(parts, k=rng.randint(0, 9))) for _ in range(20)]
        for parse_special in (True, False):
            found = places.found(texts, parse_special)
            for number, text in enumerate(texts):
                expected = defined(by_content, text, parse_special)
                if number in found.left:
                    assert any(token.rstrip for token in by_content.values())
                    some_left += 1
                    continue
                assert [tuple(row[1:]) for row in found.rows.tolist() if row[0] == number] == [
                    (start, end, token.id) for start, end, token in expected if token is not None
                ], ascii(text)
                some_found += any(token is not None for _, _, token in expected)
    assert some_found > 1000
    assert bool(some_left) == any(options[:3])


def test_a_token_never_reaches_into_the_next_text():
    places = AddedPlaces.of({"ab": AddedToken(0, "ab"), "b": AddedToken(1, "b", lstrip=True)})
    found = places.found(["a", "b", " ", "b a", "", " b"], True)
    assert found.rows.tolist() == [[1, 0, 1, 1], [3, 0, 1, 1], [5, 0, 2, 1]]
    assert not found.left


@pytest.mark.parametrize("content", ["", "a\0"])
def test_tokens_that_cannot_be_looked_for_in_all_texts_at_once(content):
    assert AddedPlaces.of({content: AddedToken(0, content)}) is None


def test_without_tokens_nothing_is_looked_for():
    assert not len(AddedPlaces.of({}).found(["a", ""], True).rows)
