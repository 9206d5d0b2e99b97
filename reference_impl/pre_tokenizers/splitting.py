"""What a split does with its delimiters: the five behaviours of tokenizers.

Works on segments: ranges that cover a text without gaps, each marked as match or
not. Source: tokenizers 0.23 tokenizer/pattern.rs (segments) and
tokenizer/normalizer.rs `NormalizedString::split` (behaviours).
"""

from collections.abc import Iterable
from typing import Any, Literal, assert_never, get_args

from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.aligned import Aligned

Joining = Literal["Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
Behavior = Literal["Isolated", Joining]
BEHAVIORS: tuple[Behavior, ...] = get_args(Behavior)
Segment = tuple[int, int, bool]


def segments(matches: Iterable[tuple[int, int]], length: int) -> list[Segment]:
    """Fill the gaps between matches, so that the segments cover [0, length).

    >>> segments([(1, 2)], 3)
    [(0, 1, False), (1, 2, True), (2, 3, False)]
    """
    covering = []
    at = 0
    for start, end in matches:
        if at != start:
            covering.append((at, start, False))
        covering.append((start, end, True))
        at = end
    if at != length:
        covering.append((at, length, False))
    return covering


def cut(text: Aligned, parts: list[Segment], behavior: Joining) -> list[Aligned]:
    """The non-empty pieces that a behaviour makes of segments; for Isolated see `isolate`.

    >>> [piece.text for piece in cut(Aligned.of("a-b"), segments([(1, 2)], 3), "MergedWithNext")]
    ['a', '-b']
    """
    match behavior:
        case "Removed":
            ranges = [(start, end) for start, end, is_match in parts if not is_match]
        case "Contiguous":
            ranges = _contiguous(parts)
        case "MergedWithPrevious":
            ranges = _merged_with_previous(parts)
        case "MergedWithNext":
            ranges = _merged_with_next(parts)
        case _:
            assert_never(behavior)
    content, origin = text.text, text.origin
    return [Aligned(content[a:b], origin[a:b]) for a, b in ranges if a != b]


def isolate(text: Aligned, matches: list[tuple[int, int]]) -> list[Aligned]:
    """What Isolated makes of matches: each of them and each gap between is a piece.

    >>> [piece.text for piece in isolate(Aligned.of("a-b"), [(1, 2)])]
    ['a', '-', 'b']
    """
    content, origin = text.text, text.origin
    if text.begins is None and content and (not matches or matches == [(0, len(content))]):
        return [text]  # one piece, and a slice already
    pieces = []
    at = 0
    for start, end in matches:
        if at != start:
            pieces.append(Aligned(content[at:start], origin[at:start]))
        if start != end:
            pieces.append(Aligned(content[start:end], origin[start:end]))
        at = end
    if at != len(content):
        pieces.append(Aligned(content[at:], origin[at:]))
    return pieces


def _contiguous(parts: list[Segment]) -> list[tuple[int, int]]:
    """Join neighbours of the same kind. The text's start counts as "no match"."""
    ranges: list[tuple[int, int]] = []
    previous = False
    for start, end, is_match in parts:
        if is_match == previous and ranges:
            ranges[-1] = (ranges[-1][0], end)
        else:
            ranges.append((start, end))
        previous = is_match
    return ranges


def _merged_with_previous(parts: list[Segment]) -> list[tuple[int, int]]:
    """Join a match to what stands before it, unless that is a match too."""
    ranges: list[tuple[int, int]] = []
    previous = False
    for start, end, is_match in parts:
        if is_match and not previous and ranges:
            ranges[-1] = (ranges[-1][0], end)
        else:
            ranges.append((start, end))
        previous = is_match
    return ranges


def _merged_with_next(parts: list[Segment]) -> list[tuple[int, int]]:
    """The mirror image: join a match to what stands after it, unless that is a match too."""
    ranges: list[tuple[int, int]] = []
    following = False
    for start, end, is_match in reversed(parts):
        if is_match and not following and ranges:
            ranges[-1] = (start, ranges[-1][1])
        else:
            ranges.append((start, end))
        following = is_match
    return ranges[::-1]


def read_behavior(node: Node) -> Behavior:
    """The behaviour that a file names. Raises BadArtefact."""
    return node.word({behavior: behavior for behavior in BEHAVIORS})


def removing(stage: Any) -> str | None:
    """Why a stage with a behaviour may lose text: for its declaration."""
    return "removes what it finds" if stage.behavior == "Removed" else None
