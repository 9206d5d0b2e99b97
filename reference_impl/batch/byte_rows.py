"""`ByteRows`: the tokens of many texts of a byte-level BPE, by the ids of their words.

For models that lose no byte: each has a piece, and each symbol is a token. So the tokens of a word
cover it, one behind the other, and each covers as many bytes as its piece spells: where it lies is
a sum. Its range is that of the characters of its first and last byte. Not for others
(`joined_words`).
"""

from collections.abc import Mapping, Sequence

import numpy as np

from tokparity.reference_impl.batch.byte_ids import ByteIds
from tokparity.reference_impl.batch.byte_words import ByteWords
from tokparity.reference_impl.batch.id_store import Ids
from tokparity.reference_impl.batch.joined_words import Cuts, move
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import Numbers, TokenRows, bounds_of
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.text.byte_level import spell, utf8

_ASCII = 0x7F


class ByteRows:
    """Of one model."""

    def __init__(self, cuts: Cuts, words: ByteWords) -> None:
        self._cuts, self._sizes = cuts, words.sizes
        model = words.model
        self._ids = ByteIds(
            words.known, words.joins, words.merges, lambda some: _one_by_one(model, some)
        )

    @property
    def how(self) -> str:
        """As `Joins.how`."""
        return "by their words, each looked up once"

    def joined(
        self, texts: Sequence[str], moved: Mapping[int, Sequence[int]], *, ranges: bool
    ) -> tuple[TokenRows, list[int]]:
        """As `Joins.joined`."""
        words, of_text = self._cuts.cut(texts)
        ids, counts = self._ids.of(words)
        upto = bounds_of(of_text)
        bounds = bounds_of(counts)[upto]
        spans = self._ranges(words, ids, counts, upto, np.diff(bounds)) if ranges else None
        rows = TokenRows(ids, spans, bounds.tolist())
        if spans is not None:
            move(rows, moved)
        return rows, [] if self._cuts.covers else _uncovered(texts, words, upto)

    def _ranges(
        self, words: WordBytes, ids: Ids, counts: Ints, upto: Ints, of_text: Ints
    ) -> Numbers:
        """The ranges of all tokens, each in characters of its text. `upto`: before which word each
        text begins, and the last ends; `of_text`: how many tokens each has."""
        sizes = self._sizes[ids]
        ends = np.cumsum(sizes)
        ends += np.repeat(words.starts - (np.cumsum(words.sizes) - words.sizes), counts)
        starts = ends - sizes
        firsts = np.append(words.starts, 0)[upto[:-1]]  # of a text without words any
        data = words.bytes
        if data.max(initial=0) > _ASCII:
            char_of = np.cumsum((data & 0xC0) != 0x80) - 1
            starts, ends, firsts = char_of[starts], char_of[ends - 1] + 1, char_of[firsts]
        moved = np.repeat(firsts, of_text)
        spans = np.empty((len(ids), 2), np.int32)
        spans[:, 0] = starts - moved
        spans[:, 1] = ends - moved
        return spans.ravel()


def _uncovered(texts: Sequence[str], words: WordBytes, upto: Ints) -> list[int]:
    """The texts of which the words leave something out."""
    characters = bounds_of(words.characters())[upto]
    sizes = np.fromiter(map(len, texts), np.int64, len(texts))
    left: list[int] = np.flatnonzero(np.diff(characters) != sizes).tolist()
    return left


def _one_by_one(model: Model, words: WordBytes) -> tuple[Ints, Ints]:
    """What the model makes of each word."""
    found = [model.tokenize(spell(utf8(text))) for text in words.texts()]
    ids = np.array([number for spans in found for number, _, _ in spans], np.int64)
    return ids, np.fromiter(map(len, found), np.int64, len(found))
