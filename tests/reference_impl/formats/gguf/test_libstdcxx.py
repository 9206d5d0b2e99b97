"""Orders as a program of g++ 12.2 -O2 on x86-64 printed them, for keys and values made as here."""

import hashlib

import pytest

from tokparity.reference_impl.formats.gguf.libstdcxx import sort, unordered_map_order

MAPS = (
    (1, "5feceb66ffc86f38"),
    (13, "06a0775cb670b826"),
    (14, "640790313d8a9bcc"),
    (30, "cd6d5f16abde86d2"),
    (600, "1cd92030b876b5ef"),
    (5000, "67babe9625178eba"),
)
SORTS = (
    (16, 2, "35dc49ff06d6555a"),
    (16, 10, "782b5eb22051f0e4"),
    (17, 2, "df53f9640c0969f3"),
    (17, 10, "24c20f26a56f1e80"),
    (100, 2, "41b200a92f0e51c2"),
    (100, 10, "003689009dc36235"),
    (600, 2, "e82db291521f6b9c"),
    (600, 10, "d57ba684592a9eb8"),
)
KILLERS = ((500, "9ac4d5c75ef1ad32"), (2000, "08c267e10c86ea81"))
"""Of how many; of which values; what the sha256 of the order began with."""


def keys(count):
    return [b"x" * (at % 23) + str(at * 7919 % 2**32 % 1000003).encode() for at in range(count)]


def drawn(count, seed, limit):
    state, values = seed, []
    for _ in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        values.append((state >> 8) % limit)
    return values


def digest(order):
    return hashlib.sha256(" ".join(map(str, order)).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("count", "printed"), MAPS)
def test_order_of_an_unordered_map(count, printed):
    assert digest(unordered_map_order(keys(count))) == printed


@pytest.mark.parametrize(("count", "limit", "printed"), SORTS)
def test_sort_leaves_equals_where_the_library_does(count, limit, printed):
    values = drawn(count, 1, limit)
    order = sort([-value for value in values])
    assert digest(order) == printed
    assert [values[at] for at in order] == sorted(values, reverse=True)


@pytest.mark.parametrize(("count", "printed"), KILLERS)
def test_sort_that_goes_too_deep_is_a_heapsort(count, printed):
    values = killer(count)
    assert digest(sort([-value for value in values])) == printed


def killer(count):
    """What makes the median of three a bad pivot time and again (Musser 1997), with equals."""
    half = count // 2
    values = [0] * count
    for at in range(half):
        values[at] = -(at + 1 if at % 2 == 0 else half + at)
        values[half + at] = -2 * (at + 1)
    return [value // 3 for value in values]
