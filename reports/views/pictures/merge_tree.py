"""`merge_trees`: how two sides merge one word, as boxes that span the symbols they cover.

The first row are the symbols of the word, each further row what a merge made of two boxes over it,
with its rank. A box that the other side has not, or has by another rank, is `odd`. Not here: the
merges themselves, which the model's trace holds, and their table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len

from tokparity.reference_impl.text.byte_level import unspell, utf8
from tokparity.reference_impl.traces import Merge
from tokparity.reports.text.visible import visible

LETTER, SPACE, ROW, GAP = 8, 18, 34, 14
"""Pixels: of a letter in the font of the boxes, around a text, of a row, between two trees."""
MOST_SYMBOLS = 40
"""A longer word is read in its table."""


@dataclass(frozen=True, slots=True)
class Box:
    """A symbol, or a merge: pixels within its tree, from the top left. `text` is made visible;
    `rank` is None of a symbol, `last` says that no merge takes it."""

    text: str
    rank: int | None
    x: int
    y: int
    width: int
    last: bool
    odd: bool


@dataclass(frozen=True, slots=True)
class MergeTree:
    """One side's boxes, each after those it covers, and how high they are together."""

    boxes: tuple[Box, ...]
    height: int


@dataclass(frozen=True, slots=True)
class MergeTrees:
    """Both sides' trees of one word, and how wide the wider is."""

    word: str
    sides: tuple[MergeTree, ...]
    width: int


@dataclass(slots=True)
class _Node:
    text: str
    start: int
    end: int
    level: int = 0
    rank: int | None = None
    last: bool = True


def merge_trees(word: str, sides: Sequence[Sequence[Merge]], source: str = "") -> MergeTrees | None:
    """`source`: the text that the word is of; its bytes are then shown as what they spell.

    None where the merges are not of the word's own letters (a prefix that is cut off, bytes of
    a character), of a word that nothing merges, and of one too long to draw.

    >>> ab = Merge("a", "b", 3)
    >>> drawn = merge_trees("abc", [[ab], [ab, Merge("ab", "c", 9)]])
    >>> [[(box.text, box.rank, box.odd) for box in side.boxes[3:]] for side in drawn.sides]
    [[('ab', 3, False)], [('ab', 3, False), ('abc', 9, True)]]
    """
    grown = [_grown(word, merges) for merges in sides]
    if len(word) > MOST_SYMBOLS or not any(sides):
        return None
    read = _reading(word, source)
    for node in (node for nodes in grown for node in nodes or ()):
        node.text = visible(read(node.text))
    columns = _columns(word, [node for nodes in grown for node in nodes or ()])
    known = [{(n.start, n.end, n.rank) for n in nodes or ()} for nodes in grown]
    trees = []
    for at, nodes in enumerate(grown):
        if nodes is None:
            return None
        others = known[1 - at] if len(known) == 2 else known[at]
        boxes = tuple(
            Box(
                node.text,
                node.rank,
                columns[node.start],
                node.level * ROW,
                columns[node.end] - columns[node.start] - 4,
                node.last,
                (node.start, node.end, node.rank) not in others,
            )
            for node in nodes
        )
        trees.append(MergeTree(boxes, (max(n.level for n in nodes) + 1) * ROW))
    return MergeTrees(read(word), tuple(trees), columns[-1])


def first_unlike(
    left: Sequence[tuple[str, tuple[Merge, ...]]],
    right: Sequence[tuple[str, tuple[Merge, ...]]],
    source: str,
) -> MergeTrees | None:
    """The trees of the first word that both sides merge, and not alike."""
    theirs = dict(right)
    for word, merges in left:
        if word in theirs and _steps(merges) != _steps(theirs[word]):
            return merge_trees(word, (merges, theirs[word]), source)
    return None


def _reading(word: str, source: str) -> Callable[[str], str]:
    """How a text of the tree is read: as bytes where the word spells a stretch of the source."""
    data = unspell(word)
    if data is None or word in source or data not in utf8(source):
        return str

    def read(text: str) -> str:
        spelled = unspell(text) or b""
        try:
            return spelled.decode()
        except UnicodeDecodeError:
            return spelled.hex()

    return read


def _steps(merges: Sequence[Merge]) -> list[Merge]:
    return [replace(merge, candidates=()) for merge in merges]


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
        both = _Node(left.text + right.text, left.start, right.end, level, merge.rank)
        roots[at : at + 2] = [both]
        nodes.append(both)
    return nodes


def _columns(word: str, nodes: Sequence[_Node]) -> list[int]:
    """Where each symbol begins, and the last ends: wide enough for the text of every box."""
    widths = [LETTER + SPACE] * len(word)
    for node in sorted(nodes, key=lambda node: node.end - node.start):
        shown = max(cell_len(node.text), 0 if node.rank is None else len(f"≠ {node.rank}"))
        lacking = shown * LETTER + SPACE - sum(widths[node.start : node.end])
        if lacking > 0:
            widths[node.end - 1] += lacking
    places = [0]
    for width in widths:
        places.append(places[-1] + width)
    return places
