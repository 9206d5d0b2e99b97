"""`MarkPlaces`: where the chunks of texts begin whose spaces become marks, in many texts at once.

A chunk begins at a text's first place, or at a space with no white space on either side and no
character before it that is not to be cut from a mark: `chunks` has the proof. The first chunk of a
text has a NUL before it, and no other has, as those begin with a space: so it is another word than
the same characters elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.code_table import CODES, CodeTable
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.replaced_characters import ReplacedCharacters
from tokparity.reference_impl.batch.space_cuts import WHITE
from tokparity.reference_impl.batch.steps import padded, places_of
from tokparity.reference_impl.batch.stretches import PADDING
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap

BESIDE_NONE, _UNCUT = 1, 2
"""Kinds of characters that are on neither side of a cut, and of those that are not before one."""


@dataclass(frozen=True)
class MarkPlaces:
    """`kinds` tells white space, and the characters that are not cut from a mark behind them."""

    kinds: CodeTable
    covers = True

    @classmethod
    def of(cls, uncut: frozenset[str]) -> "MarkPlaces":
        """By those characters.

        >>> words, counts = MarkPlaces.of(frozenset(">")).cut(["a b> c", "", " a  b"])
        >>> words.texts(), counts.tolist()
        (['\\x00a', ' b> c', '\\x00', '\\x00 a  b'], [2, 1, 1])
        """
        kinds = np.zeros(CODES, np.uint8)
        kinds[[*map(ord, WHITE)]] = BESIDE_NONE
        kinds[[*map(ord, uncut)]] |= _UNCUT
        return cls(CodeTable.of_all(kinds))

    @classmethod
    def of_rules(
        cls,
        characters: ReplacedCharacters,
        not_cut: frozenset[str],
        charsmap: SentencepieceCharsmap | None,
    ) -> "MarkPlaces":
        """By characters on neither side of a cut: some, all that come behind the first of a rule,
        and what a rule replaces by nothing, or by something that ends with one of them."""

        def kind(char: str) -> int:
            if char in characters.tails or char in not_cut:
                return BESIDE_NONE
            rule = charsmap.longest(char, 0) if charsmap is not None else None
            return BESIDE_NONE if rule is not None and rule[1][-1:] in {"", *not_cut} else 0

        some = characters.heads | characters.tails | not_cut
        return cls(CodeTable.of_some(some, lambda chars: list(map(kind, chars))))

    def cut(self, texts: Sequence[str]) -> tuple[WordBytes, Ints]:
        """As `Cuts.cut`."""
        every = "\0".join(["", *texts])
        codes = np.frombuffer(every.encode("utf-32-le"), np.uint32)
        sizes = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
        edges = sizes.cumsum() - sizes
        kinds = np.full(len(codes) + 1, BESIDE_NONE, np.uint8)
        kinds[:-1] = self.kinds.of(codes)
        kinds[edges] = BESIDE_NONE
        begins = np.zeros(len(codes), np.bool_)
        begins[1:] = (codes[1:] == ord(" ")) & (kinds[:-2] == 0) & (kinds[2:] & BESIDE_NONE == 0)
        begins[edges] = True
        starts = places_of(begins)
        firsts = padded(starts.searchsorted(edges), len(starts))
        data = np.frombuffer(every.encode() + PADDING, np.uint8)
        if len(data) > len(codes) + len(PADDING):
            starts = places_of((data & 0xC0) != 0x80)[starts]
        bounds = padded(starts, len(data) - len(PADDING))
        return WordBytes(data, starts, bounds[1:] - starts), firsts[1:] - firsts[:-1]
