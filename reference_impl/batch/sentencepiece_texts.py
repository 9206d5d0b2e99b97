"""`SentencepieceTexts`: the tokens of the texts of a sentencepiece Unigram.

Texts are cut into words where that may be (`sentencepiece_places`), each of which is looked up, or
searched with the other new ones. A text whose words are not sure enough together (`sure_paths`) is
searched whole, as are all where nothing may be cut, or little can be.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from tokparity.reference_impl.batch.byte_memory import ByteMemory
from tokparity.reference_impl.batch.byte_words import NO_ROWS, WordRows
from tokparity.reference_impl.batch.growing import Growing
from tokparity.reference_impl.batch.mark_places import MarkPlaces
from tokparity.reference_impl.batch.sentencepiece_rows import SentencepieceRows
from tokparity.reference_impl.batch.sure_paths import Sureness
from tokparity.reference_impl.batch.token_rows import TokenRows, bounds_of
from tokparity.reference_impl.batch.token_store import TokenStore
from tokparity.reference_impl.batch.word_bytes import Flags, WordBytes

LONGEST = 48
"""Characters of a word that is searched by itself: each is a round, and whole texts have more."""


class SentencepieceTexts:
    """As `JoinedWords`. `places`: where texts are cut, if they are."""

    def __init__(self, rows: SentencepieceRows, places: MarkPlaces | None) -> None:
        self._rows, self._places = rows, places
        self._memory = ByteMemory()
        self._sureness: list[Growing] = []

    @property
    def how(self) -> str:
        """As `Joins.how`."""
        if self._places is None:
            return "searched together: sums run through a whole text, and pieces across words"
        return "by their words, each looked up once; searched together where one is not sure"

    def joined(
        self, texts: Sequence[str], moved: Mapping[int, Sequence[int]], *, ranges: bool = True
    ) -> tuple[TokenRows, list[int]]:
        """As `Joins.joined`."""
        if self._places is None or sum(text.count(" ") for text in texts) < len(texts):
            return self._whole(texts), []
        rows, is_sure = self._by_words(texts, self._places)
        if is_sure.all():
            return rows, []
        whole = self._whole([texts[at] for at in np.flatnonzero(~is_sure).tolist()])
        return _spliced(rows, whole, ~is_sure), []

    def _whole(self, texts: Sequence[str]) -> TokenRows:
        words = WordBytes.of([f"\0{text}" for text in texts])
        found, store = self._rows.rows(words), TokenStore()
        numbers = np.empty(len(words), np.int64)
        numbers[found.which] = store.add(found.sizes, found.counts, found.ids, found.positions)
        return store.rows(numbers, np.ones(len(words), np.int64))[0]

    def _by_words(self, texts: Sequence[str], places: MarkPlaces) -> tuple[TokenRows, Flags]:
        words, of_text = places.cut(texts)
        if self._memory.is_full or not self._sureness:
            self._sureness = [Growing(np.float64) for _ in range(3)]
        numbers = self._memory.numbers(words, self._learn)
        rows, _ = self._memory.rows(numbers, of_text)
        columns = (column.values[numbers] for column in self._sureness)
        return rows, Sureness(*columns).holds(of_text)

    def _learn(self, words: WordBytes) -> WordRows:
        """What is known of them is kept in the order in which the memory numbers them."""
        is_long = words.characters() > LONGEST
        short, long = np.flatnonzero(~is_long), np.flatnonzero(is_long)
        rows, columns = NO_ROWS, np.zeros((3, 0))
        if len(short):
            found, sureness = self._rows.sure_rows(words.picked(short))
            rows = replace(found, which=short[found.which])
            columns = np.array([sureness.sums, sureness.peaks, sureness.limits])
        nothing = np.zeros(len(long), np.int64)
        rows = rows.with_others(WordRows(long, nothing, nothing, nothing[:0], nothing[:0]))
        columns = np.append(columns, np.zeros((3, len(long))), axis=1)  # no sum is below 0
        for column, more in zip(self._sureness, columns, strict=True):
            column.extend(more)
        return rows


def _spliced(rows: TokenRows, others: TokenRows, some: Flags) -> TokenRows:
    """The rows, some of which are the others instead, in their order."""
    counts, bounds, at = np.diff(rows.bounds), np.array(rows.bounds), np.array(others.bounds)
    firsts = bounds[:-1].copy()
    counts[some], firsts[some] = np.diff(at), at[:-1] + bounds[-1]
    upto = bounds_of(counts)
    places = np.arange(upto[-1]) + np.repeat(firsts - upto[:-1], counts)
    ids = np.append(rows.ids, others.ids)[places]
    assert rows.offsets is not None
    assert others.offsets is not None
    offsets = np.append(rows.offsets, others.offsets).reshape(-1, 2)[places]
    return TokenRows(ids, offsets.ravel(), upto.tolist())
