"""`Arm`: a named way to search, as the measurement of finding power runs it: texts by the block.

The baselines of this folder stand for how others search. Each is written for this project after
the idea of its namesake alone. Not a `Generator`: those make one text for a mix of shards, an arm
makes the whole stream of a trial.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from tokparity.corpora.generators.material import Material

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Arm:
    """`texts(seed, material, block, count)` is one block of `count` texts, without lone surrogates.

    It depends on these four alone, and blocks of one count never share a number: a stream is the
    blocks 0, 1, 2 … in a row. `about` says in a line what the texts are. `ids`, called alike,
    makes what is decoded beside the ids that the texts are encoded to.
    """

    name: str
    about: str
    texts: Callable[[int, Material, int, int], list[str]]
    ids: Callable[[int, Material, int, int], list[tuple[int, ...]]] | None = None


def numbered(
    make: Callable[[int, Material, int], T],
) -> Callable[[int, Material, int, int], list[T]]:
    """Blocks of an arm that can make its n-th case alone: `make(seed, material, n)`.

    >>> texts = numbered(lambda seed, material, number: str(number))
    >>> texts(0, None, 2, 3)
    ['6', '7', '8']
    """

    def texts(seed: int, material: Material, block: int, count: int) -> list[T]:
        return [make(seed, material, block * count + at) for at in range(count)]

    return texts
