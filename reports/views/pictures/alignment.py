"""`alignment`: which characters of a text each side's normalizer made its own of.

Not here: the ranges, which the normalizer's trace holds (`origins`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.reference_impl.contract import Offset
from tokparity.reference_impl.traces import Trace
from tokparity.reports.views.pictures.spans import MOST_SYMBOLS, Picture, Span, picture

KIND = "alignment"


@dataclass(slots=True)
class _Group:
    """What is made of the characters start to end together."""

    text: str
    start: int
    end: int


def alignment(text: str, traces: Sequence[Trace]) -> Picture | None:
    """The characters as they are written, and below them what the normalizer makes of them.

    None where no normalizer changed anything, and of a text too long to draw.
    """
    normalizers = [
        next((stage for stage in trace.stages if stage.stage == "normalizer"), None)
        for trace in traces
    ]
    if not 0 < len(text) <= MOST_SYMBOLS or not any(each and each.origins for each in normalizers):
        return None
    groups = []
    for stage in normalizers:
        made = "".join(piece.text for piece in stage.pieces) if stage else text
        unchanged = tuple((at, at + 1) for at in range(len(made)))
        groups.append(_groups(made, stage.origins if stage and stage.origins else unchanged))
    known = [{(group.text, group.start, group.end) for group in side} for side in groups]
    symbols = [
        Span(letter, at, at + 1, 0, None, last=False, odd=False) for at, letter in enumerate(text)
    ]
    sides = [
        [
            *symbols,
            *(
                Span(
                    group.text,
                    group.start,
                    group.end,
                    1,
                    None,
                    last=group.text != text[group.start : group.end],
                    odd=(group.text, group.start, group.end) not in others,
                )
                for group in side
            ),
        ]
        for side, others in zip(groups, known[::-1], strict=True)
    ]
    return picture(text, sides, "", KIND)


def _groups(made: str, origins: Sequence[Offset]) -> list[_Group]:
    """Characters that came from the same, or from ranges that overlap, are one; what came from none
    is one with what follows it, at the end with what is before."""
    groups: list[_Group] = []
    from_none = ""
    for letter, (start, end) in zip(made, origins, strict=True):
        if start == end:
            from_none += letter
        elif groups and start < groups[-1].end:
            last = groups[-1]
            last.text += from_none + letter
            last.start, last.end = min(last.start, start), max(last.end, end)
            from_none = ""
        else:
            groups.append(_Group(from_none + letter, start, end))
            from_none = ""
    if from_none and groups:
        groups[-1].text += from_none
    return groups
