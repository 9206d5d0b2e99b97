"""Byte-pair encoding: the loops at its heart, for every library that merges.

All of them merge two neighbours at a time: of the pairs that may merge the one that comes first in
an order, and of equals the leftmost. They differ in what a pair is:

- two *symbols*, and a list says which pairs merge: tokenizers, llama.cpp's "bpe". `merge_scan` and
  `merge_queue` work on ids. `pair_key(left, right)` is a pair as one integer, `ranks` maps it to
  the rank of its merge, and `products[rank]` is the symbol it makes.
- any two texts whose *product* is a piece, however it came to be: tiktoken (by its rank),
  llama.cpp's "llama" (by its score), sentencepiece (by its score, bit by bit). `product_scan` and
  `product_merges` work on ranges of a text.

The two are no one loop, because of merges that were proposed and are out of date when their turn
comes. By products such a merge is known by its range. tokenizers compares what the pair that now
stands there *makes*: where a prefix is cut off (`continuing_subword_prefix`) another pair may make
the same symbol of another length, and is merged out of turn.

A scan is the definition, and quadratic: for short words, where it is the faster of the two. A queue
takes O(n log n). Not here: the first symbols of a word, and what becomes of the last ones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise

NO_RANK = 1 << 62
_POSITION_BITS = 32


def pair_key(left: int, right: int) -> int:
    """One integer for two 32-bit ids.

    >>> hex(pair_key(1, 2))
    '0x100000002'
    """
    return left << 32 | right


def merge_scan(symbols: list[int], ranks: Mapping[int, int], products: Sequence[int]) -> None:
    """Merge symbols in place: the pair of the lowest rank first, of equals the leftmost.

    >>> word = [0, 1, 1]
    >>> merge_scan(word, {pair_key(0, 1): 0, pair_key(1, 1): 1}, [2, 3])
    >>> word
    [2, 1]
    """
    get = ranks.get
    pairs = [get(left << 32 | right, NO_RANK) for left, right in pairwise(symbols)]
    while pairs:
        rank = min(pairs)
        if rank == NO_RANK:
            return
        at = pairs.index(rank)
        product = products[rank]
        symbols[at] = product
        del symbols[at + 1], pairs[at]
        if at:
            pairs[at - 1] = get(symbols[at - 1] << 32 | product, NO_RANK)
        if at < len(pairs):
            pairs[at] = get(product << 32 | symbols[at + 1], NO_RANK)


def merge_queue(
    symbols: list[int], lengths: list[int], ranks: Mapping[int, int], products: Sequence[int]
) -> tuple[list[int], list[int]]:
    """What `merge_scan` leaves of the symbols, and how long each became; `lengths` are of the first
    ones, in any unit.

    The queue holds (rank, position). An entry whose pair is gone is dropped when its turn comes:
    the test is whether the pair now at its position would make the same product. Source: tokenizers
    0.23 models/bpe/word.rs `merge_all`; llama.cpp b11549 src/llama-vocab.cpp
    `llm_tokenizer_bpe_session`, which compares the texts of products and cuts no prefix off.

    >>> merge_queue([0, 1, 1], [1, 1, 1], {pair_key(0, 1): 0, pair_key(1, 1): 1}, [2, 3])
    ([2, 1], [2, 1])
    """
    count = len(symbols)
    symbols, lengths = symbols.copy(), lengths.copy()
    before, after = list(range(-1, count - 1)), list(range(1, count + 1))
    queue: list[int] = []

    def propose(at: int, right: int) -> int | None:
        rank = ranks.get(symbols[at] << 32 | symbols[right])
        return None if rank is None else rank << _POSITION_BITS | at

    for at in range(count - 1):
        if (entry := propose(at, at + 1)) is not None:
            queue.append(entry)
    heapify(queue)
    while queue:
        entry = heappop(queue)
        at, proposed = entry & (1 << _POSITION_BITS) - 1, entry >> _POSITION_BITS
        right = after[at]
        if not lengths[at] or right == count:
            continue
        rank = ranks.get(symbols[at] << 32 | symbols[right])
        if rank is None or products[rank] != products[proposed]:
            continue
        symbols[at] = products[proposed]
        lengths[at] += lengths[right]
        lengths[right] = 0
        after[at] = following = after[right]
        if following < count:
            before[following] = at
            if (entry := propose(at, following)) is not None:
                heappush(queue, entry)
        if before[at] >= 0 and (entry := propose(before[at], at)) is not None:
            heappush(queue, entry)
    left = [at for at in range(count) if lengths[at]]
    return [symbols[at] for at in left], [lengths[at] for at in left]


def product_scan(text: str, ranks: Mapping[str, int]) -> list[int]:
    """Where each token of a text ends, if its characters merge: the product of the lowest rank
    first, of equals the leftmost.

    >>> product_scan("abc", {"bc": 3, "ab": 4})
    [1, 3]
    """
    get = ranks.get
    ends = list(range(1, len(text) + 1))
    starts = list(range(len(text)))
    pairs = [get(text[at : at + 2], NO_RANK) for at in range(len(text) - 1)]
    while pairs:
        rank = min(pairs)
        if rank == NO_RANK:
            break
        at = pairs.index(rank)
        del ends[at], starts[at + 1], pairs[at]
        if at:
            pairs[at - 1] = get(text[starts[at - 1] : ends[at]], NO_RANK)
        if at < len(pairs):
            pairs[at] = get(text[starts[at] : ends[at + 1]], NO_RANK)
    return ends


def product_merges(
    text: str,
    bounds: Sequence[int],
    order: Callable[[str], float | None],
    proposed: Callable[[int, int, int], None] | None = None,
) -> Iterator[tuple[int, int, int]]:
    """The merges of n symbols in order, each as (start, middle, end) in characters of the text.

    `bounds` (n + 1, ascending from 0) are where the symbols begin, and the end of the text. `order`
    says which product comes first: the lowest, of equals the leftmost; None for what is none.
    `proposed` sees each pair whose product is one, as soon as the two are neighbours: the pair to
    the left of a merge before the one to its right, as sentencepiece does. An entry of the queue
    whose range is no longer that of two symbols is dropped when its turn comes. Source: tiktoken
    0.14 src/lib.rs `_byte_pair_merge_large`, which compares ranks (each has one product); llama.cpp
    b11549 src/llama-vocab.cpp `llm_tokenizer_spm_session` and sentencepiece 0.2.3
    bpe_model.cc `SampleEncode`, which compare the sizes of both symbols with that of the product.

    >>> list(product_merges("abc", range(4), {"bc": 3, "ab": 4, "abc": 5}.get))
    [(1, 2, 3), (0, 1, 3)]
    """
    last = bounds[-1]
    # Of the symbol that starts, or ends, at each place the other end; 0 where it is merged away.
    end_of, start_of = list(range(1, last + 2)), list(range(-1, last))
    if len(bounds) <= last:
        for start, end in pairwise(bounds):
            end_of[start], start_of[end] = end, start
    queue: list[tuple[float, int, int]] = []
    for start, end in zip(bounds, bounds[2:], strict=False):
        if (place := order(text[start:end])) is not None:
            queue.append((place, start, end))
            if proposed is not None:
                proposed(start, end_of[start], end)
    heapify(queue)
    while queue:
        _, start, end = heappop(queue)
        middle = end_of[start]
        if not middle or end_of[middle] != end:
            continue
        yield start, middle, end
        end_of[start], end_of[middle], start_of[end] = end, 0, start
        before = start_of[start]
        if before >= 0 and (place := order(text[before:end])) is not None:
            heappush(queue, (place, before, end))
            if proposed is not None:
                proposed(before, start, end)
        if end < last:
            behind = end_of[end]
            if (place := order(text[start:behind])) is not None:
                heappush(queue, (place, start, behind))
                if proposed is not None:
                    proposed(start, end, behind)


def merged_bounds(
    text: str,
    bounds: Sequence[int],
    order: Callable[[str], float | None],
    proposed: Callable[[int, int, int], None] | None = None,
) -> list[int]:
    """The bounds of the symbols that are left when all `product_merges` are made.

    >>> merged_bounds("abc", range(4), {"bc": 3, "ab": 4}.get)
    [0, 1, 3]
    """
    gone = {middle for _, middle, _ in product_merges(text, bounds, order, proposed)}
    return [at for at in bounds if at not in gone]
