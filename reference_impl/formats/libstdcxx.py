"""Two orders that libstdc++ leaves open and llama.cpp depends on.

The order of an `unordered_map`'s elements and of `std::sort`'s equals is what the library happens
to do: bits/hashtable.h, src/c++11/hashtable_c++0x.cc, libsupc++/hash_bytes.cc, bits/stl_algo.h and
bits/stl_heap.h of GCC 4.9 to 14, for 64-bit machines. Not here: anything that the standard defines.
"""

from collections.abc import Sequence

_SEED = 0xC70F6907
_MULTIPLIER = 0xC6A4A7935BD1E995
_MASK = (1 << 64) - 1
_SIZES: tuple[int, ...] = (
    13,
    29,
    59,
    127,
    257,
    541,
    1109,
    2357,
    5087,
    10273,
    20753,
    42043,
    85229,
    172933,
)
_SIZES += (351061, 712697, 1447153, 2938679, 5967347, 12117689, 24607243)
"""Numbers of buckets of a map that grows by one element at a time."""

_INSERTION = 16
_KEY = 32
"""Bits below a key in what is sorted: those of its index."""


def hash_bytes(data: bytes) -> int:
    """`std::hash` of a string: MurmurHash2, 64 bits.

    >>> hash_bytes(b"")
    6142509188972423790
    """
    length = len(data)
    value = _SEED ^ (length * _MULTIPLIER & _MASK)
    whole = length & ~7
    for at in range(0, whole, 8):
        part = int.from_bytes(data[at : at + 8], "little") * _MULTIPLIER & _MASK
        part = (part ^ part >> 47) * _MULTIPLIER & _MASK
        value = (value ^ part) * _MULTIPLIER & _MASK
    if length & 7:
        value = (value ^ int.from_bytes(data[whole:], "little")) * _MULTIPLIER & _MASK
    value = (value ^ value >> 47) * _MULTIPLIER & _MASK
    return value ^ value >> 47


def unordered_map_order(inserted: Sequence[bytes]) -> list[int]:
    """The indices of different keys in the order of a map that they went into one by one.

    All elements are one list. A new one goes to the front of its bucket, and of the whole list
    where the bucket is empty; growing takes the list apart from its front and does the same. So
    the buckets stand with the latest first, and in each the latest element.

    >>> unordered_map_order([b"a", b"b", b"c"])
    [2, 1, 0]
    """
    hashes = list(map(hash_bytes, inserted))
    order: list[int] = []
    placed = 0
    for size in _SIZES:
        if placed == len(hashes):
            break
        end = min(size, len(hashes))
        buckets: dict[int, list[int]] = {}
        for at in (*order, *range(placed, end)):
            buckets.setdefault(hashes[at] % size, []).append(at)
        order = [at for bucket in buckets.values() for at in bucket]
        order.reverse()
        placed = end
    return order


def sort(keys: Sequence[int]) -> list[int]:
    """The indices of the keys, smallest first, as `std::sort` leaves them: quicksort by the median
    of three down to runs of 16, heapsort where that goes too deep, then an insertion sort over all.

    >>> sort([3, 1, 2])
    [1, 2, 0]
    """
    items = [key << _KEY | at for at, key in enumerate(keys)]
    if len(items) > 1:
        _introsort(items, 0, len(items), 2 * (len(items).bit_length() - 1))
        items.sort(key=_key_of)  # stable, as an insertion sort is
    return [item & (1 << _KEY) - 1 for item in items]


def _key_of(item: int) -> int:
    return item >> _KEY


def _introsort(items: list[int], first: int, last: int, depth: int) -> None:
    while last - first > _INSERTION:
        if depth == 0:
            _heapsort(items, first, last)
            return
        depth -= 1
        middle = first + (last - first) // 2
        _median_to_first(items, first, first + 1, middle, last - 1)
        cut = _partition(items, first + 1, last, items[first] >> _KEY)
        _introsort(items, cut, last, depth)
        last = cut


def _median_to_first(items: list[int], to: int, a: int, b: int, c: int) -> None:
    of_a, of_b, of_c = (items[at] >> _KEY for at in (a, b, c))
    if of_a < of_b:
        chosen = b if of_b < of_c else c if of_a < of_c else a
    else:
        chosen = a if of_a < of_c else c if of_b < of_c else b
    items[to], items[chosen] = items[chosen], items[to]


def _partition(items: list[int], first: int, last: int, pivot: int) -> int:
    lowest, above = pivot << _KEY, pivot + 1 << _KEY  # of the pivot's key, and of any greater one
    while True:
        while items[first] < lowest:
            first += 1
        last -= 1
        while items[last] >= above:
            last -= 1
        if first >= last:
            return first
        items[first], items[last] = items[last], items[first]
        first += 1


def _heapsort(items: list[int], first: int, last: int) -> None:
    length = last - first
    for parent in range((length - 2) // 2, -1, -1):
        _adjust_heap(items, first, parent, length, items[first + parent])
    for end in range(length - 1, 0, -1):
        value = items[first + end]
        items[first + end] = items[first]
        _adjust_heap(items, first, 0, end, value)


def _adjust_heap(items: list[int], first: int, hole: int, length: int, value: int) -> None:
    top, child = hole, hole
    while child < (length - 1) // 2:
        child = 2 * (child + 1)
        if items[first + child] >> _KEY < items[first + child - 1] >> _KEY:
            child -= 1
        items[first + hole] = items[first + child]
        hole = child
    if length % 2 == 0 and child == (length - 2) // 2:
        child = 2 * (child + 1)
        items[first + hole] = items[first + child - 1]
        hole = child - 1
    lowest = value >> _KEY << _KEY
    parent = (hole - 1) // 2
    while hole > top and items[first + parent] < lowest:
        items[first + hole] = items[first + parent]
        hole, parent = parent, (parent - 1) // 2
    items[first + hole] = value
