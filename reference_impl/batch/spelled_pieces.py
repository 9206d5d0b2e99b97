"""`unspelled`: the bytes of many pieces of the byte-level alphabet, in arrays."""

from collections.abc import Sequence

import numpy as np

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.stretches import PADDING
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.text.byte_level import CHAR_TO_BYTE

_NONE = 256
"""Stands where a character is none of the alphabet."""
_BYTES = np.full(max(map(ord, CHAR_TO_BYTE)) + 2, _NONE, np.uint16)
_BYTES[[*map(ord, CHAR_TO_BYTE)]] = [*CHAR_TO_BYTE.values()]


def unspelled(pieces: Sequence[str]) -> tuple[WordBytes, Ints]:
    """The pieces that spell bytes, as those; and which of all each is.

    >>> words, which = unspelled(["\u00c3\u00a9", "\u20ac", "\u0120a"])
    >>> words.texts(), which.tolist()
    (['\u00e9', ' a'], [0, 2])
    """
    sizes = np.fromiter(map(len, pieces), np.int64, len(pieces))
    codes = np.frombuffer("".join(pieces).encode("utf-32-le", "surrogatepass"), np.uint32)
    data = _BYTES[np.minimum(codes, len(_BYTES) - 1)]
    ends = np.cumsum(sizes)
    others = np.searchsorted(ends, np.flatnonzero(data == _NONE), "right")
    is_one = np.ones(len(pieces), np.bool_)
    is_one[others] = False
    which = np.flatnonzero(is_one)
    padded = np.append(data.astype(np.uint8), np.zeros(len(PADDING), np.uint8))
    return WordBytes(padded, ends - sizes, sizes).picked(which), which
