"""Batch calls of libraries, with several threads: what their adapters share.

A batch is wrong where it gives a text other ids than the text alone: state that threads share, a
window that neighbours see. So even one text is asked as a batch, of copies of itself.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

LEAST = 8
"""Items of the smallest batch: every thread has some."""
Item = TypeVar("Item")
Answer = TypeVar("Answer")


class UnlikeCopies(Exception):
    """Copies of one item in a batch were answered otherwise."""


def batch_answers(
    call: Callable[[list[Item]], Sequence[Answer]], items: Sequence[Item]
) -> list[Answer]:
    """The answers to the items in one call; few items are asked several times in it.

    >>> batch_answers(lambda texts: [text.upper() for text in texts], ["a", "b"])
    ['A', 'B']

    Errors: UnlikeCopies, and what the call raises.
    """
    if not items:
        return []
    copies = -(-LEAST // len(items))
    answers = list(call([*items] * copies))
    first = answers[: len(items)]
    for at in range(1, copies):
        again = answers[at * len(items) : (at + 1) * len(items)]
        if again != first:
            raise UnlikeCopies(f"one batch, other answers to the same: {first!r} and {again!r}")
    return first
