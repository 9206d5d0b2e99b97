"""What is found is what `LeftmostLongest` finds (with options: `test_added_places`)."""

import random

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken, LeftmostLongest
from tokparity.reference_impl.batch import added_search as module
from tokparity.reference_impl.batch.added_search import AddedSearch


def search_of(*contents):
    return AddedSearch.of({content: AddedToken(at, content) for at, content in enumerate(contents)})


def spans_of(search, text):
    places, tokens = search.matches(text)
    spans = list(zip(places[::2], places[1::2], strict=True))
    assert [text[start:end] for start, end in spans] == [token.content for token in tokens]
    return spans


@pytest.mark.parametrize("few", [module._FEW, 0], ids=["one by one first", "at once"])
def test_as_the_definition(monkeypatch, few):
    monkeypatch.setattr(module, "_FEW", few)
    rng, found = random.Random(0), 0
    for _ in range(300):
        contents = {"".join(rng.choices("ab<é", k=rng.randint(1, 7))) for _ in range(6)}
        search, defined = search_of(*sorted(contents)), LeftmostLongest(contents)
        for _ in range(20):
            text = "".join(rng.choices([*"ab<é ", *sorted(contents)], k=rng.randint(0, 9)))
            spans = spans_of(search, text)
            assert spans == list(defined(text)), (contents, text)
            found += len(spans)
    assert found > 1000


def test_what_all_begin_with_may_stand_over_itself():
    """A place that is no token is no reason to pass by the next one."""
    search = search_of("aab", "aac", "  ", "  x")
    assert spans_of(search, "aaab a  x") == [(1, 4), (6, 9)]
    assert spans_of(search, "aa") == []
    assert spans_of(search, "aaaac") == [(2, 5)]


def test_without_tokens_nothing_is_found():
    assert spans_of(search_of(), "a") == []
