"""`LlamaPlamo2`: the cheapest way to cut a text, where tokenizer.ggml.model is "plamo2"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tokparity.reference_impl.models.llama.plamo2_table import (
    INVALID,
    UNKNOWN,
    Path,
    SuffixTable,
    cost_of,
    out_of_order,
    suffix_table,
    written_back,
)
from tokparity.reference_impl.text.byte_text import to_bytes
from tokparity.reference_impl.text.code_units import code_points, is_whole

TokenSpan = tuple[int, int, int]

_BYTE_ORDER_MARK = 0xFEFF


@dataclass(frozen=True)  # no slots: the table is made when it is first needed
class LlamaPlamo2:
    """From the end of the text to its start, over every piece that a place may begin with.

    `scores` are of the pieces that are no bytes, `byte_ids` the 256 of
    bytes. Costs are whole numbers, ten-thousandths of a score. A character without a piece costs
    1000 and becomes its bytes. A byte order mark at the start of a stretch is dropped. Source:
    src/llama-vocab.cpp `llm_tokenizer_plamo2`, llama.cpp b11549.
    """

    vocab: Mapping[str, int]
    scores: Mapping[str, float]
    byte_ids: Sequence[int]
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)
    _pieces: Mapping[str, tuple[int, int]] = field(init=False, repr=False, compare=False)
    _lengths: Mapping[str, Sequence[int]] = field(init=False, repr=False, compare=False)
    _by_table: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})
        pieces: dict[str, tuple[int, int]] = {}
        lengths: dict[str, set[int]] = {}
        broken = [piece for piece in self.scores if not is_whole(piece)]
        unreachable = {piece for piece in broken if written_back(piece) != to_bytes(piece)}
        for piece, score in self.scores.items():
            cost = cost_of(score)
            if cost > INVALID and piece not in unreachable:
                seen = _seen(piece) if broken else piece
                pieces[seen] = self.vocab[piece], cost
                lengths.setdefault(seen[0], set()).add(len(seen))
        object.__setattr__(self, "_pieces", pieces)
        object.__setattr__(self, "_lengths", {first: sorted(of) for first, of in lengths.items()})
        object.__setattr__(self, "_by_table", any(map(out_of_order, broken)))

    @cached_property
    def _table(self) -> SuffixTable:
        return suffix_table(self.vocab, self.scores)

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
            tokens += [(token_id, start, end) for token_id in ids]
            at += length
        return tuple(tokens)

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple([self.pieces[token_id] for token_id, _, _ in tokens])

    def explain(self, word: str) -> None:
        """Nothing merges here."""

    def _path(self, points: list[int]) -> Path:
        """The library's own table is asked only where it knows more than the pieces themselves."""
        if self._by_table:
            return self._table.path(points)
        text = "".join([chr(min(point, 0x10FFFF)) for point in points])
        costs = [0] * (len(points) + 1)
        path = [(0, 0)] * len(points)
        end = len(points)  # of what pieces may be of: none holds a number behind U+10FFFF
        for at in range(len(points) - 1, -1, -1):
            best, found = costs[at + 1] - UNKNOWN, (1, -1)
            if points[at] > 0x10FFFF:
                end = at
            for length in self._lengths.get(text[at], ()):
                known = self._pieces.get(text[at : at + length])
                if known is None or at + length > end:
                    continue
                token_id, cost = known
                if cost == UNKNOWN:
                    return self._table.path(points)
                if costs[at + length] - cost <= best:  # of the same cost the longest
                    best, found = costs[at + length] - cost, (length, token_id)
            costs[at], path[at] = best, found
        return path


def _bytes(point: int, _: int) -> bytes:
    """The UTF-8 of a code point, of one behind U+10FFFF too."""
    if point < 0x80:
        return bytes([point])
    count = 1 + (point >= 0x80) + (point >= 0x800) + (point >= 0x10000)
    heads = [0xF00 >> count & 0xFF] + [0x80] * (count - 1)
    return bytes(head | point >> (count - at - 1) * 6 & 0x3F for at, head in enumerate(heads))


def _seen(piece: str) -> str:
    """A piece as the code points that are read of it."""
    return piece if is_whole(piece) else "".join([chr(point) for point, _ in code_points(piece)])
