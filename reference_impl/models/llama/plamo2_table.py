"""`SuffixTable`: the search of PLaMo-2 word for word, for the vocabularies where that matters.

Rows of every suffix of every piece, walked from one to the next, find the pieces that a place
begins with, and `llama_plamo2` just looks those up. It is different where a text holds a piece that
scores -1000, as padding does: that marks the end of the rows; and where a piece is `out_of_order`.
Source: src/llama-vocab.cpp `llm_tokenizer_plamo2`, llama.cpp b11549. Not here: what the path found
becomes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, nan

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes
from tokparity.reference_impl.text.code_units import character, code_points
from tokparity.reference_impl.text.growth import TooLarge

Row = tuple[int, int, int, int]
"""Length in code points, id or -1, score, number of the suffix that it is."""
Path = list[tuple[int, int]]
"""For each place the length and the id, or -1, of the best piece that begins there."""

INVALID, UNKNOWN = -20_000_000, -10_000_000
_SENTINEL: Row = (1, -1, UNKNOWN, 0)
MOST_BYTES = 1 << 20
"""Of all suffixes together: a few seconds, and 200 MB."""


class BehindTheText(TokparityError):
    """A piece `out_of_order` is found where less text is left: the library reads on."""

    def __init__(self, at: int) -> None:
        super().__init__(f"at code point {at} a token is found that is longer than the text")
        self.at = at


@dataclass(frozen=True, slots=True)
class SuffixTable:
    """`suffixes` maps (code point, number of a suffix) to the first row of both together."""

    rows: Sequence[Row]
    suffixes: Mapping[tuple[int, int], int]

    def path(self, points: Sequence[int]) -> Path:
        """The cheapest way, from the end of the text to its start. Raises BehindTheText."""
        rows = self.rows
        costs = [1 << 60] * len(points) + [0]
        path = [(0, 0)] * len(points)
        suffix = 0
        for at in range(len(points) - 1, -1, -1):
            row = suffix
            while row < len(rows):
                suffix = self.suffixes.get((points[at], rows[row][3]), 0)
                if suffix > 0 or rows[row][2] == UNKNOWN:
                    break
                row += 1
            for length, token_id, score, _ in _until_sentinel(rows, suffix):
                if score <= INVALID:
                    continue
                if at + length > len(points):
                    raise BehindTheText(at)
                if costs[at + length] - score < costs[at]:
                    costs[at] = costs[at + length] - score
                    path[at] = length, token_id
        return path


def written_back(piece: str) -> bytes:
    """The bytes of the code points that are read of a piece. Raises NoCodePoint."""
    return b"".join(_spelled(piece))


def out_of_order(piece: str) -> bool:
    """Whether the table has a piece before it has what follows its first character.

    So only with bytes that are no UTF-8: they are written back as others, and the order is that of
    bytes, from the last. A search then finds the piece where the text goes on otherwise.
    """
    return b"".join(_spelled(piece)[1:])[::-1] > to_bytes(piece)[::-1]


def suffix_table(vocab: Mapping[str, int], scores: Mapping[str, float]) -> SuffixTable:
    """Rows of every suffix of every piece, those of its own beginnings longest first.

    `scores` are those of the pieces that are no bytes. Raises NoCodePoint, TooLarge.
    """
    total = sum(len(piece) * len(to_bytes(piece)) // 2 for piece in scores)
    if total > MOST_BYTES:
        raise TooLarge(f"the suffixes of all tokens are {total:,} bytes, and may be {MOST_BYTES:,}")
    known: dict[bytes, float] = {}
    for piece, score in scores.items():
        known[to_bytes(piece)] = score
        parts = _spelled(piece)
        for at in range(1, len(parts)):
            known.setdefault(b"".join(parts[at:]), nan)
    numbers: dict[bytes, int] = {}
    suffixes: dict[tuple[int, int], int] = {}
    ordered = sorted([*known, b""], key=lambda text: text[::-1])
    beginnings = []
    count = 0
    for suffix in ordered:
        numbers[suffix] = count
        points = [point for point, _ in code_points(from_bytes(suffix))]
        parts = [to_bytes(character(point)) for point in points]
        if suffix:
            rest = numbers.setdefault(b"".join(parts[1:]), 0)
            suffixes[points[0], rest] = count
        found = [
            (length, text)
            for length in range(len(parts), 0, -1)
            if (text := b"".join(parts[:length])) in known
        ]
        beginnings.append(found)
        count += 1 + len(found)
    rows: list[Row] = []
    ids = {to_bytes(piece): token_id for piece, token_id in vocab.items()}
    for found in beginnings:
        for length, text in found:
            cost = cost_of(known[text])
            rows.append((length, ids.get(text, -1), cost, numbers.get(text, 0)))
        rows.append(_SENTINEL)
    return SuffixTable(rows, suffixes)


def _spelled(piece: str) -> list[bytes]:
    return [to_bytes(character(point)) for point, _ in code_points(piece)]


def cost_of(score: float) -> int:
    """Ten-thousandths, half away from zero. What no 32 bits hold becomes what the processor makes
    of it."""
    if not isfinite(score):
        return INVALID
    scaled = score * 1e4
    whole = int(scaled)
    if abs(scaled - whole) >= 0.5:
        whole += 1 if scaled > 0 else -1
    return whole if -(1 << 31) <= whole < 1 << 31 else -(1 << 31)


def _until_sentinel(rows: Sequence[Row], start: int) -> list[Row]:
    end = start
    while rows[end][2] != UNKNOWN and end + 1 < len(rows):
        end += 1
    return list(rows[start : end + 1])
