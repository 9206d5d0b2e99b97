"""Texts come in their order, whichever way each has gone (see also `test_sentencepiece_rows`)."""

from tokparity.reference_impl.batch.sentencepiece_rows import SentencepiecePaths, SentencepieceRows
from tokparity.reference_impl.batch.sentencepiece_texts import SentencepieceTexts
from tokparity.reference_impl.batch.sentencepiece_words import SentencepieceWords
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer


def test_long_and_odd_texts_among_others():
    known = Pieces(("?", "▁", "a"), (0.0, -1.0, -1.0), ("unknown", "normal", "normal"))
    search = SentencepiecePaths.of(SentencepieceUnigram(known))
    rows_of = SentencepieceRows(search, SentencepieceWords.of(SentencepieceNormalizer()))
    texts = ["a", "a" * 2000, "\0", "", "aa", "b a"]
    rows, uncovered = SentencepieceTexts(rows_of).joined(texts, {})
    assert uncovered == []
    found = [rows.ids[a:b].tolist() for a, b in zip(rows.bounds, rows.bounds[1:], strict=False)]
    assert found == [[1, 2], [1, *[2] * 2000], [1, 0], [], [1, 2, 2], [1, 0, 1, 2]]
