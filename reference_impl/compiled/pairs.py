"""Merges in sections: pair → rank by its hash, rank → product.

    pairs.records    of each pair its key and its rank, 8 bytes each
    pairs.starts     of each value of the hash, where its records begin; and where the last end
    pairs.products   of each rank, the id that its merge makes

Not here: what a pair and a rank are (`models.merging`).
"""

from collections.abc import Mapping, Sequence

from tokparity.reference_impl.compiled.blocks import Blocks, Damaged, Numbers
from tokparity.reference_impl.compiled.strings import Uncompiled

TYPE_CHECKING = False  # as in `blocks`
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SPREAD, _WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1
"""An odd number whose bits have no pattern, 2⁶⁴ divided by the golden ratio; and 64 bits."""
_LONGEST_CHAIN = 64
"""Pairs of one hash: a file whose pairs were chosen to have one is not compiled."""


class Pairs:
    """Ranks of pairs, read where they are asked for. Errors of all: Damaged."""

    def __init__(self, blocks: Blocks, name: str = "pairs") -> None:
        self._records = Numbers(blocks, f"{name}.records", "q")
        self._starts = Numbers(blocks, f"{name}.starts", "I")
        self._shift = 65 - (len(self._starts) - 1).bit_length()
        self.count = len(self._records) // 2

    def rank_of(self, pair: int) -> int | None:
        """The rank of a `pair_key`; None where no merge is of it."""
        chain = (pair * _SPREAD & _WORD) >> self._shift
        records = self._records
        for at in range(self._starts[chain], self._starts[chain + 1]):
            if records[2 * at] == pair:
                return records[2 * at + 1]
        return None


def whole_merges(blocks: Blocks) -> tuple[dict[int, int], list[int]]:
    """All ranks by pair in the order of their file, and all products. Errors: Damaged."""
    records = memoryview(blocks.read("pairs.records")).cast("q").tolist()
    products = memoryview(blocks.read("pairs.products")).cast("i").tolist()
    pairs = [0] * len(products)
    if len(records) != 2 * len(pairs):
        raise Damaged("has ranks without a product")
    for pair, rank in zip(records[::2], records[1::2], strict=True):
        pairs[rank] = pair
    return dict(zip(pairs, range(len(pairs)), strict=True)), products


def pair_sections(merges: Mapping[int, int], products: Sequence[int]) -> dict[str, bytes]:
    """Errors: Uncompiled."""
    import numpy as np  # takes 0.1 s, which who only reads does not need

    ranks = np.fromiter(merges.values(), np.int64, len(merges))
    if len(ranks) != len(products) or (ranks != np.arange(len(ranks))).any():
        raise Uncompiled("a pair of its merges is there twice")
    pairs = np.fromiter(merges.keys(), np.int64, len(merges))
    made = key_sections("pairs", pairs, ranks)
    return made | {"pairs.products": np.array(products, np.int32).tobytes()}


def key_sections(
    name: str, keys: "NDArray[np.int64]", values: "NDArray[np.int64]"
) -> dict[str, bytes]:
    """The records and starts of n different keys with their values. Errors: Uncompiled."""
    import numpy as np  # as above

    bits = len(keys).bit_length()
    spread = keys.view(np.uint64) * np.uint64(_SPREAD) >> np.uint64(64 - bits) if bits else keys
    chains = spread.astype(np.int64)
    lengths = np.bincount(chains, minlength=1 << bits)
    if lengths.max() > _LONGEST_CHAIN:
        raise Uncompiled("its merges have too few hashes")
    order = np.argsort(chains, kind="stable")
    return {
        f"{name}.records": np.stack([keys[order], values[order]], axis=1).tobytes(),
        f"{name}.starts": np.append(0, np.cumsum(lengths)).astype(np.uint32).tobytes(),
    }
