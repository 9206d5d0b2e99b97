"""Sources that run out, taken in turn, and the order in which a long list is walked.

Both are computed from the number alone, so that any block of a stream can be made first.
"""

from collections.abc import Sequence
from math import gcd

from tokparity.corpora.generators.rng import Rng


def turn(sizes: Sequence[int | None], number: int) -> tuple[int, int]:
    """Which source gives the text of this number, and which of its texts: (source, index).

    Sources take turns; one that has given all of its size drops out, None never does.
    ValueError where all have run out.

    >>> [turn((None, 2, None), number) for number in range(7)]
    [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2)]
    >>> turn((None, 2, None), 7)
    (2, 2)
    """
    rounds = 0
    for end in [*sorted({size for size in sizes if size is not None}), None]:
        left = [at for at, size in enumerate(sizes) if size is None or size > rounds]
        if not left:
            break
        if end is None or number < (end - rounds) * len(left):
            return left[number % len(left)], rounds + number // len(left)
        number -= (end - rounds) * len(left)
        rounds = end
    raise ValueError("every source has run out")


def shuffled(size: int, index: int, *key: int | str) -> int:
    """Where the index-th step of a walk through `size` places is: each place once, in the order
    that the key gives.

    >>> sorted(shuffled(10, index, 7) for index in range(10)) == list(range(10))
    True
    """
    rng = Rng("walk", size, *key)
    start, step = rng.below(size), 1 + rng.below(size)
    while gcd(step, size) != 1:
        step = 1 + rng.below(size)
    return (start + index * step) % size
