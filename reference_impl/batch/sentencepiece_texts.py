"""`SentencepieceTexts`: the tokens of the texts of a sentencepiece Unigram."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.sentencepiece_rows import SentencepieceRows
from tokparity.reference_impl.batch.token_rows import TokenRows
from tokparity.reference_impl.batch.token_store import TokenStore
from tokparity.reference_impl.batch.word_bytes import WordBytes


@dataclass(frozen=True)
class SentencepieceTexts:
    """As `JoinedWords`; but nothing is kept."""

    rows: SentencepieceRows

    def joined(
        self, texts: Sequence[str], moved: Mapping[int, Sequence[int]]
    ) -> tuple[TokenRows, list[int]]:
        """As `JoinedWords.joined`."""
        words = WordBytes.of([f"\0{text}" for text in texts])
        found, store = self.rows.rows(words), TokenStore()
        numbers = np.empty(len(words), np.int64)
        numbers[found.which] = store.add(found.sizes, found.counts, found.ids, found.positions)
        rows, _ = store.rows(numbers, np.ones(len(words), np.int64))
        return rows, []
