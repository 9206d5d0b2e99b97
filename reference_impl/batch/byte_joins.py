"""`ByteJoins`: where a word falls into parts that merge alone.

Proof: a merge over two bytes makes a product in which they stand side by side, and whatever is
merged on one side of them changes nothing on the other. So where no product has the two, what is
left of a word is what is left of its two parts: the merges of each are made in the order that they
are made in alone. Between two characters the same is asked of characters: a product over both has
the left one, or its last bytes, and then the right one, or its first.

Pairs of characters are looked up by a hash. One that hashes as another's does may be taken for it:
then a place is not cut, and its two sides are merged together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.spelled_pieces import unspelled
from tokparity.reference_impl.batch.steps import places_of
from tokparity.reference_impl.batch.word_bytes import WordBytes

PART = 0x110000
"""And a byte: a character of which only some bytes are there."""
_LEFT, _RIGHT = 0x9E3779B97F4A7C15 >> 24, 0xC2B2AE3D27D4EB4F >> 24
_SPARSE = 32
"""So many places there are for each pair."""
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class ByteJoins:
    """`bytes`, shape (65536,): whether a product has a byte (times 256) and then another; `across`,
    shape (2ⁿ,): by their hash, whether one has two characters, or parts of such."""

    bytes: Flags
    across: Flags

    @classmethod
    def of(cls, products: Sequence[str]) -> "ByteJoins":
        """By the products of all merges, in the byte-level alphabet.

        >>> joins = ByteJoins.of(["ab", "Ã©"])
        >>> joins.between(np.frombuffer("abaéé".encode(), np.uint8)).tolist()
        [True, False, False, True, False, True]
        """
        words, _ = unspelled(products)
        data = words.bytes
        inside = np.ones(len(data), np.bool_)
        inside[(words.starts + words.sizes - 1)[words.sizes > 0]] = False
        beside = np.zeros(1 << 16, np.bool_)
        beside[(data[:-1].astype(np.uint16) << 8 | data[1:])[inside[:-1]]] = True
        left, right = _across(words)
        count = len(np.unique(left << 21 | right))
        across = np.zeros(1 << (_SPARSE * count).bit_length(), np.bool_)
        across[_hash(left, right) & len(across) - 1] = True
        return cls(beside, across)

    def between(self, data: Bytes) -> Flags:
        """Whether each byte of n, but the last, may come into one token with the next. `data` is
        UTF-8, in which surrogates may stand."""
        may: Flags = self.bytes[data[:-1].astype(np.uint16) << 8 | data[1:]]
        leads = (data & 0xC0) != 0x80
        wide = data > 0x7F
        at = places_of(may & leads[1:] & (wide[:-1] | wide[1:]))
        if len(at):
            text = data.tobytes().decode("utf-8", "surrogatepass")
            codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
            char: Ints = np.cumsum(leads)[at]
            left, right = codes[char - 1].astype(np.int64), codes[char].astype(np.int64)
            last, first = PART + data[at].astype(np.int64), PART + data[at + 1].astype(np.int64)
            has = np.zeros(len(at), np.bool_)
            for a, b in ((left, right), (left, first), (last, right), (last, first)):
                has |= self.across[_hash(a, b) & len(self.across) - 1]
            may[at] = has
        return may


def _hash(left: Ints, right: Ints) -> Ints:
    hashes: Ints = (left * _LEFT + right * _RIGHT) >> 20
    return hashes


def _across(words: WordBytes) -> tuple[Ints, Ints]:
    """The two sides of each place in a product at which a character begins: a character, or the
    byte of it that is there for certain."""
    data = words.bytes
    begins = np.zeros(len(data), np.bool_)
    begins[words.starts[words.sizes > 0]] = True
    leads = ((data & 0xC0) != 0x80) | begins
    starts = places_of(leads)
    sizes = np.diff(starts, append=len(data))
    codes = _codes(data, starts, sizes)
    at = places_of(~begins[starts])
    lasts, firsts = (data[starts[at] + side].astype(np.int64) for side in (-1, 0))
    left, right = codes[at - 1], codes[at]
    return np.where(left < 0, PART + lasts, left), np.where(right < 0, PART + firsts, right)


def _codes(data: Bytes, starts: Ints, sizes: Ints) -> Ints:
    """The characters that some stretches are, -1 where one is none."""
    codes = np.full(len(starts), -1, np.int64)
    for size, (first, mask, least) in _FORMS.items():
        at = places_of((sizes == size) & (data[starts] & ~np.uint8(mask) == first))
        code = data[starts[at]].astype(np.int64) & mask
        for inside in range(1, size):
            code = code << 6 | data[starts[at] + inside] & 0x3F
        is_one = (code >= least) & (code < PART) & (code & ~0x7FF != 0xD800)
        codes[at[is_one]] = code[is_one]
    return codes


_FORMS = {
    1: (0x00, 0x7F, 0),
    2: (0xC0, 0x1F, 0x80),
    3: (0xE0, 0x0F, 0x800),
    4: (0xF0, 0x07, 0x10000),
}
"""By the bytes of a character: what its first begins with, the bits behind, the least of these."""
