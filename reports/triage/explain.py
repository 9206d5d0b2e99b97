"""Why two answers differ, from what is recorded: stage by stage up to the first difference.

A finding of two traces shows the stages, and for BPE the merges of the words that differ; one
without shows its answers side by side. Everything returned is harmless text in lines, for a fenced
block. Not here: asking anybody.
"""

from itertools import zip_longest

from tokparity.reference_impl.contract import Rendered, Stage, StreamCase
from tokparity.reference_impl.traces import Merge, Piece, StageTrace
from tokparity.reports.records.finding import Finding, Method, Sighting
from tokparity.reports.summary import describe
from tokparity.reports.summary.alignment import Change, StagePair, align_stages, differing
from tokparity.reports.summary.side_by_side import side_by_side
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.legible import legible

MOST_PIECES = 16
MOST_MERGES = 12
MOST_WORDS = 4
MOST_CANDIDATES = 6
MOST_ROWS = 24
BEFORE, STRETCH = 40, 160
"""Characters of a rendered text: before the first difference, and in all."""

MARKS: dict[Change, str] = {
    "first": "   <- the first difference that matters",
    "immaterial": "   (differs, and does not matter to the answer)",
}
METHODS: dict[Method, str] = {
    "reported": "both sides show their stages, and this is the first whose output differs",
    "two-trace": "each side's answer is what the reference gives for its file; "
    "this is the first stage where the two traces part, so that the answer is another",
    "counterfactual": "the subject shows no stages; its answers to this case and to others near it "
    "tell",
    "unknown": "no stage could be told",
}
"""How a stage was named, in words."""
KNOWN = (
    "the ledger: its entry is of this stage, and with the change that it describes the reference "
    "answers this case on one file as it does on the other"
)
"""… of a difference that is known."""


def explanation(finding: Finding, sighting: Sighting) -> list[str]:
    """The lines that explain a sighting; none where nothing but the two answers is known."""
    left, right = (harmless(name[:80]) for name in describe.side_names(finding, sighting))
    names = left, right
    pairs = align_stages(sighting.left_trace, sighting.right_trace, finding.signature.stage)
    lines: list[str] = []
    for pair in pairs:
        lines += _stage(pair, names)
        if pair.change == "first":
            return lines
    return [*lines, *_table(sighting, names), *_rendered(sighting, names)]


def parts_at(finding: Finding, sighting: Sighting) -> Stage | None:
    """The stage at which the two traces part so that it matters; None where they do not part, or
    one is not known."""
    pairs = align_stages(sighting.left_trace, sighting.right_trace, finding.signature.stage)
    first = next((pair for pair in pairs if pair.change == "first"), None)
    stage_trace = first and (first.left or first.right)
    return stage_trace.stage if stage_trace else None


def _stage(pair: StagePair, names: tuple[str, str]) -> list[str]:
    either = pair.left or pair.right
    assert either is not None
    mark = MARKS.get(pair.change, "")
    if pair.left == pair.right:
        return [f"{either.stage}: {_label(either)}", f"    both: {_pieces(either, None)}"]
    lines = [f"{either.stage}:{mark}"]
    marks = differing(pair.left, pair.right)
    for name, side, places in zip(names, (pair.left, pair.right), marks, strict=True):
        if side is not None:
            lines.append(f"    {name}, {_label(side)}: {_pieces(side, places)}")
    if pair.left is not None and pair.right is not None:
        lines += _merges(pair.left, pair.right, names)
    return lines


def _label(stage: StageTrace) -> str:
    return harmless(stage.component[:60])


def _pieces(stage: StageTrace, places: range | None) -> str:
    """Pieces with their ranges and ids, from a little before the first that differs."""
    start = max(0, places.start - 2) if places else 0
    pieces = stage.pieces[start : start + MOST_PIECES]
    more = len(stage.pieces) - start - len(pieces)
    before = [f"… {start} before"] if start else []
    after = [f"… {more} more"] if more > 0 else []
    return " ".join([*before, *map(_piece, pieces), *after]) or "(nothing)"


