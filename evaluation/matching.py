"""`matched`: as many places as can be, with a choice each."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

Choice = TypeVar("Choice", bound=Hashable)


def matched(choices: Sequence[Sequence[Choice]]) -> dict[Choice, int]:
    """Of as many places as can be, one of their choices each, no choice twice: the place of each
    choice. Earlier places and choices come first.

    By augmenting paths: a place that finds all its choices taken looks whether another can change.

    >>> matched([[0, 1], [0]])
    {0: 1, 1: 0}
    """
    taken: dict[Choice, int] = {}

    def place(at: int, tried: set[Choice]) -> bool:
        for choice in choices[at]:
            if choice not in tried:
                tried.add(choice)
                if choice not in taken or place(taken[choice], tried):
                    taken[choice] = at
                    return True
        return False

    for at in range(len(choices)):
        place(at, set())
    return taken
