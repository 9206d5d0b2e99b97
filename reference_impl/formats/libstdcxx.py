"""Two orders that libstdc++ leaves open and llama.cpp depends on.

The order of an `unordered_map`'s elements and of `std::sort`'s equals is what the library happens
to do: bits/hashtable.h, src/c++11/hashtable_c++0x.cc, libsupc++/hash_bytes.cc, bits/stl_algo.h and
bits/stl_heap.h of GCC 4.9 to 14, for 64-bit machines. Not here: anything that the standard defines.
"""

from collections.abc import Callable, Sequence

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
_EMPTY = -2

Less = Callable[[int, int], bool]


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


def first_in_unordered_map(inserted: Sequence[bytes], wanted: Sequence[bytes]) -> bytes:
    """Which of `wanted` comes first in a map into which all of `inserted` went, in that order.

    >>> first_in_unordered_map([b"a", b"b", b"c"], [b"a", b"b"])
    b'b'
    """
    order = unordered_map_order(inserted)
    ranks = {inserted[at]: rank for rank, at in enumerate(order)}
    return min(wanted, key=ranks.__getitem__)


def unordered_map_order(inserted: Sequence[bytes]) -> list[int]:
    """The indices of different keys in the order of a map that they went into one by one.

    All elements are one list. A new one goes to the front of its bucket, and of the whole list
    where the bucket is empty; growing takes the list apart from its front and does the same.
    """
    hashes = [hash_bytes(key) for key in inserted]
    following = [-1] * (len(hashes) + 1)  # the last, at -1, is what stands before the first
    size, befores = 1, [_EMPTY]

    def place(at: int) -> None:
        bucket = hashes[at] % size
        before = befores[bucket]
        if before == _EMPTY:
            head = following[-1]
            if head >= 0:
                befores[hashes[head] % size] = at
            before = befores[bucket] = -1
        following[at], following[before] = following[before], at

    sizes = iter(_SIZES)
    for index in range(len(hashes)):
        if index == 0 or index + 1 > size:
            size = next(sizes)
            befores = [_EMPTY] * size
            at, following[-1] = following[-1], -1
            while at >= 0:
                after = following[at]
                place(at)
                at = after
        place(index)
    order, at = [], following[-1]
    while at >= 0:
        order.append(at)
        at = following[at]
    return order


def sort(values: Sequence[int], less: Less) -> list[int]:
    """`std::sort`: quicksort by the median of three down to runs of 16, heapsort where that goes
    too deep, then one insertion sort over all.

    >>> sort([3, 1, 2], lambda a, b: a < b)
    [1, 2, 3]
    """
    items = list(values)
    if len(items) > 1:
        _introsort(items, 0, len(items), 2 * (len(items).bit_length() - 1), less)
        _insertion_sort(items, less)
    return items


def _introsort(items: list[int], first: int, last: int, depth: int, less: Less) -> None:
    while last - first > _INSERTION:
        if depth == 0:
            _heapsort(items, first, last, less)
            return
        depth -= 1
        middle = first + (last - first) // 2
        _median_to_first(items, first, first + 1, middle, last - 1, less)
        cut = _partition(items, first + 1, last, first, less)
        _introsort(items, cut, last, depth, less)
        last = cut


def _median_to_first(items: list[int], to: int, a: int, b: int, c: int, less: Less) -> None:
    if less(items[a], items[b]):
        chosen = b if less(items[b], items[c]) else c if less(items[a], items[c]) else a
    else:
        chosen = a if less(items[a], items[c]) else c if less(items[b], items[c]) else b
    items[to], items[chosen] = items[chosen], items[to]


def _partition(items: list[int], first: int, last: int, pivot: int, less: Less) -> int:
    while True:
        while less(items[first], items[pivot]):
            first += 1
        last -= 1
        while less(items[pivot], items[last]):
            last -= 1
        if first >= last:
            return first
        items[first], items[last] = items[last], items[first]
        first += 1


def _insertion_sort(items: list[int], less: Less) -> None:
    for at in range(1, len(items)):
        value, hole = items[at], at
        while hole and less(value, items[hole - 1]):
            items[hole] = items[hole - 1]
            hole -= 1
        items[hole] = value


def _heapsort(items: list[int], first: int, last: int, less: Less) -> None:
    length = last - first
    for parent in range((length - 2) // 2, -1, -1):
        _adjust_heap(items, first, parent, length, items[first + parent], less)
    for end in range(length - 1, 0, -1):
        value = items[first + end]
        items[first + end] = items[first]
        _adjust_heap(items, first, 0, end, value, less)


def _adjust_heap(
    items: list[int], first: int, hole: int, length: int, value: int, less: Less
) -> None:
    top, child = hole, hole
    while child < (length - 1) // 2:
        child = 2 * (child + 1)
        if less(items[first + child], items[first + child - 1]):
            child -= 1
        items[first + hole] = items[first + child]
        hole = child
    if length % 2 == 0 and child == (length - 2) // 2:
        child = 2 * (child + 1)
        items[first + hole] = items[first + child - 1]
        hole = child - 1
    parent = (hole - 1) // 2
    while hole > top and less(items[first + parent], value):
        items[first + hole] = items[first + parent]
        hole, parent = parent, (parent - 1) // 2
    items[first + hole] = value
