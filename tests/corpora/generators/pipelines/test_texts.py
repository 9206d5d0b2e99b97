"""Texts hold what the document's options are about."""

import pytest

from tokparity.corpora.generators.pipelines.pipeline import pipeline


@pytest.fixture(scope="module")
def made():
    return [pipeline(3, number) for number in range(80)]


@pytest.fixture(scope="module")
def texts(made):
    return [text for one in made for text, _ in one.texts]


def test_they_hold_added_tokens_and_near_misses(made):
    with_tokens = [one for one in made if one.document["added_tokens"]]
    contents = [[token["content"] for token in one.document["added_tokens"]] for one in with_tokens]
    met = sum(
        any(content in text for text, _ in one.texts for content in inside)
        for one, inside in zip(with_tokens, contents, strict=True)
    )
    assert met > 0.95 * len(with_tokens)


def test_they_hold_what_the_stages_look_at(texts):
    for wanted in ("\u0301", "é", "각", "世", "\x00", "👍", "  ", "...", "12", "▁", "\r\n"):
        assert any(wanted in text for text in texts), wanted
    assert any(len(text.split(" ")[0]) > 12 for text in texts)
    assert "" in texts


def test_none_holds_a_lone_surrogate(texts):
    assert all(text.encode() is not None for text in texts)
