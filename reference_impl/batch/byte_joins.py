"""`ByteJoins`: where a word falls into parts that merge alone.

Proof: a merge over two bytes makes a product in which they stand side by side, and whatever is
merged on one side of them changes nothing on the other. So where no product has the two, what is
left of a word is what is left of its two parts: the merges of each are made in the order that they
are made in alone. Between two characters the same is asked of characters: a product over both has
the left one, or its last bytes, and then the right one, or its first.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints, PairTable
from tokparity.reference_impl.models.merging import NO_RANK
from tokparity.reference_impl.text.byte_level import unspell

PART = 0x110000
"""And a byte: a character of which only some bytes are there."""
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class ByteJoins:
    """`bytes`, shape (65536,): whether a product has a byte (times 256) and then another; `across`:
    two characters, or parts of such, that one has."""

    bytes: Flags
    across: PairTable

    @classmethod
    def of(cls, products: Iterable[str]) -> "ByteJoins":
        """By the products of all merges, in the byte-level alphabet.

        >>> joins = ByteJoins.of(["ab", "Ã©"])
        >>> joins.between(np.frombuffer("abaéé".encode(), np.uint8)).tolist()
        [True, False, False, True, False, True]
        """
        beside = np.zeros(1 << 16, np.bool_)
        across: set[tuple[int, int]] = set()
        for product in products:
            data = unspell(product)
            if data is None:  # of no text
                continue
            beside[[a << 8 | b for a, b in itertools.pairwise(data)]] = True
            if not product.isascii():
                across.update(_across(data))
        pairs = np.array(sorted(a << 32 | b for a, b in across), np.int64)
        return cls(beside, PairTable(pairs, np.zeros(len(pairs), np.int64)))

    def between(self, data: Bytes) -> Flags:
        """Whether each byte of n, but the last, may come into one token with the next. `data` is
        UTF-8, in which surrogates may stand."""
        may: Flags = self.bytes[data[:-1].astype(np.uint16) << 8 | data[1:]]
        leads = (data & 0xC0) != 0x80
        wide = data > 0x7F
        at = np.flatnonzero(may & leads[1:] & (wide[:-1] | wide[1:]))
        if len(at):
            text = data.tobytes().decode("utf-8", "surrogatepass")
            codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
            char: Ints = np.cumsum(leads)[at]
            left, right = codes[char - 1].astype(np.int64), codes[char].astype(np.int64)
            last, first = PART + data[at].astype(np.int64), PART + data[at + 1].astype(np.int64)
            has = self.across.ranks(left, right) < NO_RANK
            for a, b in ((left, first), (last, right), (last, first)):
                has |= self.across.ranks(a, b) < NO_RANK
            may[at] = has
        return may


def _across(data: bytes) -> Iterable[tuple[int, int]]:
    """The two sides of each place in a product at which a character begins."""
    starts = [at for at, byte in enumerate(data) if byte & 0xC0 != 0x80]
    for before, at, end in zip([0, *starts], starts, [*starts[1:], len(data)], strict=False):
        if at:
            yield _side(data[before:at], data[at - 1]), _side(data[at:end], data[at])


def _side(char: bytes, byte: int) -> int:
    """A character, or the byte of it that is there for certain."""
    try:
        return ord(char.decode())
    except (UnicodeDecodeError, TypeError):
        return PART + byte
