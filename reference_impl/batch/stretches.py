"""`joined`: stretches of bytes from anywhere, one behind the other.

Eight bytes are copied at a time, from the last eights of long stretches to the first of all. Proof:
what a copy writes beyond its stretch is fewer than eight bytes, all of which are in the first eight
of stretches behind it, or behind the last. The first eights are written last of all and in the
order of the stretches, as an assignment by index does; so each writes over what those before it
wrote there.
"""

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import places_of, sizes_of

Bytes = NDArray[np.uint8]
PADDING = bytes(8)
"""Behind the last byte, so that eight can be read at each."""


def joined(data: Bytes, starts: Ints, ends: Ints) -> Bytes:
    """What is behind each start in `data`, which has `PADDING` behind, and `PADDING`. `ends`: where
    each stretch ends in what is made.

    >>> data = np.frombuffer(b"abcdefghijk" + PADDING, np.uint8)
    >>> joined(data, np.array([9, 0, 1]), np.array([2, 11, 12])).tobytes()[:-8]
    b'jkabcdefghib'
    """
    total = int(ends[-1]) if len(ends) else 0
    made = np.empty(total + len(PADDING), np.uint8)
    begins = ends - (sizes := sizes_of(ends))
    into, out_of = eights(made), eights(data)
    long = places_of(sizes > 8)
    for done in range((int(sizes[long].max(initial=0)) - 1) // 8 * 8, 0, -8):
        some = long[sizes[long] > done]
        into[begins[some] + done] = out_of[starts[some] + done]
    into[begins] = out_of[starts]
    made[total:] = 0
    return made


def eights(data: Bytes) -> NDArray[np.uint64]:
    """Eight bytes from each place on, as a number; `data` has `PADDING` behind."""
    return np.ndarray((len(data) - 7,), "<u8", data, strides=(1,))
