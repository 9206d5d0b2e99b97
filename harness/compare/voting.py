"""`odd_one`: which of two sides a third engine leaves alone."""

from collections.abc import Sequence

from tokparity.harness.compare.verdict import (
    ALWAYS_A_FINDING,
    Agreement,
    Divergence,
    as_text,
    compare,
    first_difference,
)
from tokparity.reference_impl.contract import Bytes, Encoding, Observation, Refusal, Text
from tokparity.reports.records.vote import Odd


def odd_one(left: Observation, right: Observation, third: Observation) -> Odd:
    """Who is odd of three answers, the first two of which differ.

    Where the third agrees with neither as a whole, it may yet at the place where the two part: what
    it says behind that is another difference.

    >>> odd_one(Encoding((1,)), Encoding((2,)), Encoding((2,)))
    'left'
    >>> odd_one(Encoding((1,)), Encoding((2,)), Encoding((3,)))
    'all'
    >>> odd_one(Encoding((1, 5)), Encoding((2, 5)), Encoding((2, 7)))
    'left'
    """
    if isinstance(third, Refusal) and third.kind in ALWAYS_A_FINDING:
        return "silent"  # it broke: that is no answer
    verdicts = [compare(side, third, strict=False) for side in (left, right)]
    match verdicts:
        case [Agreement(), Divergence()]:
            return "right"
        case [Divergence(), Agreement()]:
            return "left"
        case [Divergence(), Divergence()]:
            return _where_they_part(left, right, third)
        case _:
            return "silent"


def _where_they_part(left: Observation, right: Observation, third: Observation) -> Odd:
    mine, theirs, said = (_in_order(answer) for answer in (left, right, third))
    if mine is None or theirs is None or said is None or mine == theirs:
        return "all"
    behind = first_difference(mine, theirs) + 1
    if said[:behind] == mine[:behind]:
        return "right"
    return "left" if said[:behind] == theirs[:behind] else "all"


def _in_order(answer: Observation) -> Sequence[object] | None:
    """What an answer says one after the other: ids, or the text."""
    match answer:
        case Encoding(ids):
            return ids
        case Text() | Bytes():
            return as_text(answer)
    return None
