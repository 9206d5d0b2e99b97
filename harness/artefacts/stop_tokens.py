"""What the places of one model say about its stop tokens, side by side: a table, and JSON.

A place is a file or a key that names ids (`reference_impl.formats.stop_tokens`). Not here: warnings
of one conversation (`chat_warnings`).
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.stop_tokens import Declared, StopTokens
from tokparity.reports.text.visible import harmless, visible

NAMED, NOT_NAMED = "yes", "-"


class NotOneModel(TokparityError):
    """An id that is another token in another of the artefacts.

    >>> str(NotOneModel("b", 2, "</s>", "<eos>"))
    "b: 2 is '</s>', and '<eos>' in those before: these are not of one model"
    """

    def __init__(self, name: str, token_id: int, piece: str, other: str) -> None:
        reason = f"{token_id} is {piece!a}, and {other!a} in those before"
        super().__init__(f"{name}: {reason}: these are not of one model")
        self.name, self.id = name, token_id


@dataclass(frozen=True, slots=True)
class StopReport:
    """The stop tokens of an artefact, or of several that are one model's."""

    name: str
    stops: StopTokens

    @property
    def agrees(self) -> bool:
        """Whether all places name the same ids, each of a token that there is."""
        strangers = any(piece is None for piece in self._pieces().values())
        return not (self.stops.disagreements() or self.stops.unknown() or strangers)

    def _pieces(self) -> dict[int, str | None]:
        pieces = self.stops.pieces or {}
        return {token_id: pieces.get(token_id) for token_id in sorted(self.stops.ids)}

    def to_json(self) -> dict[str, Any]:
        """All of it: ids with their pieces, places with theirs, and where they disagree."""
        return {
            "name": self.name,
            "ids": [{"id": at, "piece": piece} for at, piece in self._pieces().items()],
            "places": [asdict(place) for place in self.stops.declared],
            "disagreements": [asdict(disagreement) for disagreement in self.stops.disagreements()],
            "agrees": self.agrees,
        }

    def lines(self) -> list[str]:
        """A line that sums up, a row an id, a column a place; then what no token is.

        The places are numbered, and told below: their names are long. "!" marks a row in which
        they disagree, or whose id no token has.
        """
        places, ids = self.stops.declared, self._pieces()
        if not places:
            return [f"{self.name}: no place names a stop token"]
        verdict = "agree" if self.agrees else "DISAGREE"
        lines = [f"{self.name}: {len(ids)} ids, {len(places)} places: {verdict}"]
        lines += [
            f"  [{number}] {harmless(report.place)}" for number, report in enumerate(places, 1)
        ]
        rows = [["", "id", "piece", *(f"[{number}]" for number in range(1, len(places) + 1))]]
        apart = {disagreement.id for disagreement in self.stops.disagreements()}
        for token_id, piece in ids.items():
            mark = "!" if token_id in apart or piece is None else ""
            spelling = "(no token)" if piece is None else visible(piece)
            named = (NAMED if token_id in place.ids else NOT_NAMED for place in places)
            rows.append([mark, str(token_id), spelling, *named])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            lines.append(f"  {'  '.join(cells)}".rstrip())
        for place in self.stops.unknown():
            lines.append(f"  ! {harmless(place.place)}: no token is {visible(place.unknown or '')}")
        return lines


def together(reports: Iterable[StopReport]) -> StopReport:
    """The places of several artefacts of one model, each with the name of its artefact.

    Errors: NotOneModel.

    >>> one = StopReport("a", StopTokens((Declared("eos", (1,)),), {1: "x"}))
    >>> [place.place for place in together([one, one]).stops.declared]
    ['a: eos', 'a: eos']
    """
    sources = tuple(reports)
    pieces: dict[int, str] = {}
    declared = []
    for report in sources:
        for token_id, piece in (report.stops.pieces or {}).items():
            if pieces.setdefault(token_id, piece) != piece:
                raise NotOneModel(report.name, token_id, piece, pieces[token_id])
        for place in report.stops.declared:
            declared.append(Declared(f"{report.name}: {place.place}", place.ids, place.unknown))
    return StopReport(
        " + ".join(source.name for source in sources), StopTokens(tuple(declared), pieces)
    )
