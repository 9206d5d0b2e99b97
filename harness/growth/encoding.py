"""How the time of encoding grows with the length of a text, shape by shape.

A side that takes four times as long for twice the text is at the mercy of whoever sends the
text. That is an observation about a library and an artefact, no divergence: both may be right.
Time is CPU time, so a busy machine changes little; nothing of a run depends on it.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tokparity.corpora.generators.material import Material
from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.sides import EncodeBatch, Side
from tokparity.harness.shards.runner import case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import EncodeOptions, Refusal

LENGTHS = tuple(1000 << step for step in range(8))
"""Characters of a shape's texts: 1,000, doubled up to 128,000."""
PATIENCE = 0.25
"""Seconds: a text that took longer is the last of its shape. Twice as long a text takes four times
as long at the worst that is common, and so stays under a worker's timeout."""
QUICK = 0.05
"""Seconds: what took less is measured once more, and the smaller time counts."""
TICK = 0.002
"""Seconds: less is told badly by a process's clock, and left out of the fit."""
STEEP = 1.5
"""The slope from which on growth is told: 1 is linear, 2 quadratic; n log n is below 1.2."""
FLOOR = 0.1
"""Seconds that the longest text must have taken: what is quick is no trouble, however it grows."""
POINTS = 3
"""Fewer measurements have no slope."""

Clock = Callable[[], float]
Shape = Callable[[int], str]
"""The text of a shape with so many characters."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Seconds by length, of one engine on one shape; `refused` is why it ended early, if it did."""

    engine: str
    shape: str
    points: tuple[tuple[int, float], ...]
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


def shapes(material: Material) -> Mapping[str, Shape]:
    """Texts of one kind of content, of any length: what merges, patterns and searches stumble on.

    >>> shapes(material)["digits"](4)  # doctest: +SKIP
    '1111'
    """
    pieces = [surface for surface in material.surfaces if surface.isascii() and surface.isalpha()]
    piece = max(pieces, key=len) if pieces else "piece"
    added = max(material.added, key=len, default="<|endoftext|>")
    units = {
        "one letter": "a",
        "letters in turn": "ab",
        "a long piece": piece,
        "spaces": " ",
        "lines": "\n",
        "letters and spaces in turn": "a ",
        "digits": "1",
        "punctuation": "^",
        "an added token": added,
        "all but the end of an added token": added[:-1] or added,
        "ideographs": "\u4e2d",
        "combining marks": "\u0301",
        "combining marks out of order": "\u0301\u0316",
    }
    return {name: _repeated(unit) for name, unit in units.items()}


def _repeated(unit: str) -> Shape:
    return lambda length: (unit * (length // len(unit) + 1))[:length]


def grow(
    side: Side,
    shape: str,
    make: Shape,
    options: EncodeOptions,
    clock: Clock,
    lengths: Sequence[int] = LENGTHS,
) -> Curve:
    """Time a side on longer and longer texts of a shape, till one takes more than `PATIENCE`."""
    points: list[tuple[int, float]] = []
    for length in lengths:
        text = make(length)
        seconds, refusal = _timed(side, text, options, clock)
        if refusal is not None:
            reason = f"{refusal.kind} at {length:,} characters"
            return Curve(str(side.engine), shape, tuple(points), reason)
        if seconds < QUICK or length == lengths[0]:  # or tables are made for the first
            seconds = min(seconds, _timed(side, text, options, clock)[0])
        points.append((length, seconds))
        if seconds > PATIENCE:
            break
    return Curve(str(side.engine), shape, tuple(points))


def _timed(
    side: Side, text: str, options: EncodeOptions, clock: Clock
) -> tuple[float, Refusal | None]:
    before = clock()
    results = side.submit(EncodeBatch((text,), options)).result()
    seconds = clock() - before
    answer = next(iter(results.observations()))
    return seconds, answer if isinstance(answer, Refusal) else None


def growth_of(slot: Slot, cell: CellSpec, lengths: Sequence[int] = LENGTHS) -> Iterator[Curve]:
    """The curves of both sides of a cell on every shape, under the first options they share."""
    runner = case_runner(slot, cell)
    options = next(
        (options for options in runner.options("encode")[0] if isinstance(options, EncodeOptions)),
        None,
    )
    if options is None:
        return
    wanted = shapes(slot.material(cell.left.artefact))
    for side in (runner.left, runner.right):
        _timed(side, "warm up", options, slot.cpu_seconds)
        for name, make in wanted.items():
            yield grow(side, name, make, options, slot.cpu_seconds, lengths)