def _piece(piece: Piece) -> str:
    number = "" if piece.id is None else f"={piece.id}"
    return f'"{legible(piece.text, 40)}"[{piece.start}:{piece.end}]{number}'


def _merges(left: StageTrace, right: StageTrace, names: tuple[str, str]) -> list[str]:
    """The merges of each word that the two sides do not merge alike."""
    theirs = dict(right.merges)
    words = [(word, steps) for word, steps in left.merges if theirs.get(word, steps) != steps]
    lines: list[str] = []
    for word, steps in words[:MOST_WORDS]:
        lines.append(f'    merges of "{legible(word, 40)}":')
        for number, (mine, other) in enumerate(zip_longest(steps, theirs[word]), 1):
            if number > MOST_MERGES:
                lines.append("        …")
                break
            if mine == other:
                lines.append(f"        pass {number}, both: {_merge(mine)}")
                continue
            for name, merge in zip(names, (mine, other), strict=True):
                lines.append(f"        pass {number}, {name}: {_merge(merge)}")
            break  # what follows is a consequence
    return lines


def _merge(merge: Merge | None) -> str:
    if merge is None:
        return "no merge is left"
    pair = f'"{legible(merge.left, 24)}" + "{legible(merge.right, 24)}"'
    others = [
        f'"{legible(a, 24)}" + "{legible(b, 24)}" {rank}'
        for a, b, rank in merge.candidates
        if (a, b, rank) != (merge.left, merge.right, merge.rank)
    ]
    of = (
        f"; the others: {', '.join(others[:6])}{', …' if len(others) > 6 else ''}" if others else ""
    )
    return f"{pair} of rank {merge.rank}{of}"


def _table(sighting: Sighting, names: tuple[str, str]) -> list[str]:
    """Of answers of many columns the rows in which they differ, each side's cells in a line."""
    case, pieces = sighting.case, dict(sighting.pieces)
    pushed = case.ids if isinstance(case, StreamCase) else ()
    known = [(token_id, pieces.get(token_id)) for token_id in pushed]
    table = side_by_side(sighting.left, sighting.right, known)
    if table is None:
        return []
    rows = [row for row in table.rows if any(cell.differs for cell in row)]
    lines = [f"columns: {', '.join(table.header)}"] if table.header else []
    for row in rows[:MOST_ROWS]:
        for name, cells in zip(names, ([c.left for c in row], [c.right for c in row]), strict=True):
            words = (
                f'"{legible(cell, 40)}"' if isinstance(cell, str) else str(cell) for cell in cells
            )
            lines.append(f"    {name}: {' '.join(words)}")
    more = len(rows) - MOST_ROWS
    return lines + ([f"    … {more} more rows differ"] if more > 0 else [])


def _rendered(sighting: Sighting, names: tuple[str, str]) -> list[str]:
    """Of a conversation that both sides rendered the stretch around the first difference."""
    left, right = sighting.left, sighting.right
    if not isinstance(left, Rendered) or not isinstance(right, Rendered):
        return []
    of_ids, pieces = sighting.field == "ids", dict(sighting.pieces)
    start = max(0, sighting.index - (2 if of_ids else BEFORE))
    lines = [f"{sighting.field} from {start:,} on:"]
    for name, answer in zip(names, (left, right), strict=True):
        text = (answer.text or "")[start : start + STRETCH]
        stretch = f'"{legible(text, STRETCH)}"'
        if of_ids:
            ids = (answer.ids or ())[start : start + MOST_PIECES]
            stretch = " ".join(
                f'"{legible(pieces.get(token_id, ""), 40)}"={token_id}' for token_id in ids
            )
        lines.append(f"    {name}: {stretch or '(nothing)'}")
    return lines
