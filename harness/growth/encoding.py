"""How the time of encoding grows with the length of a text, shape by shape.

A side that takes four times as long for twice the text is at the mercy of whoever sends the
text. That is an observation about a library and an artefact, no divergence: both may be right.
Time is CPU time, so a busy machine changes little; nothing of a run depends on it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from tokparity.corpora.generators.material import Material
from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.sides import EncodeBatch, Side
from tokparity.harness.shards.runner import case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import EncodeOptions, Refusal
from tokparity.reports.records.growth import Curve

LENGTHS = tuple(1000 << step for step in range(8))
"""Characters of a shape's texts: 1,000, doubled up to 128,000."""
PATIENCE = 0.25
"""Seconds: a text that took longer is the last of its shape. Twice as long a text takes four times
as long at the worst that is common, and so stays under a worker's timeout."""
QUICK = 0.05
"""Seconds: what took less is measured once more, and the smaller time counts."""
Clock = Callable[[], float]
Shape = Callable[[int], str]
"""The text of a shape with so many characters."""


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
        if seconds < QUICK or not points or _is_steep(points[-1], (length, seconds)):
            # tables may be made for the first text, or for the first that is so long
            seconds = min(seconds, _timed(side, text, options, clock)[0])
        points.append((length, seconds))
        if seconds > PATIENCE:
            break
    return Curve(str(side.engine), shape, tuple(points))


def _is_steep(last: tuple[int, float], new: tuple[int, float]) -> bool:
    """Whether a longer text took half as much again as its length accounts for."""
    return new[1] * last[0] > 1.5 * last[1] * new[0]


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
