"""The bytes of pieces are those that each of them spells by itself."""

import random

from tokparity.reference_impl.batch.spelled_pieces import unspelled
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR, unspell

LETTERS = [*BYTE_TO_CHAR.values(), *" \u0144\u0145\u4e00\U0001f98a\ud800\x80"]


def test_what_each_piece_spells():
    rng = random.Random(0)
    pieces = ["".join(rng.choices(LETTERS, k=rng.randint(0, 20))) for _ in range(500)]
    pieces = ["", *pieces, ""]
    words, which = unspelled(pieces)
    data = words.data.tobytes()
    found = {
        at: data[start : start + size]
        for at, start, size in zip(
            which.tolist(), words.starts.tolist(), words.sizes.tolist(), strict=True
        )
    }
    spelled = {at: each for at, piece in enumerate(pieces) if (each := unspell(piece)) is not None}
    assert found == spelled
    assert 10 < len(found) < len(pieces)


def test_no_pieces():
    words, which = unspelled([])
    assert len(words) == len(which) == 0
