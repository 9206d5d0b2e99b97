"""The stages of one text on a console: of one tokenizer line by line, of two side by side.

Of two the stage that decides comes first. Not here: which one that is (`harness.naming.passage`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tokparity.reference_impl.contract import STAGES, Stage
from tokparity.reference_impl.traces import Edge, Merge, Piece, StageTrace, Trace
from tokparity.reports.summary.alignment import Change, StagePair, align_stages, differing
from tokparity.reports.summary.ruler import as_text, reading, spells
from tokparity.reports.text.tables import print_table
from tokparity.reports.text.visible import harmless, visible
from tokparity.reports.triage.legible import legible

MOST_EDGES = 60
"""Pieces of a word that are listed."""
_STYLES = "bold magenta", "bold cyan"
"""Of what only the left, or only the right, has: beside the sign "≠", never instead of it."""
_MATTERS = "first difference that matters"
_SAID: dict[Change, tuple[str, str]] = {
    "same": ("=", ""),
    "immaterial": ("≠", "does not matter: the answer is the same without it"),
    "first": ("≠", _MATTERS),
    "later": ("≠", "differs, as a consequence"),
}
"""The sign of a row, and what to make of it."""
_PIPED = 160
"""Characters of a line where nobody looks: texts may be long, and columns are padded."""


@dataclass(frozen=True, slots=True)
class Side:
    """A tokenizer's name and trace, and by piece the scores that its model merges by."""

    name: str
    trace: Trace
    scores: Mapping[str, float] = field(default_factory=dict)


def print_stages(console: Console, text: str, sides: Sequence[Side], matters: Stage | None) -> None:
    """Of one side or two. `matters` is the first stage that decides the answers of two, None where
    these are the same."""
    if len(sides) == 1:
        for line in _alone(sides[0], text):
            console.print(Text(line), soft_wrap=True)
        return
    left, right = sides
    headline = "the ids are the same"
    if matters is not None:
        headline = f"{_MATTERS}: stage {STAGES.index(matters) + 1}, {matters}"
    console.print(Text(headline, style="bold"), soft_wrap=True)
    print_table(console, _side_by_side(left, right, matters, text), _PIPED)


def _alone(side: Side, text: str) -> Iterator[str]:
    for stage in side.trace.stages:
        yield f"{stage.stage}: {harmless(stage.component)}"
        yield "  " + " ".join(_shown(stage, text))
        for line in (*_merges(side, stage.merges), *_lattices(stage.lattices)):
            yield f"  {line}"
    yield f"ids: {_ids(side)}"


def _side_by_side(left: Side, right: Side, matters: Stage | None, text: str) -> Table:
    table = Table(pad_edge=False, show_lines=True, header_style="bold")
    table.add_column("stage", overflow="fold")
    for side in (left, right):
        table.add_column(harmless(side.name), overflow="fold", ratio=1)
    pairs = align_stages(left.trace, right.trace, matters)
    for pair in sorted(pairs, key=lambda pair: pair.change != "first"):
        stage = next(each.stage for each in (pair.left, pair.right) if each)
        sign, why = _SAID[
            "immaterial" if pair.change != "same" and matters is None else pair.change
        ]
        if pair.left is None or pair.right is None:
            sign = "·"
        first = Text(f"{sign} {STAGES.index(stage) + 1} {stage}" + (f"\n{why}" if why else ""))
        table.add_row(first, *_cells(left, right, pair, text))
    table.add_row("ids", _ids(left), _ids(right))
    return table


