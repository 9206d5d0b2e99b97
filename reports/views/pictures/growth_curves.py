"""`growth_pictures`: how long both sides take for longer and longer texts of one shape.

Both scales are logarithmic, and the same in all pictures: twice the slope is twice the power. Not
here: drawing them (`timings.html`).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.reports.records.growth import Curve
from tokparity.reports.text.visible import harmless

WIDTH, HEIGHT, LEFT, EDGE = 280, 150, 44, 16
"""Pixels: of a picture, of the names of the times at its left, and free around the lines."""
_LENGTHS = 1_000, 10_000, 100_000
_TIMES = ((0.001, "1 ms"), (0.01, "10 ms"), (0.1, "0.1 s"), (1, "1 s"), (10, "10 s"))
_LEAST = 0.0001
"""Seconds: what took less stands at the bottom."""


@dataclass(frozen=True, slots=True)
class Point:
    """A measurement in pixels, from the top left; `told` in words."""

    x: float
    y: float
    told: str


@dataclass(frozen=True, slots=True)
class Line:
    """The curve of an engine."""

    engine: str
    points: tuple[Point, ...]
    steep: bool
    told: str


@dataclass(frozen=True, slots=True)
class GrowthPicture:
    """The lines of one shape of text, with the names of lengths and times on both scales."""

    shape: str
    lines: tuple[Line, ...]
    lengths: tuple[Point, ...]
    times: tuple[Point, ...]

    @property
    def steep(self) -> bool:
        """Whether any side grows faster than linear, to times that matter."""
        return any(line.steep for line in self.lines)


def growth_pictures(curves: Sequence[Curve]) -> list[GrowthPicture]:
    """A picture a shape, those first in which something is steep.

    >>> (drawn,) = growth_pictures([Curve("x", "spaces", ((1000, 0.001), (10_000, 0.01)))])
    >>> [(point.x, point.y) for point in drawn.lines[0].points]
    [(44.0, 75.0), (264.0, 16.0)]
    """
    measured = [point for curve in curves for point in curve.points]
    if not measured:
        return []
    longest = max(length for length, _ in measured)
    slowest = max(seconds for _, seconds in measured)

    def x(length: float) -> float:
        share = math.log(length / _LENGTHS[0]) / math.log(max(longest / _LENGTHS[0], 2))
        return round(LEFT + share * (WIDTH - LEFT - EDGE), 1)

    def y(seconds: float) -> float:
        share = math.log(max(seconds, _LEAST) / _LEAST) / math.log(max(slowest / _LEAST, 10))
        return round(HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE), 1)

    lengths = tuple(
        Point(x(length), HEIGHT, f"{length // 1000}k") for length in _LENGTHS if length <= longest
    )
    times = tuple(Point(0, y(each), name) for each, name in _TIMES if each <= slowest)
    pictures = [
        GrowthPicture(
            harmless(shape),
            tuple(
                Line(
                    harmless(curve.engine),
                    tuple(
                        Point(x(length), y(seconds), f"{length:,} characters: {seconds:.4f} s")
                        for length, seconds in curve.points
                    ),
                    curve.steep,
                    _told(curve),
                )
                for curve in curves
                if curve.shape == shape
            ),
            lengths,
            times,
        )
        for shape in dict.fromkeys(curve.shape for curve in curves)
    ]
    return sorted(pictures, key=lambda picture: not picture.steep)


def _told(curve: Curve) -> str:
    grows = "too quick to tell" if curve.slope is None else f"as length^{curve.slope:.2f}"
    return f"{grows}, then {curve.refused}" if curve.refused else grows
