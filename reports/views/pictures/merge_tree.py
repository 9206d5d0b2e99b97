"""`merge_trees`: how two sides merge one word. Each row is what a merge made of two boxes over it,
with its rank.

Not here: the merges themselves, which the model's trace holds, and their table.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tokparity.reference_impl.traces import Merge, Trace
from tokparity.reports.views.pictures.spans import MOST_SYMBOLS, Picture, Span, picture

KIND = "merge tree"


@dataclass(slots=True)
class _Node:
    text: str
    start: int
    end: int
    level: int = 0
    label: str | None = None
    last: bool = True


def merge_trees(
    word: str,
    sides: Sequence[Sequence[Merge]],
    source: str = "",
    tokens: Sequence[Collection[str]] = ((), ()),
) -> Picture | None:
    """`tokens`: of each side the pieces that its model gave: one that is the whole word was taken
    without a merge, where none leads to it.

    None where the merges are not of the word's own letters (a prefix that is cut off, bytes of
    a character), of a word that nothing merges, and of one too long to draw.

    >>> ab = Merge("a", "b", 3)
    >>> drawn = merge_trees("abc", [[ab], [ab, Merge("ab", "c", 9)]])
    >>> [[(box.text, box.label, box.odd) for box in side.boxes[3:]] for side in drawn.sides]
    [[('ab', '3', False)], [('ab', '3', False), ('abc', '9', True)]]
    """
    taken = any(word in pieces for pieces in tokens)
    if not 1 < len(word) <= MOST_SYMBOLS or not (taken or any(sides)):
        return None
    grown: list[list[_Node]] = []
    for merges, pieces in zip(sides, tokens, strict=False):
        nodes = _grown(word, merges)
        if nodes is None:
            return None
        grown.append(_whole(word, nodes) if word in pieces else nodes)
    known = [{(n.start, n.end, n.label) for n in nodes} for nodes in grown]
    spans = [
        [
            Span(
                n.text,
                n.start,
                n.end,
                n.level,
                n.label,
                n.last,
                (n.start, n.end, n.label) not in others,
            )
            for n in nodes
        ]
        for nodes, others in zip(grown, reversed(known), strict=True)
    ]
    return picture(word, spans, source, KIND)


def first_unlike(left: Trace, right: Trace, source: str) -> Picture | None:
    """The trees of the first word of which the sides make other tokens, before any whose tokens
    only come about otherwise."""
    theirs = dict(right.merges)
    tokens = _pieces(left), _pieces(right)
    unlike = []
    for word, merges in left.merges:
        if word in theirs and _steps(merges) != _steps(theirs[word]):
            sides = merges, theirs[word]
            made = [_made(word, side, own) for side, own in zip(sides, tokens, strict=True)]
            unlike.append((made[0] == made[1], word, sides))
    if not unlike:
        return None
    _, word, sides = min(unlike, key=lambda each: each[0])
    return merge_trees(word, sides, source, tokens)


def _pieces(trace: Trace) -> frozenset[str]:
    """What the model gave."""
    return frozenset(piece.text for stage in trace.stages if stage.merges for piece in stage.pieces)


def _whole(word: str, nodes: list[_Node]) -> list[_Node]:
    """The nodes, and below them the word, where no merge made it."""
    if any((node.start, node.end) == (0, len(word)) for node in nodes):
        return nodes
    level = max(node.level for node in nodes) + 1
    taken = [replace(node, last=False) for node in nodes]
    return [*taken, _Node(word, 0, len(word), level, "whole")]


def _steps(merges: Sequence[Merge]) -> list[Merge]:
    return [replace(merge, candidates=()) for merge in merges]


def _made(word: str, merges: Sequence[Merge], tokens: Collection[str]) -> list[str]:
    """The tokens of a word: itself, where it was taken whole."""
    if word in tokens:
        return [word]
    nodes = _grown(word, merges) or []
    return [node.text for node in sorted(nodes, key=lambda node: node.start) if node.last]


def _grown(word: str, merges: Sequence[Merge]) -> list[_Node] | None:
    """Every node, symbols first; None where a merge finds no such neighbours."""
    nodes = [_Node(letter, at, at + 1) for at, letter in enumerate(word)]
    roots = list(nodes)
    for merge in merges:
        for at in range(len(roots) - 1):
            left, right = roots[at : at + 2]
            if (left.text, right.text) == (merge.left, merge.right):
                break
        else:
            return None
        left.last = right.last = False
        level = max(left.level, right.level) + 1
        both = _Node(left.text + right.text, left.start, right.end, level, str(merge.rank))
        roots[at : at + 2] = [both]
        nodes.append(both)
    return nodes
