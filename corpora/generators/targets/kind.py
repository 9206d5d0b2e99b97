"""`Kind`: a numbered list of targets, small inputs that each exercise one rule of a pipeline.

What the targets are is in a file a kind; when each is met, and beside what, is decided by
`corpora.generators.schedule`. Not a generator: there is no chance here.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Ids = tuple[int, ...]
T = TypeVar("T", str, tuple[int, ...])
"""A text to encode, or ids to decode."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """`target(number)` is one of `size` targets, made when it is asked for.

    `pack`: so many targets make one case; what shows only at the start or the end of a text is not
    packed. `between`: what may stand between two of them,
    what hides them least first. `share`: how often a kind's turn comes,
    beside others of its size. `sweeps`: how often all are met in company that is as close as can
    be, before they are in other; twice or more where options decide whether they are looked for.
    """

    name: str
    size: int
    target: Callable[[int], T]
    pack: int
    between: Sequence[T]
    share: float = 1.0
    sweeps: int = 1

    @property
    def cases(self) -> int:
        """How many cases meet each target once."""
        return -(-self.size // self.pack)


def texts(
    name: str,
    targets: Iterable[str],
    pack: int = 1,
    between: Sequence[str] = (" ",),
    share: float = 1.0,
    sweeps: int = 1,
) -> Kind[str]:
    r"""A kind of given texts: each once, none empty, none with a lone surrogate.

    >>> kind = texts("letters", ["a", "b", "", "a", "\ud800"])
    >>> [kind.target(at) for at in range(kind.size)]
    ['a', 'b']
    """
    distinct = [text for text in dict.fromkeys(targets) if text and sound(text)]
    return Kind(name, len(distinct), distinct.__getitem__, pack, between, share, sweeps)


def ids(
    name: str,
    targets: Iterable[Ids],
    pack: int = 1,
    between: Sequence[Ids] = ((),),
    share: float = 1.0,
) -> Kind[Ids]:
    """A kind of given sequences of ids: each once, none empty."""
    distinct = [sequence for sequence in dict.fromkeys(targets) if sequence]
    return Kind(name, len(distinct), distinct.__getitem__, pack, between, share)


def sound(text: str) -> bool:
    r"""Whether a text holds no lone surrogate.

    >>> sound("é\U0001f642"), sound("\udc80")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def evenly(size: int, count: int) -> list[int]:
    """Up to `count` numbers below `size`, evenly apart, and the edges: the first and the last two,
    and the neighbours of every power of two from 256 on.

    >>> evenly(300, 3)
    [0, 1, 100, 200, 255, 256, 257, 298, 299]
    """
    numbers = {at * size // count for at in range(count)} | {0, 1, size - 2, size - 1}
    power = 256
    while power <= size:
        numbers |= {power - 1, power, power + 1}
        power *= 2
    return sorted(at for at in numbers if 0 <= at < size)


def row(size: int) -> int:
    """How many of so many targets make a case: more where there are many, so that a few thousand
    cases hold all of them."""
    return min(64, max(24, size // 2000))
