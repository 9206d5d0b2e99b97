"""Kaplan–Meier: the share not yet detected after so many cases, where some searches end early.

Not a statistics library: one curve of counts, no confidence bands.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence

Curve = Sequence[tuple[int, float]]
"""Steps, ascending: from so many cases on, this share is left. Before the first all are."""


def survival(searches: Iterable[tuple[int, bool]]) -> list[tuple[int, float]]:
    """The curve of searches, each as (cases, detected): False is censored there.

    One that ends at 4 without a detection says nothing about later: of the two left, one is found.

    >>> survival([(2, True), (4, False), (5, True), (9, False)])
    [(2, 0.75), (5, 0.375)]
    """
    ended: Counter[int] = Counter()
    found: Counter[int] = Counter()
    for cases, detected in searches:
        ended[cases] += 1
        found[cases] += detected
    at_risk, share, curve = ended.total(), 1.0, []
    for cases in sorted(ended):
        if found[cases]:
            share *= 1 - found[cases] / at_risk
            curve.append((cases, share))
        at_risk -= ended[cases]
    return curve


def left_after(curve: Curve, cases: int) -> float:
    """The share not yet detected after so many cases.

    >>> left_after([(2, 0.75), (5, 0.375)], 4)
    0.75
    """
    at = bisect_right([step for step, _ in curve], cases)
    return curve[at - 1][1] if at else 1.0
