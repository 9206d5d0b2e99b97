"""What becomes of the cases of a cell: every count, declared once.

A count is a field of `Counts`. From it derive a column of cells.parquet, its place in a line of the
journal, the totals, and a figure in each view; what counts it is `harness.shards.runner`.
"""

from dataclasses import dataclass, field, fields
from typing import Literal

from tokparity.reference_impl.strict_json.classes import declare

Tone = Literal["bad", "warn", "quiet"]
"""How a page shows a count that is not 0."""


def counted(heading: str, tone: Tone = "quiet", *, basic: bool = False) -> int:
    """A count of cases, called so in every view.

    A `basic` one is in the cells of every run there is, and has words or a mark of its own in a
    square. Any other is 0 in runs from before it, and is shown by its heading.
    """
    metadata = {"heading": heading, "tone": tone, "basic": basic}
    return field(default=0, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Figure:
    """A count as a view shows it."""

    name: str
    heading: str
    tone: Tone
    basic: bool
    value: int


@dataclass(slots=True)
class Counts:
    """What became of the cases of one op.

    compared = agreed + diverged + refused; one side cannot express the `unsupported` cases.
    """

    compared: int = counted("compared", basic=True)
    agreed: int = counted("agreed", basic=True)
    diverged: int = counted("diverged", "bad", basic=True)
    refused: int = counted("refused", "warn", basic=True)
    unsupported: int = counted("unsupported", basic=True)

    def add(self, other: "Counts") -> None:
        """Sum up, field by field."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Each count with its value, in order."""
        return tuple(
            Figure(count.name, **count.metadata, value=getattr(self, count.name))
            for count in fields(self)
        )

    @property
    def further(self) -> tuple[Figure, ...]:
        """Those that are not basic, and not 0."""
        return tuple(figure for figure in self.figures if figure.value and not figure.basic)


COUNTS = tuple(count.name for count in fields(Counts))
BASIC = tuple(figure.name for figure in Counts().figures if figure.basic)

declare(Counts, row=True)
