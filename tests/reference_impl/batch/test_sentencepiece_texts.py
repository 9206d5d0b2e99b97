"""Texts come in their order, whichever way each has gone (see also `test_sentencepiece_rows`)."""

import pytest

from tokparity.reference_impl.batch.sentencepiece_paths import SentencepiecePaths
from tokparity.reference_impl.batch.sentencepiece_places import sentencepiece_places
from tokparity.reference_impl.batch.sentencepiece_rows import SentencepieceRows
from tokparity.reference_impl.batch.sentencepiece_texts import SentencepieceTexts
from tokparity.reference_impl.batch.sentencepiece_words import SentencepieceWords
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer


@pytest.mark.parametrize("cuts", [False, True])
def test_long_and_odd_texts_among_others(cuts):
    known = Pieces(("?", "▁", "a"), (0.0, -1.0, -1.0), ("unknown", "normal", "normal"))
    model = SentencepieceUnigram(known)
    words = SentencepieceWords.of(SentencepieceNormalizer())
    places = sentencepiece_places(model, words) if cuts else None
    rows_of = SentencepieceRows(SentencepiecePaths.of(model), words)
    texts = ["a", "a" * 2000, "\0", "", "aa", "b a", *["a a a a"] * 3]
    rows, uncovered = SentencepieceTexts(rows_of, places).joined(texts, {})
    assert uncovered == []
    found = [rows.ids[a:b].tolist() for a, b in zip(rows.bounds, rows.bounds[1:], strict=False)]
    assert found == [
        [1, 2],
        [1, *[2] * 2000],
        [1, 0],
        [],
        [1, 2, 2],
        [1, 0, 1, 2],
        *[[1, 2] * 4] * 3,
    ]


@pytest.mark.parametrize("cuts", [False, True])
def test_texts_of_which_nothing_is_left(cuts):
    known = Pieces(("?", "▁", "a"), (0.0, -1.0, -1.0), ("unknown", "normal", "normal"))
    model, words = SentencepieceUnigram(known), SentencepieceWords.of(SentencepieceNormalizer())
    places = sentencepiece_places(model, words) if cuts else None
    rows_of = SentencepieceRows(SentencepiecePaths.of(model), words)
    for texts in ([], [""], ["", " ", "   "], [" ", "a" * 3000, "  "]):
        rows, _ = SentencepieceTexts(rows_of, places).joined(texts, {})
        counts = [b - a for a, b in zip(rows.bounds, rows.bounds[1:], strict=False)]
        assert counts == [3001 if "a" in text else 0 for text in texts]
