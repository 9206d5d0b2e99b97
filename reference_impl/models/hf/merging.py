"""Merging by rank: the loop at the heart of byte-pair encoding, twice.

`merge_scan` is the definition: as long as a pair of neighbours has a rank, merge the
leftmost of those with the lowest. `merge_queue` makes the same merges in
O(n log n), for words of any length, and also says how long each symbol became.

Pairs are looked up by one integer, `pair_key(left, right)`; `ranks` maps it to the rank
of the merge, and `products[rank]` is the symbol it makes.
"""

from collections.abc import Mapping, Sequence
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
    """Merge in place. Quadratic: for short words, where it is the faster of the two.

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
    """Merge by a queue of (rank, position); return the symbols left, and their lengths.

    An entry whose pair is gone is dropped when its turn comes: the test is whether the
    pair now at its position would make the same product. Source: tokenizers 0.23
    models/bpe/word.rs `merge_all`.

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
    kept = [at for at in range(count) if lengths[at]]
    return [symbols[at] for at in kept], [lengths[at] for at in kept]
