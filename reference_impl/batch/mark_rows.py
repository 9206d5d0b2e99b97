"""`MarkRows`: the tokens of chunks whose spaces become marks, in arrays.

As `mark_words`, of chunks as `mark_places` has them, in parts (`character_joins`). What stands
before a text, a mark or nothing, stands where the first chunk has its NUL, and has the range of its
first character.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.byte_words import NO_ROWS, WordRows
from tokparity.reference_impl.batch.cached_word import cached_word
from tokparity.reference_impl.batch.code_table import Codes
from tokparity.reference_impl.batch.mark_words import MARK, MarkWords
from tokparity.reference_impl.batch.merge_rounds import GONE, merge_all
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.word_bytes import Flags, WordBytes
from tokparity.reference_impl.models.hf.bpe import BPE

LONGEST = 256
"""Symbols of a part of a chunk that is merged with others: each round makes one merge of it."""


@dataclass(frozen=True)
class MarkRows:
    """`begins`: what stands before a text: a mark, or ""."""

    marks: MarkWords
    begins: str

    @classmethod
    def of(cls, model: BPE, begins: str) -> "MarkRows | None":
        """None where `MarkWords` has none."""
        marks = MarkWords.of(model)
        return None if marks is None else cls(marks, begins)

    def rows(self, words: WordBytes) -> WordRows:
        """The tokens of words that stand one behind the other."""
        return self._merged(words, np.arange(len(words)))

    def _merged(self, words: WordBytes, which: Ints) -> WordRows:
        """Of some words, of which none is empty."""
        if not len(which):
            return NO_ROWS
        some = words if len(which) == len(words) else words.picked(which)
        chars = some.characters()
        codes = np.frombuffer(some.bytes.tobytes().decode().encode("utf-32-le"), np.uint32)
        firsts = np.cumsum(chars) - chars
        begins_text = codes[firsts] == 0
        there = np.ones(len(codes), np.bool_)
        there[firsts[begins_text & ((chars == 1) | (not self.begins))]] = False
        marked = np.where(codes == ord(" "), np.uint32(ord(MARK)), codes)
        marked[firsts] = ord(MARK)
        marked = marked[there]
        symbols, char_of = self.marks.symbols_of(marked)
        parts = self._parts(marked, char_of)
        char_of = np.flatnonzero(there)[char_of]
        of_word = np.searchsorted(char_of, firsts)  # the first symbol of each
        parts[of_word] = True
        starts = np.flatnonzero(parts[:-1])
        sizes = np.diff(starts, append=len(symbols))
        if sizes.max(initial=0) > LONGEST:
            long = np.searchsorted(of_word, starts[sizes > LONGEST], "right") - 1
            is_long = np.isin(np.arange(len(which)), long)
            rest = self._merged(words, which[~is_long])
            return rest.with_others(self._one_by_one(words, which[is_long]))
        left = symbols.copy()
        several = np.repeat(sizes > 1, sizes)
        left[several] = merge_all(symbols[several], sizes[sizes > 1], self.marks.merges)
        kept = np.flatnonzero(left != GONE)
        ends = np.append(kept, len(left))[1:] - 1  # the last symbol of each token
        counts = np.diff(np.searchsorted(kept, np.append(of_word, len(left))))
        moved = np.repeat(firsts + begins_text, counts)
        positions = np.empty(2 * len(kept), np.int64)
        positions[::2] = np.maximum(char_of[kept] - moved, 0)
        positions[1::2] = np.maximum(char_of[ends] + 1 - moved, 1)
        return WordRows(which, chars - begins_text, counts, left[kept], positions)

    def _parts(self, codes: Codes, char_of: Ints) -> Flags:
        """Where a part begins that is merged apart; and one behind all symbols."""
        joins = self.marks.joins
        parts = np.zeros(len(char_of) + 1, np.bool_)
        if joins is None or not len(char_of):
            return parts
        before = char_of[:-1]
        apart = ~joins.between(codes)
        parts[1:-1] = before == char_of[1:]  # bytes of one character
        parts[1:-1] |= np.append(apart, True)[before]
        return parts

    def _one_by_one(self, words: WordBytes, which: Ints) -> WordRows:
        """Long words, each by the model's own way."""
        sizes, counts = [], []
        ids: list[int] = []
        positions: list[int] = []
        for text in words.picked(which).texts():
            first = text[0] == "\0"
            before = self.begins if first else MARK
            found = cached_word(
                self.marks.model, before + text[1:].replace(" ", MARK), spells=False
            )
            moved = len(before) if first else 0
            places = [at - moved for at in found.positions]
            sizes.append(len(text) - first)
            counts.append(len(found.ids))
            ids += found.ids
            positions += [max(at, number % 2) for number, at in enumerate(places)]
        return WordRows(which, *map(_numbers, (sizes, counts, ids, positions)))


def _numbers(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, np.int64)
