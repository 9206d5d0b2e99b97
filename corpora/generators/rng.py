"""`Rng`: the one source of chance, the same on every Python version.

Only `random.Random.random` is promised to repeat between versions (docs.python.org,
random, "Notes on Reproducibility"), so everything here is made from it. Not for secrets.
"""

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """A stream of choices that depends only on the parts it was made from.

    >>> Rng(7, "a").below(1000) == Rng(7, "a").below(1000)
    True
    """

    __slots__ = ("random",)

    def __init__(self, *parts: int | str) -> None:
        # Lengths are part of the key: ("ab", "c") and ("a", "bc") are different streams.
        key = "".join(f"{len(str(part))}:{part}," for part in parts)
        seed = int.from_bytes(hashlib.sha256(key.encode()).digest(), "big")
        self.random = random.Random(seed).random
        """The next float of [0, 1)."""

    def below(self, limit: int) -> int:
        """A whole number of [0, limit), limit at most 2^31."""
        return int(self.random() * limit)

    def between(self, low: int, high: int) -> int:
        """A whole number of [low, high], both included."""
        return low + int(self.random() * (high - low + 1))

    def choice(self, options: Sequence[T]) -> T:
        """One of the options; IndexError where there are none."""
        return options[int(self.random() * len(options))]

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.random() < probability
