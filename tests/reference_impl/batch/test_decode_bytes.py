"""Each of many texts is decoded as it is by itself, whatever stands beside it."""

import random
from itertools import accumulate, pairwise

import numpy as np
import pytest

from tokparity.reference_impl.batch.decode_bytes import decoded

PIECES = [b"a", b"\xc3", b"\xa9", b"\xe2\x82", b"\xac", b"\xf0\x9f", b"\xa6\x8a", b"\xff"]
PIECES += [b"\xed\xa0", "é".encode(), "🦊".encode(), b"\0", b"\x01"]
CONTROLS = bytes([*range(0x20), 0x7F])


def check(texts):
    data = np.frombuffer(b"".join(texts), np.uint8)
    sizes = np.array([*map(len, texts)], np.int64)
    blob, lengths = decoded(data, np.cumsum(sizes), sizes)
    ends = [*accumulate(lengths.tolist(), initial=0)]
    made = [blob[a:b] for a, b in pairwise(ends)]
    assert made == [text.decode("utf-8", "replace").encode() for text in texts]


@pytest.mark.parametrize("more", [b"", CONTROLS], ids=["", "every control character"])
def test_as_one_by_one(more):
    rng = random.Random(0)
    for count in range(60):
        texts = [b"".join(rng.choices(PIECES, k=rng.randint(0, 5))) for _ in range(count)]
        check([*texts, more])
        check([more, *texts])


def test_whole_characters():
    check(["é".encode(), b"", "🦊a".encode()])
    check([])
    check([b"", b""])
