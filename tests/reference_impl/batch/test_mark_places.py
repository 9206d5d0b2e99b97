"""Chunks begin where the definition of a chunk has them begin."""

import random
import re
from itertools import pairwise

from tokparity.reference_impl.batch.mark_places import MarkPlaces
from tokparity.reference_impl.batch.space_cuts import WHITE

SOME_WHITE = " \t\u3000\x1c\xa0"
assert frozenset(SOME_WHITE) <= WHITE


def chunks(text, uncut):
    """A text cut at its spaces, one by one: what the first chunk has before it is a NUL."""
    parts = [match.start() for match in re.finditer(" ", text)]
    places = [
        at
        for at in parts
        if 0 < at < len(text) - 1
        and not {text[at - 1], text[at + 1]} & WHITE
        and text[at - 1] not in uncut
    ]
    bounds = [0, *places, len(text)]
    made = [text[a:b] for a, b in pairwise(bounds)]
    return ["\0" + made[0], *made[1:]]


def test_as_one_by_one():
    rng = random.Random(0)
    for uncut in (frozenset(), frozenset(">\u2581\u4e2d")):
        places = MarkPlaces.of(uncut)
        for _ in range(60):
            texts = [
                "".join(rng.choices("ab>\u4e2d\u2581\0" + SOME_WHITE + "   ", k=rng.randint(0, 12)))
                for _ in range(rng.randint(0, 20))
            ]
            words, counts = places.cut(texts)
            expected = [chunks(text, uncut) for text in texts]
            assert words.texts() == [chunk for some in expected for chunk in some]
            assert counts.tolist() == [*map(len, expected)]
