"""`JoinedWords`: the tokens of many texts, gathered from those of their words.

What a word's tokens are, and where in it, is learned once: of many new words together
(`byte_words`), of the few others from the model. `Trims`: ranges are made shorter, by the spaces of
their tokens, behind all else.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Protocol

import numpy as np

from tokparity.reference_impl.batch.byte_memory import ByteMemory
from tokparity.reference_impl.batch.byte_words import WordRows
from tokparity.reference_impl.batch.cached_word import cached_word
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import Numbers, TokenRows
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.post_processors.byte_level import margins

if TYPE_CHECKING:
    import regex

SECONDS = 0.5
"""What is searched longer, the definition searches anew."""


@dataclass(frozen=True)
class Trims:
    """How ranges are made shorter: `leading` and `trailing` spaces of each id's piece, shape
    (ids,). `first_keeps`: one space before a text's first token stays."""

    leading: Numbers
    trailing: Numbers
    first_keeps: bool

    @classmethod
    def of(cls, model: Model, *, first_keeps: bool) -> "Trims":
        """By the pieces of a model."""
        last = max(model.pieces, default=-1)
        both = np.zeros((2, last + 1), np.int32)
        for number, piece in model.pieces.items():
            both[:, number] = margins(piece)
        return cls(both[0], both[1], first_keeps)

    def trim(self, rows: TokenRows, others: Ints | None = None, texts: Sequence[str] = ()) -> None:
        """Make the ranges of texts shorter. `others`: which tokens have these texts for pieces."""
        assert rows.offsets is not None
        spans = rows.offsets.reshape(-1, 2)
        starts, ends = spans[:, 0], spans[:, 1]
        ids = rows.ids
        if others is not None:
            ids = ids.copy()
            ids[others] = 0
        leading, trailing = self.leading[ids], self.trailing[ids]
        if others is not None:
            both = np.array([*map(margins, texts)], np.int32).reshape(-1, 2)
            leading[others], trailing[others] = both[:, 0], both[:, 1]
        if self.first_keeps:
            begins = starts == 0
            bounds = np.array(rows.bounds)
            begins[bounds[:-1][np.diff(bounds) > 0]] = True
            leading[begins & (leading == 1)] = 0
        np.minimum(starts + leading, ends, out=starts)
        at = np.flatnonzero(trailing)
        ends[at] = np.maximum(ends[at] - trailing[at], starts[at])


def move(rows: TokenRows, moved: Mapping[int, Sequence[int]]) -> None:
    """Put ranges where the characters of some texts, by row, came from."""
    assert rows.offsets is not None
    spans = rows.offsets.reshape(-1, 2)
    for at, origin in moved.items():
        of_one = spans[rows.bounds[at] : rows.bounds[at + 1]]
        came = np.fromiter(origin, np.int32, len(origin))
        of_one[:, 0] = came[of_one[:, 0]]
        of_one[:, 1] = came[of_one[:, 1] - 1] + 1


class Cuts(Protocol):
    """What cuts texts into words."""

    @property
    def covers(self) -> bool:
        """Whether no text has anything that is in none of its words."""
        ...

    def cut(self, texts: Sequence[str]) -> tuple[WordBytes, Ints]:
        """The words of all texts, none of them empty, one text's behind the other's; and how many
        each has."""
        ...


@dataclass(frozen=True)
class BySearch:
    """Cuts by a pattern. `harmless`: characters of a text up to which it cannot run away; for a
    longer one there is a clock, which costs more than the words."""

    pattern: "regex.Pattern[str]"
    harmless: int
    covers = False

    def cut(self, texts: Sequence[str]) -> tuple[WordBytes, Ints]:
        """As `Cuts.cut`. Raises TimeoutError."""
        find: Callable[..., list[str]] = self.pattern.findall
        found = [
            find(text) if len(text) <= self.harmless else find(text, timeout=SECONDS)
            for text in texts
        ]
        if any(map(_has_empty, found)):
            found = [[*filter(None, some)] for some in found]
        return WordBytes.of([*chain.from_iterable(found)]), _numbers(map(len, found))


def _has_empty(words: list[str]) -> bool:
    return "" in words


class Merges(Protocol):
    """What merges new words."""

    def rows(self, words: WordBytes, *, ranges: bool) -> WordRows:
        """The tokens of words, one behind the other; some it may leave out. `ranges`: or positions
        may say nothing."""
        ...


class Joins(Protocol):
    """`JoinedWords`, or what gives the same. `how`: in words, for whoever asks."""

    @property
    def how(self) -> str: ...

    def joined(
        self, texts: Sequence[str], moved: Mapping[int, Sequence[int]], *, ranges: bool
    ) -> tuple[TokenRows, list[int]]:
        """The tokens of n texts, and those texts that their words do not cover, whose tokens are to
        be left. `moved`: of a text that was changed, where each character is from. `ranges`: or
        there may be none. Raises as `Model.tokenize`, and as its cuts."""
        ...


class JoinedWords:
    """Of one model."""

    def __init__(self, cuts: Cuts, model: Model, words: Merges) -> None:
        self._cuts, self._model, self._words = cuts, model, words
        self._memories: dict[bool, ByteMemory] = {}

    @property
    def how(self) -> str:
        """As `Joins.how`."""
        return "by their words, each looked up once"

    def joined(
        self, texts: Sequence[str], moved: Mapping[int, Sequence[int]], *, ranges: bool = True
    ) -> tuple[TokenRows, list[int]]:
        """As `Joins.joined`. Words with ranges are kept apart from those without."""
        memory = self._memories.get(ranges)
        if memory is None:
            memory = self._memories[ranges] = ByteMemory(ranges=ranges)
        words, of_text = self._cuts.cut(texts)
        numbers = memory.numbers(words, lambda some: self._learn(some, ranges=ranges))
        rows, sizes = memory.rows(numbers, of_text)
        if moved and rows.offsets is not None:
            move(rows, moved)
        if self._cuts.covers:
            return rows, []
        return rows, np.flatnonzero(sizes != _numbers(map(len, texts))).tolist()

    def _learn(self, words: WordBytes, *, ranges: bool) -> WordRows:
        rows = self._words.rows(words, ranges=ranges)
        if len(rows.which) < len(words):
            rows = rows.with_others(self._one_by_one(words, rows.which))
        return rows

    def _one_by_one(self, words: WordBytes, known: Ints) -> WordRows:
        """The words that are not among those known: the model is asked for each."""
        rest = np.ones(len(words), np.bool_)
        rest[known] = False
        which = np.flatnonzero(rest)
        texts = words.picked(which).texts()
        found = [cached_word(self._model, text, spells=True) for text in texts]
        assert all(each.inside for each in found)
        return WordRows(
            which,
            _numbers(map(len, texts)),
            _numbers(len(each.ids) for each in found),
            _numbers(i for each in found for i in each.ids),
            _numbers(at for each in found for at in each.positions),
        )


def _numbers(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, np.int64)
