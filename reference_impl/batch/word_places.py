r"""`WordPlaces`: where the words of a split pattern begin, in many texts at once, without a search.

For the patterns of GPT-2, cl100k, Qwen and Llama 3, whose matches leave nothing of a text out: so a
cut is a set of places. A character is a letter, a number, a space, another white space, a line end,
or other; beyond both ends of a text there is an edge. Read off the patterns, branch by branch:

- Other: a run is taken whole, with a space right before it, and where `joins` the line ends behind.
- Letters: a run is taken whole, with a space before it; where `joins` with any one character before
  it that is no line end, no number and begins a match: the last of white space does, and an other
  that stands alone behind no space.
- Numbers: `each` alone; by `threes` from the start of their run; or a run, with a space before it.
- White space: all of a run up to its last line end, where `joins`, but for those that belong to
  others before it; of the rest all but the last, which goes with what is behind it or, if that
  takes none, alone. Where nothing is behind it, the rest goes whole; `ends_whole`: all of the run.
- `'s`, `'ll` and the like, in any case where `folds`, come first: where the apostrophe begins a
  match they are one, and what is behind begins another.

Tests hold this to the patterns themselves, on every text of up to six of eleven characters.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.code_table import CODES, Codes, CodeTable, Marks
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import padded, places_of, sizes_of
from tokparity.reference_impl.batch.stretches import PADDING
from tokparity.reference_impl.batch.word_bytes import WordBytes

EDGE, LETTER, NUMBER, OTHER, SPACE, WHITE, LINE = range(7)
_WHITE = (SPACE, WHITE, LINE)
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a pattern does: see above."""

    numbers: Literal["each", "threes", "runs"]
    joins: bool
    folds: bool
    ends_whole: bool = False


_FOLDED = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_BEHIND = r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_QWEN = rf"{_FOLDED}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}|{_BEHIND}"
SHAPES: dict[str, Shape] = {
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": Shape(
        "runs", joins=False, folds=False
    ),
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s": Shape(
        "runs", joins=False, folds=False
    ),
    _QWEN: Shape("each", joins=True, folds=True),
    _QWEN.replace(r"|\p{N}|", r"|\p{N}{1,3}|"): Shape("threes", joins=True, folds=True),
    (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ): Shape("threes", joins=True, folds=True, ends_whole=True),
}
"""The patterns that are known here, as files write them."""


def begins(shape: Shape, before: int, last: int, this: int, following: int) -> bool:
    """Whether a match begins at a character, by the kinds of the two before it and of the one
    behind; but for contractions, numbers by threes, and what only a whole run of white space tells.
    """
    if EDGE in (last, this):
        return True
    match this:
        case 3:  # OTHER
            return last not in (OTHER, SPACE)
        case 1 if shape.joins:  # LETTER
            return last in (NUMBER, LINE) or (last == OTHER and before in (OTHER, SPACE))
        case 1:
            return last not in (LETTER, SPACE)
        case 2 if shape.numbers == "runs":  # NUMBER
            return last not in (NUMBER, SPACE)
        case 2:
            return shape.numbers == "each" or last != NUMBER
    if last not in _WHITE:
        return not (shape.joins and this == LINE and last == OTHER)
    return following in (LETTER, NUMBER, OTHER) and not (shape.joins and this == LINE)


