"""How the time of encoding grew with the length of a text: a curve each, in `growth.jsonl`.

Only a run that was asked has the file. Not here: measuring them (`harness.growth`).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokparity.reference_impl.contract import Natural
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reports.records.finding import SCHEMA_VERSION
from tokparity.reports.records.lines import read_lines, write_lines

FILE = "growth.jsonl"
TICK = 0.002
"""Seconds: less is told badly by a process's clock, and left out of the fit."""
STEEP = 1.5
"""The slope from which on growth is told: 1 is linear, 2 quadratic; n log n is below 1.2."""
FLOOR = 0.1
"""Seconds that the longest text must have taken: what is quick is no trouble, however it grows."""
POINTS = 3
"""Fewer measurements have no slope."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Seconds by length, of one engine on one shape; `refused` is why it ended early, if it did."""

    engine: str
    shape: str
    points: tuple[tuple[Natural, float], ...]
    refused: str | None = None

    @property
    def slope(self) -> float | None:
        """Of log seconds over log length, by least squares over the last decade of lengths; None
        of too few measurements.

        >>> round(Curve("x", "a", ((1000, 0.01), (2000, 0.04), (4000, 0.16))).slope, 3)
        2.0
        """
        longest = self.points[-1][0] if self.points else 0
        fitted = [
            (math.log(length), math.log(seconds))
            for length, seconds in self.points
            if length * 10 >= longest and seconds >= TICK
        ]
        if len(fitted) < POINTS:
            return None
        x = sum(length for length, _ in fitted) / len(fitted)
        y = sum(seconds for _, seconds in fitted) / len(fitted)
        across = sum((length - x) * (other - y) for length, other in fitted)
        return across / sum((length - x) ** 2 for length, _ in fitted)

    @property
    def steep(self) -> bool:
        """Whether it clearly grows faster than linear, to times that matter."""
        slope = self.slope
        return slope is not None and slope > STEEP and self.points[-1][1] >= FLOOR

    def to_json(self) -> dict[str, Any]:
        """As `check --growth --json` prints it: points are [characters, seconds]."""
        points = [[length, round(seconds, 6)] for length, seconds in self.points]
        slope = None if self.slope is None else round(self.slope, 3)
        return {
            "engine": self.engine,
            "shape": self.shape,
            "points": points,
            "slope": slope,
            "steep": self.steep,
            "refused": self.refused,
        }

    def summary(self) -> str:
        """One line for people."""
        if not self.points:
            return f"{self.engine}: {self.shape}: {self.refused}"
        length, seconds = self.points[-1]
        slope = "" if self.slope is None else f", growing as length^{self.slope:.2f}"
        ended = "" if self.refused is None else f"; then {self.refused}"
        return (
            f"{self.engine}: {self.shape}: {seconds:.3f} s for {length:,} characters{slope}{ended}"
        )


declare(Curve, derived={"schema_version": lambda _: SCHEMA_VERSION})


def write_growth(run_dir: Path, curves: Iterable[Curve]) -> None:
    """Write the file, complete or not at all."""
    write_lines(run_dir / FILE, curves)


def read_growth(run_dir: Path) -> tuple[Curve, ...]:
    """The curves of a run, none where it did not measure them; raises BadRecord."""
    path = run_dir / FILE
    return tuple(curve for _, curve in read_lines(path, Curve)) if path.is_file() else ()
