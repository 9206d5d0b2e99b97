"""`lattice_paths`: the pieces that one word could be cut into, with their scores, and what each of
two sides takes.

Not here: which pieces those are (`reference_impl.tokenizer.lattice`).
"""

from collections.abc import Sequence

from tokparity.reference_impl.traces import Edge, Trace
from tokparity.reports.views.pictures.spans import MOST_SYMBOLS, Picture, Span, picture

KIND = "lattice"


def lattice_paths(word: str, sides: Sequence[Sequence[Edge]], source: str = "") -> Picture | None:
    """The symbols of the word, and below them its pieces, the shorter first: those that were taken
    are the last. None of a word too long to draw, or empty.

    >>> ab = Edge(0, 1, "a", -1.0, False), Edge(0, 2, "ab", -1.5, True)
    >>> drawn = lattice_paths("ab", [ab])
    >>> [(box.text, box.label, box.last) for box in drawn.sides[0].boxes[2:]]
    [('a', '-1', False), ('ab', '-1.5', True)]
    """
    if not word or len(word) > MOST_SYMBOLS:
        return None
    taken = [_taken(edges) for edges in sides]
    symbols = [
        Span(letter, at, at + 1, 0, None, last=False, odd=False) for at, letter in enumerate(word)
    ]
    spans = [
        [*symbols, *_rows(edges, others)]
        for edges, others in zip(sides, reversed(taken), strict=True)
    ]
    return picture(word, spans, source, KIND)


def first_unlike(left: Trace, right: Trace, source: str) -> Picture | None:
    """The lattices of the first word of which the sides take other pieces."""
    theirs = dict(right.lattices)
    for word, edges in left.lattices:
        if word in theirs and _taken(edges) != _taken(theirs[word]):
            return lattice_paths(word, (edges, theirs[word]), source)
    return None


def _taken(edges: Sequence[Edge]) -> set[tuple[int, int]]:
    return {(edge.start, edge.end) for edge in edges if edge.taken}


def _rows(edges: Sequence[Edge], others: set[tuple[int, int]]) -> list[Span]:
    """Each piece in the first row of its length that has room."""
    ends: list[int] = []
    spans, length, first = [], 0, 0
    for edge in sorted(edges, key=lambda e: (e.end - e.start, e.start)):
        if edge.end - edge.start != length:
            length, first = edge.end - edge.start, len(ends)
        free = (row for row in range(first, len(ends)) if ends[row] <= edge.start)
        row = next(free, len(ends))
        ends[row:] = [edge.end, *ends[row + 1 :]]
        label = "unknown" if edge.score is None else f"{edge.score:g}"
        odd = edge.taken and (edge.start, edge.end) not in others
        spans.append(Span(edge.text, edge.start, edge.end, row + 1, label, edge.taken, odd))
    return spans