@dataclass(frozen=True)
class WordPlaces:
    """`kinds` tells letters and the like as the pattern's own dialect does."""

    shape: Shape
    kinds: CodeTable
    table: Flags
    covers = True

    @classmethod
    def of(cls, shape: Shape, kinds: CodeTable) -> "WordPlaces":
        """With the table of what `begins` says."""
        table = np.zeros(8**4, np.bool_)
        for around in product(range(7), repeat=4):
            at = 0
            for kind in around:
                at = at << 3 | kind
            table[at] = begins(shape, *around)
        return cls(shape, kinds, table)

    def cut(self, texts: Sequence[str]) -> tuple[WordBytes, Ints]:
        """As `Cuts.cut`."""
        every = "\0".join([*texts, ""])
        codes = np.frombuffer(every.encode("utf-32-le"), np.uint32)
        edges = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + 1) - 1
        starts = self.starts(codes, edges)
        upto = np.searchsorted(starts, edges)  # each edge is a start itself
        counts = sizes_of(upto + 1) - 1
        data = np.frombuffer(every.encode() + PADDING, np.uint8)
        if len(data) > len(codes) + len(PADDING):
            starts = places_of((data & 0xC0) != 0x80)[starts]
        bounds = padded(starts, len(data) - len(PADDING))
        sizes = bounds[1:] - bounds[:-1]
        is_word = np.ones(len(starts), np.bool_)
        is_word[upto] = False
        return WordBytes(data, starts[is_word], sizes[is_word]), counts

    def starts(self, codes: Codes, edges: Ints) -> Ints:
        """The places at which words begin, those of edges among them: characters that stand
        between texts, one behind each text, the last of all included."""
        kinds = np.full(len(codes) + 3, EDGE, np.uint8)
        kinds[2:-1] = self.kinds.of(codes)
        kinds[2 + edges] = EDGE
        pairs = kinds[:-1] << 3 | kinds[1:]
        flags = self.table[pairs[:-2].astype(np.uint16) << 6 | pairs[2:]]
        kinds = kinds[2:-1]
        self._contractions(codes, flags)
        if self.shape.numbers == "threes":
            _by_threes(kinds, flags)
        if self.shape.joins:
            self._line_ends(kinds, flags)
        return places_of(flags)

    def _contractions(self, codes: Codes, flags: Flags) -> None:
        at = places_of(codes == ord("'"))
        at = at[flags[at]]
        if not len(at):
            return
        last = len(codes) - 1  # an edge, which no apostrophe is
        letters = _FOLDED_LETTERS if self.shape.folds else _LETTERS
        one, two = (
            letters[np.minimum(codes[np.minimum(at + by, last)], len(letters) - 1)] for by in (1, 2)
        )
        is_short = one == _SHORT
        is_long = ((one == _BEFORE_E) & (two == _E)) | ((one == _L) & (two == _L))
        for size, some in ((2, at[is_short]), (3, at[is_long])):
            for inside in range(1, size):
                flags[some + inside] = False
            flags[some + size] = True

    def _line_ends(self, kinds: Marks, flags: Flags) -> None:
        """Where white space goes on behind a line end: a match begins there if no other line end
        follows in its run, or if all before it belong to others."""
        is_line = kinds == LINE
        is_white = kinds >= SPACE
        at: Ints = places_of(is_white[1:] & is_line[:-1] & ~is_line[1:]) + 1
        if not len(at):
            return
        run: Ints = np.cumsum(~is_white)
        lines = places_of(is_line)
        following = np.append(run[lines], -1)[np.searchsorted(lines, at)]
        heads = places_of(is_line & ~np.append(False, is_line[:-1]))
        head = heads[np.searchsorted(heads, at) - 1]
        belongs = kinds[np.maximum(head - 1, 0)] == OTHER
        belongs &= head > 0
        more = following == run[at]
        if self.shape.ends_whole:
            more |= _at_end(kinds, run, at)
        flags[at[~more | belongs]] = True


def _at_end(kinds: Marks, run: Ints, at: Ints) -> Flags:
    """Whether the white space at each place goes on to the end of its text."""
    edges = places_of(kinds == EDGE)
    following = edges[np.searchsorted(edges, at)]
    ends: Flags = run[following] == run[at] + 1
    return ends


def _by_threes(kinds: Marks, flags: Flags) -> None:
    at = places_of(kinds == NUMBER)
    if len(at):
        first = np.maximum.accumulate(np.where(flags[at], at, 0))
        flags[at] = (at - first) % 3 == 0


_SHORT, _BEFORE_E, _E, _L = range(1, 5)
"""Letters of contractions: those that are one alone, and those of two."""
_LONG_S = 0x17F


def _letters(*, folds: bool) -> Marks:
    letters = np.zeros(_LONG_S + 2, np.uint8)
    for some, kind in (("stmd", _SHORT), ("rv", _BEFORE_E), ("e", _E), ("l", _L)):
        for char in some + some.upper() * folds + chr(_LONG_S) * (folds and "s" in some):
            letters[ord(char)] = kind
    return letters


_LETTERS, _FOLDED_LETTERS = _letters(folds=False), _letters(folds=True)


def kinds_of(spans: Callable[[str, str], Iterable[tuple[int, int]]]) -> CodeTable:
    """The kinds of all characters; `spans(pattern, text)` finds them in the pattern's own dialect,
    in runs: all of Unicode at once takes less than a few hundred characters one by one."""
    kinds = np.full(CODES, OTHER, np.uint8)
    every = np.arange(CODES, dtype=np.uint32).tobytes().decode("utf-32-le", "surrogatepass")
    for pattern, kind in ((r"\p{L}+", LETTER), (r"\p{N}+", NUMBER), (r"\s+", WHITE)):
        for start, stop in spans(pattern, every):
            kinds[start:stop] = kind
    for char, kind in ((" ", SPACE), ("\r", LINE), ("\n", LINE)):
        kinds[ord(char)] = kind
    return CodeTable.of_all(kinds)
