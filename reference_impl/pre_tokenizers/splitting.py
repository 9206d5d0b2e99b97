"""What a split does with its delimiters: the five behaviours of tokenizers.

Works on segments: ranges that cover a text without gaps, each marked as match or
not. Source: tokenizers 0.23 tokenizer/pattern.rs (segments) and
tokenizer/normalizer.rs `NormalizedString::split` (behaviours).
"""

from collections.abc import Iterable
from typing import Literal, assert_never

from reference_impl.text import Aligned

Behavior = Literal["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
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


def cut(text: Aligned, parts: list[Segment], behavior: Behavior) -> list[Aligned]:
    """The non-empty pieces that a behaviour makes of segments.

    >>> [piece.text for piece in cut(Aligned.of("a-b"), segments([(1, 2)], 3), "MergedWithNext")]
    ['a', '-b']
    """
    match behavior:
        case "Isolated":
            ranges = [(start, end) for start, end, _ in parts]
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
    if len(ranges) == 1 and ranges[0] == (0, len(text)):
        return [text] if text.text else []
    content, origin = text.text, text.origin
    return [Aligned(content[a:b], origin[a:b]) for a, b in ranges if a != b]


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
