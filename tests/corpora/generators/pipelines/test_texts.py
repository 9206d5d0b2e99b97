"""Texts hold what the document's options are about."""

from tokparity.corpora.generators.pipelines.pipeline import pipeline

MADE = [pipeline(3, number) for number in range(80)]
TEXTS = [text for one in MADE for text, _ in one.texts]


def test_they_hold_added_tokens_and_near_misses():
    with_tokens = [one for one in MADE if one.document["added_tokens"]]
    contents = [[token["content"] for token in one.document["added_tokens"]] for one in with_tokens]
    met = sum(
        any(content in text for text, _ in one.texts for content in inside)
        for one, inside in zip(with_tokens, contents, strict=True)
    )
    assert met > 0.95 * len(with_tokens)


def test_they_hold_what_the_stages_look_at():
    for wanted in ("\u0301", "é", "각", "世", "\x00", "👍", "  ", "...", "12", "▁", "\r\n"):
        assert any(wanted in text for text in TEXTS), wanted
    assert any(len(text.split(" ")[0]) > 12 for text in TEXTS)
    assert "" in TEXTS


def test_none_holds_a_lone_surrogate():
    assert all(text.encode() is not None for text in TEXTS)
