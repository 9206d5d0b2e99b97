"""`WordRows`: the tokens of many texts, gathered from those of their words.

What a word's tokens are, and where in it, is learned once: of many new words together
(`byte_words`), of the few others from the model. Ranges are made shorter there too, by the spaces
of their tokens; of the first word of a text that may be by other rules, so it is another word.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Protocol

import numpy as np

from tokparity.reference_impl.batch.byte_words import ByteWords
from tokparity.reference_impl.batch.cached_word import cached_word
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import Numbers, TokenRows, bounds_of
from tokparity.reference_impl.batch.word_memory import Learned, WordMemory
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.post_processors.byte_level import margins

if TYPE_CHECKING:
    import regex

SECONDS = 0.5
"""What is searched longer, the definition searches anew."""
FIRST = "\udfff"
"""Stands before the first word of a text, where that is another word. No text here holds it."""


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

    def trimmed(self, positions: Ints, ids: Ints, counts: Ints, *, is_first: bool) -> Ints:
        """The positions of the N tokens of n words, shape (2N,); `is_first`: each begins a text."""
        starts, ends = positions[::2], positions[1::2]
        leading, trailing = self.leading[ids], self.trailing[ids]
        if is_first and self.first_keeps:
            begins = starts == 0
            begins[(np.cumsum(counts) - counts)[counts > 0]] = True
            leading = np.where(begins & (leading == 1), 0, leading)
        starts = np.minimum(starts + leading, ends)
        ends = np.where(trailing > 0, np.maximum(ends - trailing, starts), ends)
        return np.stack((starts, ends), axis=1).ravel()


class Cuts(Protocol):
    """What cuts texts into words."""

    def cut(self, texts: Sequence[str]) -> tuple[list[str], Ints]:
        """The words of all texts, one text's behind the other's, and how many each has."""
        ...


@dataclass(frozen=True)
class BySearch:
    """Cuts by a pattern. `harmless`: characters of a text up to which it cannot run away; for a
    longer one there is a clock, which costs more than the words."""

    pattern: "regex.Pattern[str]"
    harmless: int

    def cut(self, texts: Sequence[str]) -> tuple[list[str], Ints]:
        """As `Cuts.cut`. Raises TimeoutError."""
        find: Callable[..., list[str]] = self.pattern.findall
        found = [
            find(text) if len(text) <= self.harmless else find(text, timeout=SECONDS)
            for text in texts
        ]
        return [*chain.from_iterable(found)], _numbers(map(len, found))


class WordRows:
    """Of one model. `trims`: how ranges are made shorter, if they are."""

    def __init__(self, cuts: Cuts, model: Model, words: ByteWords, trims: Trims | None) -> None:
        self._cuts, self._model, self._words, self._trims = cuts, model, words, trims
        self._memory = WordMemory()

    def joined(
        self, texts: Sequence[str], moved: Mapping[int, Sequence[int]]
    ) -> tuple[TokenRows, list[int]]:
        """The tokens of n texts, and those texts that their words do not cover, whose tokens are to
        be left. `moved`: of a text that was changed, where each character is from. Raises as
        `Model.tokenize`, and as its cuts."""
        words, of_text = self._cuts.cut(texts)
        if self._trims is not None and self._trims.first_keeps:
            for first in bounds_of(of_text)[:-1][of_text > 0].tolist():
                words[first] = FIRST + words[first]
        rows, sizes = self._memory.rows(self._memory.numbers(words, self._learn), of_text)
        spans = rows.offsets.reshape(-1, 2)
        for at, origin in moved.items():
            of_one = spans[rows.bounds[at] : rows.bounds[at + 1]]
            came = np.fromiter(origin, np.int32, len(origin))
            of_one[:, 0] = came[of_one[:, 0]]
            of_one[:, 1] = came[of_one[:, 1] - 1] + 1
        return rows, np.flatnonzero(sizes != _numbers(map(len, texts))).tolist()

    def _learn(self, given: Sequence[str]) -> Learned:
        others = self._made([word for word in given if word[:1] != FIRST], is_first=False)
        firsts = [word[1:] for word in given if word[:1] == FIRST]
        if not firsts:
            return others
        words, *columns = self._made(firsts, is_first=True)
        sizes, counts, ids, positions = map(np.append, others[1:], columns)
        return [*others[0], *(FIRST + word for word in words)], sizes, counts, ids, positions

    def _made(self, given: Sequence[str], *, is_first: bool) -> Learned:
        rows = self._words.rows(given)
        known = frozenset(rows.words) if len(rows.words) < len(given) else frozenset(given)
        others = {
            word: cached_word(self._model, word, spells=True) for word in given if word not in known
        }
        assert all(each.inside for each in others.values())
        words = [*rows.words, *others]
        counts = np.append(rows.counts, _numbers(len(each.ids) for each in others.values()))
        ids = np.append(rows.ids, _numbers(i for each in others.values() for i in each.ids))
        positions = np.append(
            rows.positions, _numbers(at for each in others.values() for at in each.positions)
        )
        if self._trims is not None:
            positions = self._trims.trimmed(positions, ids, counts, is_first=is_first)
        return words, _numbers(map(len, words)), counts, ids, positions


def _numbers(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, np.int64)
