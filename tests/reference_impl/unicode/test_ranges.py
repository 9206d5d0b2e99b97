"""Ranges against sets."""

import random

from tokparity.reference_impl.unicode.ranges import (
    difference,
    in_class,
    members,
    pack,
    to_ranges,
    unpack,
)


def some_set(dice):
    return {dice.randrange(60) for _ in range(dice.randrange(40))}


def test_ranges_are_the_set_and_pack_keeps_them():
    dice = random.Random("ranges")
    for _ in range(500):
        points = some_set(dice)
        ranges = to_ranges(sorted(points))
        assert set(members(ranges)) == points
        assert unpack(pack(ranges)) == ranges


def test_difference():
    dice = random.Random("difference")
    for _ in range(2000):
        left, right = some_set(dice), some_set(dice)
        found = difference(to_ranges(sorted(left)), to_ranges(sorted(right)))
        assert set(members(found)) == left - right
        assert found == to_ranges(sorted(left - right))


def test_in_class():
    assert in_class(((65, 65), (97, 0x10FFFF))) == r"\U00000041\U00000061-\U0010ffff"
