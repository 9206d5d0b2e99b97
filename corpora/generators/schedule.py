"""`Schedule`: which targets of which kind make up a case, given the number of the case.

First all kinds are swept once, or twice, side by side: one sweep of a kind meets each of its
targets once, in an order of its own. A kind's sweep takes as long as the square root of its cases,
so that small kinds end early and large ones are not late: the mean number of cases until any one
target is met is smallest. In the first sweep of a large kind many targets share a case, so that it
ends soon; where a `length` is given, no more than come to so many characters. One case in
`AGAIN_EVERY`, and then all, is of a later sweep: by turns in other company, and closely again,
since under other options, or with something else between, the same targets show more. Nothing is
remembered: case n depends on n and the key alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import gcd, sqrt
from typing import Generic

from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.targets.kind import Kind, T

Key = tuple[int | str, ...]

FEW = 30
"""A kind of so few cases is not packed more closely in its first sweep …"""
CLOSEST = 16
"""… and no other more than so many times."""
SAMPLE = 32
"""So many targets tell how long those of a kind are."""
AGAIN_EVERY = 5
"""One case in so many is of a later sweep while first ones go on."""


@dataclass(frozen=True, slots=True)
class ScheduledCase(Generic[T]):
    """One case: a kind, how often it was swept so before, and the targets. `close`: as many of them
    as can share a case, as they are."""

    kind: Kind[T]
    sweep: int
    targets: list[T]
    close: bool

    @property
    def is_first(self) -> bool:
        """Whether its targets were not met closely before."""
        return self.close and self.sweep == 0


@dataclass(frozen=True)  # no slots: turns are made when the first one is taken
class Schedule(Generic[T]):
    """Kinds in turns, empty ones left out. `length`: no more targets share a case than come to so
    many characters, or ids, in the mean; 0: as many as can."""

    kinds: Sequence[Kind[T]]
    length: int = 0
    _dense: tuple[int, ...] = field(init=False, repr=False)
    """How many targets of each kind share a case of its first sweep."""

    def __post_init__(self) -> None:
        derive = object.__setattr__
        packed = [_packed(kind, self.length) for kind in self.kinds if kind.size]
        derive(self, "kinds", tuple(kind for kind, _ in packed))
        derive(self, "_dense", tuple(dense for _, dense in packed))

    @cached_property
    def first(self) -> tuple[tuple[int, int], ...]:
        """(kind, how many turns it had before) of each case of the first sweeps."""
        counts = self._cases()
        kinds = zip(self.kinds, counts, strict=True)
        return _side_by_side(counts, [sqrt(count) / kind.share for kind, count in kinds])

    @cached_property
    def again(self) -> tuple[tuple[int, int], ...]:
        """The same of a round of later ones; then it begins again."""
        return _side_by_side(self._turns, [1.0] * len(self._turns))

    @cached_property
    def _turns(self) -> tuple[int, ...]:
        """How many turns each kind has in such a round."""
        kinds = zip(self.kinds, self._cases(), strict=True)
        return tuple(max(1, round(kind.share * sqrt(count))) for kind, count in kinds)

    def _cases(self) -> list[int]:
        """How many cases of the first sweeps each kind has."""
        kinds = zip(self.kinds, self._dense, strict=True)
        return [kind.sweeps * -(-kind.size // pack) for kind, pack in kinds]

    def turn(self, key: Key, number: int) -> ScheduledCase[T]:
        """Case `number`; `key` says which of all orders a sweep has. IndexError without kinds."""
        rounds, place = divmod(number, AGAIN_EVERY)
        of_first = (AGAIN_EVERY - 1) * rounds + min(place, AGAIN_EVERY - 1)
        if place < AGAIN_EVERY - 1 and of_first < len(self.first):
            which, case = self.first[of_first]
            close, case = divmod(case, -(-self.kinds[which].size // self._dense[which]))
            return self._close(key, which, close, case)
        round_, place = divmod(number - min(of_first, len(self.first)), len(self.again))
        which, earlier = self.again[place]
        kind = self.kinds[which]
        turn, closely = divmod(round_ * self._turns[which] + earlier, 2)
        if closely:
            sweep, case = divmod(turn, -(-kind.size // self._dense[which]))
            return self._close(key, which, kind.sweeps + sweep, case)
        sweep, case = divmod(turn, kind.cases)
        targets = _some(kind, (*key, kind.name, sweep), case, kind.pack)
        return ScheduledCase(kind, sweep, targets, close=False)

    def _close(self, key: Key, which: int, sweep: int, case: int) -> ScheduledCase[T]:
        kind = self.kinds[which]
        order = (*key, "close", kind.name, sweep)
        return ScheduledCase(kind, sweep, _some(kind, order, case, self._dense[which]), close=True)


def _some(kind: Kind[T], order: Key, case: int, pack: int) -> list[T]:
    """The targets of one case of a sweep."""
    first, step = _order(order, kind.size)
    places = range(case * pack, min((case + 1) * pack, kind.size))
    return [kind.target((first + step * place) % kind.size) for place in places]


def _side_by_side(counts: Sequence[int], times: Sequence[float]) -> tuple[tuple[int, int], ...]:
    """So many of each, evenly over a time each.

    >>> _side_by_side([1, 4], [1.0, 2.0])
    ((1, 0), (0, 0), (1, 1), (1, 2), (1, 3))
    """
    import numpy as np  # takes a tenth of a second

    if not counts:
        return ()
    numbers = np.repeat(np.arange(len(counts)), counts)
    places = np.concatenate([np.arange(count) for count in counts])
    share = np.repeat(np.array(times), counts)
    when = (2 * places + 1) * share / (2 * np.repeat(np.array(counts), counts))
    order = np.argsort(when, kind="stable")  # of two at one time the kind that is listed first
    return tuple(zip(numbers[order].tolist(), places[order].tolist(), strict=True))


def _packed(kind: Kind[T], length: int) -> tuple[Kind[T], int]:
    """A kind of whose targets no more share a case than come to a length, by some of them; and how
    many do in its first sweep."""
    if not length:
        return kind, closer(kind.pack, kind.cases)
    some = (len(kind.target(at * kind.size // SAMPLE)) for at in range(SAMPLE))
    each = sum(some) + SAMPLE * len(kind.between[0])
    most = max(1, length * SAMPLE // max(1, each))
    kind = replace(kind, pack=min(kind.pack, most))
    return kind, min(closer(kind.pack, kind.cases), most)


def closer(pack: int, cases: int) -> int:
    """How many targets share a case in the first sweep of a kind: of one that is not packed, and of
    one of few cases, as many as in the others.

    >>> closer(4, 30), closer(4, 150), closer(4, 6000), closer(1, 6000)
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
