"""`LlamaPlamo2`: the cheapest way to cut a text, where tokenizer.ggml.model is "plamo2"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, nan

from reference_impl.byte_text import from_bytes, to_bytes
from reference_impl.code_units import character, code_points

TokenSpan = tuple[int, int, int]
Row = tuple[int, int, int, int]
"""Length in code points, id or -1, score, number of the suffix that it is."""

_INVALID, _UNKNOWN = -20_000_000, -10_000_000
_SENTINEL: Row = (1, -1, _UNKNOWN, 0)
_BYTE_ORDER_MARK = 0xFEFF


@dataclass(frozen=True, slots=True)
class LlamaPlamo2:
    """From the end of the text to its start, over every piece that a place may begin with.

    `found` are the pieces that are no bytes, with their ids and scores, `byte_ids` the 256 of
    bytes. Costs are whole numbers, ten-thousandths of a score. A character without a piece costs
    1000 and becomes its bytes. A byte order mark at the start of a stretch is dropped. Source:
    src/llama-vocab.cpp `llm_tokenizer_plamo2`, llama.cpp b11549.
    """

    vocab: Mapping[str, int]
    scores: Mapping[str, float]
    byte_ids: Sequence[int]
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)
    _rows: Sequence[Row] = field(init=False, repr=False, compare=False)
    _suffixes: Mapping[tuple[int, int], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})
        rows, suffixes = _table(self.vocab, self.scores)
        object.__setattr__(self, "_rows", rows)
        object.__setattr__(self, "_suffixes", suffixes)

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of a text."""
        points = list(code_points(word))
        if points and points[0][0] == _BYTE_ORDER_MARK:
            del points[0]
        path = self._path([point for point, _ in points])
        places = [at for _, at in points] + [len(word)]
        tokens: list[TokenSpan] = []
        at = 0
        while at < len(points):
            length, token_id = path[at]
            start, end = places[at], max(places[at + length], places[at] + 1)
            ids = (
                [token_id] if token_id >= 0 else map(self.byte_ids.__getitem__, _bytes(*points[at]))
            )
            tokens += [(one, start, end) for one in ids]
            at += length
        return tuple(tokens)

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple([self.pieces[token_id] for token_id, _, _ in tokens])

    def explain(self, word: str) -> None:
        """Nothing merges here."""

    def _path(self, points: list[int]) -> list[tuple[int, int]]:
        """For each place the length and the id of the best piece that begins there."""
        rows = self._rows
        costs = [1 << 60] * len(points) + [0]
        path = [(0, 0)] * len(points)
        suffix = 0
        for at in range(len(points) - 1, -1, -1):
            row = suffix
            while row < len(rows):
                suffix = self._suffixes.get((points[at], rows[row][3]), 0)
                if suffix > 0 or rows[row][2] == _UNKNOWN:
                    break
                row += 1
            for length, token_id, score, _ in _until_sentinel(rows, suffix):
                if score > _INVALID and costs[at + length] - score < costs[at]:
                    costs[at] = costs[at + length] - score
                    path[at] = length, token_id
        return path


def _until_sentinel(rows: Sequence[Row], start: int) -> list[Row]:
    end = start
    while rows[end][2] != _UNKNOWN and end + 1 < len(rows):
        end += 1
    return list(rows[start : end + 1])


def _bytes(point: int, _: int) -> bytes:
    """The UTF-8 of a code point, of one behind U+10FFFF too."""
    if point < 0x80:
        return bytes([point])
    count = 1 + (point >= 0x80) + (point >= 0x800) + (point >= 0x10000)
    heads = [0xF00 >> count & 0xFF] + [0x80] * (count - 1)
    return bytes(head | point >> (count - at - 1) * 6 & 0x3F for at, head in enumerate(heads))


def _table(
    vocab: Mapping[str, int], scores: Mapping[str, float]
) -> tuple[list[Row], dict[tuple[int, int], int]]:
    """Rows of every suffix of every piece, those of its own beginnings longest first, and for
    (code point, suffix) the first row of both together."""
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
            cost = _cost(known[text])
            rows.append((length, ids.get(text, -1), cost, numbers.get(text, 0)))
        rows.append(_SENTINEL)
    return rows, suffixes


def _spelled(piece: str) -> list[bytes]:
    return [to_bytes(character(point)) for point, _ in code_points(piece)]


def _cost(score: float) -> int:
    """Half away from zero; what no 32 bits hold becomes what the processor makes of it."""
    if not isfinite(score):
        return _INVALID
    scaled = score * 1e4
    whole = int(scaled)
    if abs(scaled - whole) >= 0.5:
        whole += 1 if scaled > 0 else -1
    return whole if -(1 << 31) <= whole < 1 << 31 else -(1 << 31)
