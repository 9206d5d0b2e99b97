"""Kaplan–Meier: the share not yet detected after so many cases, where some searches end early.

Not a statistics library: one curve of counts, no confidence bands.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SurvivalCurve:
    """`steps`, ascending: from so many cases on, this share is left; before the first all are.
    `last`: the most cases that any search ran. Of what comes later nothing is known."""

    steps: tuple[tuple[int, float], ...]
    last: int

    @property
    def left(self) -> float:
        """The share that is left at the end."""
        return self.steps[-1][1] if self.steps else 1.0


def survival(searches: Iterable[tuple[int, bool]]) -> SurvivalCurve:
    """The curve of searches, each as (cases, detected): False is censored there.

    One that ends at 4 without a detection says nothing about later: of the two left, one is found.

    >>> survival([(2, True), (4, False), (5, True), (9, False)])
    SurvivalCurve(steps=((2, 0.75), (5, 0.375)), last=9)
    """
    ended: Counter[int] = Counter()
    detections: Counter[int] = Counter()
    for cases, detected in searches:
        ended[cases] += 1
        detections[cases] += detected
    at_risk, share, steps = ended.total(), 1.0, []
    for cases in sorted(ended):
        if detections[cases]:
            share *= 1 - detections[cases] / at_risk
            steps.append((cases, share))
        at_risk -= ended[cases]
    return SurvivalCurve(tuple(steps), max(ended, default=0))


def left_after(curve: SurvivalCurve, cases: int) -> float | None:
    """The share not yet detected after so many cases; None where no search ran so many, unless
    nothing is left by then: that stays.

    >>> curve = SurvivalCurve(((2, 0.75), (5, 0.375)), 9)
    >>> left_after(curve, 4), left_after(curve, 9), left_after(curve, 10)
    (0.75, 0.375, None)
    """
    if cases > curve.last and curve.left > 0:
        return None
    at = bisect_right([step for step, _ in curve.steps], cases)
    return curve.steps[at - 1][1] if at else 1.0
