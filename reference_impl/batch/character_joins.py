"""`CharacterJoins`: between which characters a BPE may join, so that words are merged in parts.

For a BPE whose first symbols are characters. Proof that parts may be merged apart: two symbols that
a merge joins end and begin with the two characters between which it joins them. Where no merge has
a left part that ends with the one and a right part that begins with the other, none ever joins
there. A merge changes pairs on its own side alone, so that each side is merged as if it were alone.
What is known is a bit for each hash of two characters: where two others have the same, nothing is
cut, which is right too.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.code_table import Codes
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.batch.word_bytes import Flags

_BITS = 22
_SPREAD, _MORE = np.uint32(0x9E3779B9), np.uint32(0xC2B2AE35)
_SHIFT = np.uint32(32 - _BITS)


@dataclass(frozen=True)
class CharacterJoins:
    """`may`, shape (2²²,): by the hash of two characters."""

    may: Flags

    @classmethod
    def of(cls, pieces: Mapping[int, str], lefts: Ints, rights: Ints) -> "CharacterJoins":
        """By the parts of all merges.

        >>> joins = CharacterJoins.of({0: "a", 1: "bc"}, np.array([0]), np.array([1]))
        >>> joins.between(np.frombuffer("abca".encode("utf-32-le"), np.uint32)).tolist()
        [True, False, False]
        """
        texts = [*pieces.values()]
        bounds = bounds_of(np.fromiter(map(len, texts), np.int64, len(texts)))
        codes = np.frombuffer(
            "".join([*texts, " "]).encode("utf-32-le", "surrogatepass"), np.uint32
        )
        ends = np.zeros((2, max(pieces, default=-1) + 1), np.uint32)
        ids = np.fromiter(pieces, np.int64, len(texts))
        ends[:, ids] = codes[bounds[:-1]], codes[bounds[1:] - 1]
        may = np.zeros(1 << _BITS, np.bool_)
        may[_hashes(ends[1, lefts], ends[0, rights])] = True
        return cls(may)

    def between(self, codes: Codes) -> Flags:
        """Whether each character of n, but the last, may come into one token with the next."""
        may: Flags = self.may[_hashes(codes[:-1], codes[1:])]
        return may


def _hashes(left: Codes, right: Codes) -> Codes:
    return (left * _SPREAD + right * _MORE) * _SPREAD >> _SHIFT