def _cells(left: Side, right: Side, pair: StagePair, text: str) -> tuple[Text, Text]:
    """What both sides made, the pieces that differ marked; the words cut otherwise."""
    marks = differing(pair.left, pair.right)
    unlike = _unlike(pair.left, pair.right)
    cells = []
    for at, (side, stage) in enumerate(((left, pair.left), (right, pair.right))):
        if stage is None:
            cells.append(Text("not shown", style="dim"))
            continue
        cell = Text()
        cell.append(harmless(stage.component), "dim")
        for number, piece in enumerate(_shown(stage, text)):
            cell.append("\n" if number == 0 else " ")
            if number == marks[at].start and number in marks[at]:
                cell.append("≠ ")
            cell.append(piece, _STYLES[at] if number in marks[at] else None)
        merges = [(word, steps) for word, steps in stage.merges if word in unlike]
        lattices = [(word, edges) for word, edges in stage.lattices if word in unlike]
        for line in (*_merges(side, merges), *_lattices(lattices)):
            cell.append(f"\n{line}")
        for what, all_words, shown in (
            ("merges", stage.merges, merges),
            ("pieces", stage.lattices, lattices),
        ):
            alike = len(all_words) - len(shown)
            if alike:
                cell.append(f"\n{what} of {alike} word{'s' * (alike != 1)} alike", "dim")
        cells.append(cell)
    return cells[0], cells[1]


def _unlike(mine: StageTrace | None, theirs: StageTrace | None) -> frozenset[str]:
    """Words of which the sides do not make the same in the same way, or that only one has."""
    one, other = map(_ways, (mine, theirs))
    return frozenset(word for word in (*one, *other) if one.get(word) != other.get(word))


def _ways(stage: StageTrace | None) -> dict[str, list[tuple[str, str]] | list[str]]:
    """By word its merges, or the pieces taken."""
    if stage is None:
        return {}
    return {word: [(step.left, step.right) for step in steps] for word, steps in stage.merges} | {
        word: [edge.text for edge in edges if edge.taken] for word, edges in stage.lattices
    }


def _shown(stage: StageTrace, text: str) -> Iterator[str]:
    spelled = spells(piece.text for piece in stage.pieces)
    return (_piece(piece, text[piece.start : piece.end], spelled) for piece in stage.pieces)


def _piece(piece: Piece, source: str, spelled: bool) -> str:
    """A piece as it is; one in the alphabet of bytes also as what it stands for, and one that looks
    like another text in escapes."""
    number = "" if piece.id is None else f"={piece.id}"
    read = reading(piece.text, source, spelled=spelled)
    shown = legible(read)
    plain = read in (piece.text, piece.text.replace("▁", " ")) and shown == visible(read)
    stands_for = "" if plain else f" {shown} "
    return f"{piece.text!r}{stands_for}[{piece.start}:{piece.end}]{number}"


def _ids(side: Side) -> str:
    return " ".join(map(str, side.trace.encoding.ids))


def _merges(side: Side, merges: Sequence[tuple[str, Sequence[Merge]]]) -> Iterator[str]:
    for word, steps in merges:
        spelled = spells([word])
        stands_for = f" {visible(as_text(word, spelled))}" * spelled
        yield f"merges of {word!r}{stands_for}:" + ("" if steps else " none")
        for number, step in enumerate(steps, 1):
            yield f"  pass {number}: {_pair(step.left, step.right, spelled)} rank {step.rank}" + (
                _score(side, step.left, step.right)
            )
            if step.candidates:
                candidates = (
                    f"{_pair(one, other, spelled)} {rank}{_score(side, one, other)}"
                    for one, other, rank in step.candidates
                )
                yield f"    candidates: {', '.join(candidates)}"


def _pair(left: str, right: str, spelled: bool) -> str:
    return f"({visible(as_text(left, spelled))}, {visible(as_text(right, spelled))})"


def _score(side: Side, left: str, right: str) -> str:
    score = side.scores.get(left + right)
    return "" if score is None else f" score {score:g}"


def _lattices(lattices: Iterable[tuple[str, Sequence[Edge]]]) -> Iterator[str]:
    for word, edges in lattices:
        yield f"pieces of {word!r} with their scores, those taken in [ ]:"
        listed = [_edge(edge) for edge in edges[:MOST_EDGES]]
        more = len(edges) - len(listed)
        yield "  " + ", ".join(listed) + (f" … and {more:,} more" if more else "")


def _edge(edge: Edge) -> str:
    score = "unknown" if edge.score is None else f"{edge.score:g}"
    return f"[{visible(edge.text)} {score}]" if edge.taken else f"{visible(edge.text)} {score}"
