"""`Schedule`: which targets of which kind make up a case, given the number of the case.

Kinds take turns; the larger a kind, the more often, as the square root of its cases: so the mean
number of cases until any one target is met is smallest. One sweep of a kind meets each of its
targets once, in an order of its own; the next ones meet them again in other company. In the first
sweep of a large kind many more of them share a case, so that it ends soon. Nothing is remembered:
case n depends on n and the key alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import gcd, sqrt
from typing import Generic

from corpora.generators.rng import Rng
from corpora.generators.targets.kind import Kind, T

Key = tuple[int | str, ...]

FEW = 60
"""A kind of so few cases is not packed more closely in its first sweep …"""
CLOSEST = 16
"""… and no other more than so many times."""


@dataclass(frozen=True, slots=True)
class Turn(Generic[T]):
    """One case: a kind, how often it was swept before, and the targets."""

    kind: Kind[T]
    sweep: int
    targets: list[T]


@dataclass(frozen=True, slots=True)
class Schedule(Generic[T]):
    """Kinds in turns, empty ones left out."""

    kinds: Sequence[Kind[T]]
    cycle: tuple[int, ...] = field(init=False)
    """Which kind's turn it is; then it begins again."""
    _earlier: tuple[int, ...] = field(init=False, repr=False)
    """How many turns the kind had before in the cycle."""
    _turns: tuple[int, ...] = field(init=False, repr=False)
    _dense: tuple[int, ...] = field(init=False, repr=False)
    """How many targets of each kind share a case of its first sweep."""

    def __post_init__(self) -> None:
        derive = object.__setattr__
        derive(self, "kinds", tuple(kind for kind in self.kinds if kind.size))
        dense = tuple(closer(kind.pack, kind.cases) for kind in self.kinds)
        cases = [-(-kind.size // pack) for kind, pack in zip(self.kinds, dense, strict=True)]
        turns = tuple(
            max(1, round(kind.share * sqrt(count)))
            for kind, count in zip(self.kinds, cases, strict=True)
        )
        places = sorted(
            ((2 * at + 1) / (2 * count), number, at)
            for number, count in enumerate(turns)
            for at in range(count)
        )
        derive(self, "cycle", tuple(number for _, number, _ in places))
        derive(self, "_earlier", tuple(at for _, _, at in places))
        derive(self, "_turns", turns)
        derive(self, "_dense", dense)

    def turn(self, key: Key, number: int) -> Turn[T]:
        """Case `number`; `key` says which of all orders a sweep has. IndexError without kinds."""
        round_, place = divmod(number, len(self.cycle))
        which = self.cycle[place]
        kind = self.kinds[which]
        case = round_ * self._turns[which] + self._earlier[place]
        pack = self._dense[which]
        first_sweep = -(-kind.size // pack)
        sweep, at = 0, case
        if case >= first_sweep:
            pack = kind.pack
            sweep, at = divmod(case - first_sweep, kind.cases)
            sweep += 1
        first, step = _order((*key, kind.name, sweep), kind.size)
        places = range(at * pack, min((at + 1) * pack, kind.size))
        targets = [kind.target((first + step * one) % kind.size) for one in places]
        return Turn(kind, sweep, targets)


def closer(pack: int, cases: int) -> int:
    """How many targets share a case in the first sweep of a kind: of one that is not packed, and of
    one of few cases, as many as in the others.

    >>> closer(4, 60), closer(4, 300), closer(4, 6000), closer(1, 6000)
    (4, 20, 64, 1)
    """
    return pack if pack == 1 else pack * max(1, min(CLOSEST, cases // FEW))


@lru_cache(maxsize=1024)
def _order(key: Key, size: int) -> tuple[int, int]:
    """Where a sweep begins, and a step that leads through all numbers before it comes back."""
    rng = Rng(*key)
    first, step = rng.below(size), rng.between(1, size)
    while gcd(step, size) != 1:
        step += 1
    return first, step
