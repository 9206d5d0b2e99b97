"""Survival curves as what a template draws: steps on a logarithmic axis of cases.

Not a chart library: one kind of plot, no scripts; the numbers stand in a table beside it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from evaluation.pages.survival import SurvivalCurve

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 12, 34


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis, in pixels, and what is written there."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class PlotLine:
    """One arm: `path` is SVG's, `end` says what share is left where it ends."""

    arm: str
    path: str
    end: str


@dataclass(frozen=True, slots=True)
class SurvivalPlot:
    """Two axes and a line an arm, in the order of the arms."""

    title: str
    lines: tuple[PlotLine, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def survival_plot(title: str, curves: Mapping[str, SurvivalCurve], budget: int) -> SurvivalPlot:
    """The share of searches not yet done, from 1 case to the budget."""
    end = max(budget, 10)
    tens = [10**power for power in range(int(math.log10(end)) + 1)]
    if end > 1.5 * tens[-1]:
        tens.append(end)
    return SurvivalPlot(
        title,
        tuple(_plot_line(arm, curve, end) for arm, curve in curves.items()),
        tuple(Tick(_x(cases, end), _short(cases)) for cases in tens),
        tuple(Tick(_y(share), f"{share:.0%}") for share in (0, 0.25, 0.5, 0.75, 1)),
    )


def _plot_line(arm: str, curve: SurvivalCurve, end: int) -> PlotLine:
    if not curve.last:
        return PlotLine(arm, "", "no search")
    path = [f"M{LEFT},{_y(1):.1f}"]
    for cases, left in curve.steps:
        path.append(f"H{_x(min(cases, end), end):.1f}V{_y(left):.1f}")
    share = f"{curve.left:.1%} left"
    if curve.left > 0 and curve.last < end:  # nobody ran more: the line goes no further
        path.append(f"H{_x(curve.last, end):.1f}")
        return PlotLine(arm, "".join(path), f"{share} after {curve.last:,}, where its searches end")
    path.append(f"H{WIDTH - RIGHT}")
    return PlotLine(arm, "".join(path), share)


def _short(cases: int) -> str:
    """
    >>> _short(100), _short(50_000)
    ('100', '50k')
    """
    return f"{cases // 1000:,}k" if cases >= 1000 and cases % 1000 == 0 else f"{cases:,}"


def _x(cases: int, end: int) -> float:
    return LEFT + math.log(max(cases, 1)) / math.log(end) * (WIDTH - RIGHT - LEFT)


def _y(share: float) -> float:
    return TOP + (1 - share) * (HEIGHT - BOTTOM - TOP)
