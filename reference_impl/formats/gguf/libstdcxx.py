"""Two orders that libstdc++ leaves open and llama.cpp depends on.

The order of an `unordered_map`'s elements and of `std::sort`'s equals is what the library happens
to do: bits/hashtable.h, src/c++11/hashtable_c++0x.cc, libsupc++/hash_bytes.cc, bits/stl_algo.h and
bits/stl_heap.h of GCC 4.9 to 14, for 64-bit machines. Not here: anything that the standard defines.
"""

from collections.abc import Sequence
from dataclasses import dataclass

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
    items = _Items(list(keys), list(range(len(keys))))
    if keys:
        _introsort(items, 0, len(keys), 2 * (len(keys).bit_length() - 1))
    stable = sorted(range(len(keys)), key=items.keys.__getitem__)  # as an insertion sort is
    return [items.indices[at] for at in stable]


@dataclass(frozen=True, slots=True)
class _Items:
    """What is sorted: keys, and with each where it came from."""

    keys: list[int]
    indices: list[int]

    def swap(self, a: int, b: int) -> None:
        keys, indices = self.keys, self.indices
        keys[a], keys[b] = keys[b], keys[a]
        indices[a], indices[b] = indices[b], indices[a]


def _introsort(items: _Items, first: int, last: int, depth: int) -> None:
    while last - first > _INSERTION:
        if depth == 0:
            _heapsort(items, first, last)
            return
        depth -= 1
        _median_to_first(items, first, first + 1, first + (last - first) // 2, last - 1)
        cut = _partition(items, first + 1, last, items.keys[first])
        _introsort(items, cut, last, depth)
        last = cut


def _median_to_first(items: _Items, to: int, a: int, b: int, c: int) -> None:
    of_a, of_b, of_c = (items.keys[at] for at in (a, b, c))
    if of_a < of_b:
        chosen = b if of_b < of_c else c if of_a < of_c else a
    else:
        chosen = a if of_a < of_c else c if of_b < of_c else b
    items.swap(to, chosen)


def _partition(items: _Items, first: int, last: int, pivot: int) -> int:
    keys, indices = items.keys, items.indices
    if keys[first:last].count(pivot) == last - first:  # each is swapped with the one opposite
        indices[first:last] = indices[first:last][::-1]
        return first + (last - first) // 2
    while True:
        while keys[first] < pivot:
            first += 1
        last -= 1
        while pivot < keys[last]:
            last -= 1
        if first >= last:
            return first
        keys[first], keys[last] = keys[last], keys[first]
        indices[first], indices[last] = indices[last], indices[first]
        first += 1


def _heapsort(items: _Items, first: int, last: int) -> None:
    """Of one stretch, apart from the rest."""
    heap = list(zip(items.keys[first:last], items.indices[first:last], strict=True))
    for parent in range((len(heap) - 2) // 2, -1, -1):
        _adjust_heap(heap, parent, len(heap), heap[parent])
    for end in range(len(heap) - 1, 0, -1):
        value = heap[end]
        heap[end] = heap[0]
        _adjust_heap(heap, 0, end, value)
    items.keys[first:last] = [key for key, _ in heap]
    items.indices[first:last] = [index for _, index in heap]


def _adjust_heap(
    heap: list[tuple[int, int]], hole: int, length: int, value: tuple[int, int]
) -> None:
    top, child = hole, hole
    while child < (length - 1) // 2:
        child = 2 * (child + 1)
        if heap[child][0] < heap[child - 1][0]:
            child -= 1
        heap[hole] = heap[child]
        hole = child
    if length % 2 == 0 and child == (length - 2) // 2:
        child = 2 * (child + 1)
        heap[hole] = heap[child - 1]
        hole = child - 1
    parent = (hole - 1) // 2
    while hole > top and heap[parent][0] < value[0]:
        heap[hole] = heap[parent]
        hole, parent = parent, (parent - 1) // 2
    heap[hole] = value
