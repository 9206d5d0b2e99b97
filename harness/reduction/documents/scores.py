"""Scores of a vocabulary made rounder, for a fault that needs only their order or not even that."""

from collections.abc import Iterator, Sequence


def rounder(scores: Sequence[float]) -> Iterator[list[float]]:
    """Other scores for the same pieces, the plainest first: all equal, their order alone, rounded.

    >>> list(rounder([-3.25, -11.5, -3.25]))
    [[-1.0, -1.0, -1.0], [-1.0, -2.0, -1.0], [-3.0, -12.0, -3.0], [-3.2, -11.5, -3.2]]
    """
    order = sorted(set(scores), reverse=True)
    rank = {score: float(-1 - at) for at, score in enumerate(order)}
    for plain in (
        [-1.0] * len(scores),
        [rank[score] for score in scores],
        [float(round(score)) for score in scores],
        [round(score, 1) for score in scores],
    ):
        if plain == list(scores):
            return
        yield plain
