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
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.batch.word_bytes import Flags, WordBytes
from tokparity.reference_impl.models.hf.bpe import BPE

LONGEST = 256
"""Symbols of a part of a chunk that is merged with others: each round makes one merge of it."""
NOWHERE = np.zeros(0, np.int64)


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

    def rows(self, words: WordBytes, *, ranges: bool = True) -> WordRows:
        """The tokens of words that stand one behind the other; `ranges`: or no positions."""
        return self._merged(words, np.arange(len(words)), ranges=ranges)

    def _merged(self, words: WordBytes, which: Ints, *, ranges: bool) -> WordRows:
        """Of some words, of which none is empty."""
        if not len(which):
            return NO_ROWS
        some = words if len(which) == len(words) else words.picked(which)
        chars = some.characters()
        codes = np.frombuffer(some.bytes.tobytes().decode().encode("utf-32-le"), np.uint32)
        firsts = bounds_of(chars)
        begins_text = codes[firsts[:-1]] == 0
        marked = np.where(codes == ord(" "), np.uint32(ord(MARK)), codes)
        marked[firsts[:-1]] = ord(MARK)
        gone = firsts[:-1][begins_text & ((chars == 1) | (not self.begins))]
        at = firsts
        if len(gone):
            marked = np.delete(marked, gone)
            at = firsts - np.searchsorted(gone, firsts)
        symbols, times = self.marks.symbols_of(marked)
        ends = None if times is None else np.cumsum(times)
        of_word = at if ends is None else np.append(0, ends)[at]  # the first symbol of each
        parts = self._parts(marked, ends)
        parts[of_word] = True
        starts = np.flatnonzero(parts)
        sizes = np.diff(starts)
        if sizes.max(initial=0) > LONGEST:
            long = np.searchsorted(of_word, starts[:-1][sizes > LONGEST], "right") - 1
            is_long = np.isin(np.arange(len(which)), long)
            rest = self._merged(words, which[~is_long], ranges=ranges)
            return rest.with_others(self._one_by_one(words, which[is_long]))
        several = np.flatnonzero(np.repeat(sizes > 1, sizes))
        if len(several):
            scan = None if ranges else self.marks.scan  # it leaves no symbol in its place
            merged = merge_all(symbols[several], sizes[sizes > 1], self.marks.merges, scan=scan)
            symbols[several] = merged
        stays = symbols != GONE
        counts = np.diff(bounds_of(stays)[of_word])
        positions = NOWHERE
        if ranges:
            char_of = np.delete(np.arange(len(codes)), gone)
            if times is not None:
                char_of = np.repeat(char_of, times)
            kept = np.flatnonzero(stays)
            lasts = np.append(kept, len(symbols))[1:] - 1  # the last symbol of each token
            moved = np.repeat(firsts[:-1] + begins_text, counts)
            positions = np.empty(2 * len(kept), np.int64)
            positions[::2] = np.maximum(char_of[kept] - moved, 0)
            positions[1::2] = np.maximum(char_of[lasts] + 1 - moved, 1)
        return WordRows(which, chars - begins_text, counts, symbols[stays], positions)

    def _parts(self, codes: Codes, ends: Ints | None) -> Flags:
        """Where a part of n symbols begins that is merged apart, and the last one ends. `ends`: of
        the symbols of each character; None: each is one."""
        joins = self.marks.joins
        count = len(codes) if ends is None else int(ends[-1]) if len(ends) else 0
        if joins is None:
            return np.zeros(count + 1, np.bool_)
        parts = np.ones(count + 1, np.bool_)
        if len(codes) > 1:
            together = np.flatnonzero(joins.between(codes)) + 1
            parts[together if ends is None else ends[together - 1]] = False
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
