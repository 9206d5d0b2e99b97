"""`decoded`: the bytes of many texts as characters, where they may be no UTF-8.

Proof that a text is what it is by itself: a character between two, of one byte, ends whatever is
begun before it, and begins nothing. None of the texts has it, so that the places where it stands
tell them apart again. Where each control character is in some text, each is decoded alone.
"""

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import places_of, sizes_of

Bytes = NDArray[np.uint8]
_TOP_BITS, _CONTINUES = 0xC0, 0x80
"""The two top bits of a byte, and what they are where it goes on with a character."""
_BETWEEN = [*map(chr, range(0x20)), "\x7f"]


def decoded(data: Bytes, bounds: Ints, lengths: Ints) -> tuple[bytes, Ints]:
    """The texts, bad bytes as U+FFFD, and how many bytes each has. `bounds`, shape (n,): where each
    of them ends in `data`; `lengths`: how many bytes it has.

    >>> data = np.frombuffer("a\u00e9".encode(), np.uint8)
    >>> made, lengths = decoded(data, np.array([2, 3]), np.array([2, 1]))
    >>> made.decode(), lengths.tolist()
    ('a\ufffd\ufffd', [4, 3])
    """
    raw = data.tobytes()
    inner = bounds[bounds < len(data)]
    if not ((data[inner] & _TOP_BITS) == _CONTINUES).any() and _is_text(raw):
        return raw, lengths
    between = next((each for each in _BETWEEN if each.encode() not in raw), None)
    if between is None:
        return _one_by_one(raw, bounds)
    parts = np.full(len(data) + len(bounds), ord(between), np.uint8)
    is_text = np.ones(len(parts), np.bool_)
    is_text[bounds + np.arange(len(bounds))] = False
    parts[is_text] = data
    made = np.frombuffer(parts.tobytes().decode("utf-8", "replace").encode(), np.uint8)
    is_text = made != ord(between)
    ends = places_of(~is_text)
    return made[is_text].tobytes(), sizes_of(ends - np.arange(len(ends)))


def _one_by_one(raw: bytes, bounds: Ints) -> tuple[bytes, Ints]:
    ends = bounds.tolist()
    texts = [
        raw[a:b].decode("utf-8", "replace").encode()
        for a, b in zip([0, *ends[:-1]], ends, strict=True)
    ]
    return b"".join(texts), np.fromiter(map(len, texts), np.int64, len(texts))


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
