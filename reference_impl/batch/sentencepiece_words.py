"""`SentencepieceWords`: what sentencepiece's normalizer makes of words, in arrays.

A word is a text, with a NUL before it, or a part of one that begins with a space and is cut from
what is before it, as `sentencepiece_places` says.

Proof that it is the definition's: `replaced_characters` for what becomes of single ones. Then white
space is told by these, as no replacement holds a space beside others, and none is empty. Of spaces
behind each other the first stays; behind a text's start none does; at its end spaces and marks are
taken away, and the last range ends where they began. Words of which this is not so go `one_by_one`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.code_table import Codes
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.replaced_characters import ReplacedCharacters
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.text.aligned import Aligned

_MARK = ord(SPACE)
BEFORE = "x"
"""Stands before a word that begins no text."""


@dataclass(frozen=True)
class Normalized:
    """The characters of n words, word i those from `bounds[i]` to `bounds[i + 1]`. `starts` and
    `ends`, of each: where in the word as it was its range begins and ends."""

    codes: Ints
    bounds: Ints
    starts: Ints
    ends: Ints

    def with_others(self, others: "Normalized") -> "Normalized":
        """And the characters of other words, behind these."""
        return Normalized(
            np.append(self.codes, others.codes),
            np.append(self.bounds, others.bounds[1:] + len(self.codes)),
            np.append(self.starts, others.starts),
            np.append(self.ends, others.ends),
        )


@dataclass(frozen=True)
class SentencepieceWords:
    """Of one normalizer."""

    normalizer: SentencepieceNormalizer
    characters: ReplacedCharacters

    @classmethod
    def of(cls, normalizer: SentencepieceNormalizer) -> "SentencepieceWords | str":
        """Of a normalizer of which the above is so; else why it is not."""
        if normalizer.whitespace_as_suffix or not normalizer.escape_whitespaces:
            return "its spaces do not become marks before words"
        characters = ReplacedCharacters.of(normalizer.charsmap, normalizer.symbols)
        if characters is None:
            return "a rule of its charsmap ends inside a character"
        return cls(normalizer, characters)

    def normalized(self, codes: Codes, sizes: Ints) -> Normalized:
        """Of words that are not odd."""
        raw = np.cumsum(sizes) - sizes
        begins = codes[raw] == 0
        text, came, bounds = self.characters.replaced(codes, sizes, raw + begins)
        slots = bounds[:-1][begins]
        keep = np.ones(len(text), np.bool_)
        space, places, ends = text == ord(" "), np.arange(len(text)), sizes - begins
        if self.normalizer.remove_extra_whitespaces:
            before = np.append(False, space[:-1])
            before[bounds[:-1]] = False
            before[slots[slots + 1 < bounds[1:][begins]] + 1] = True
            blank = space | (text == _MARK)
            blank[slots] = True
            last = np.maximum.accumulate(np.where(blank, -1, places))[bounds[1:] - 1]
            last = np.maximum(last, bounds[:-1] - 1)
            keep = (places <= np.repeat(last, np.diff(bounds))) & ~(space & before)
            cut_off = last + 1 < bounds[1:]
            ends[cut_off] = came[last[cut_off] + 1]
        else:
            keep[slots[np.diff(bounds)[begins] == 1]] = False
        if not self.normalizer.add_dummy_prefix:
            keep[slots] = False
        text = np.where(space, _MARK, text)
        text[slots] = _MARK
        places = bounds_of(keep.astype(np.int64))
        kept, text, came = places[bounds], text[keep], came[keep]
        if self.normalizer.add_dummy_prefix:
            slots = kept[:-1][begins & (np.diff(kept) > 0)]
            came[slots] = came[slots + 1]
        behind = np.append(came[1:], 0)[: len(came)]
        some = np.diff(kept) > 0
        behind[kept[1:][some] - 1] = ends[some]
        return Normalized(text, kept, came, behind)

    def one_by_one(self, words: Iterable[str]) -> Normalized:
        """By the definition. What is no text stands behind a letter."""
        chars: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        sizes = []
        for word in words:
            begins = word[0] == "\0"
            made = self.normalizer.normalize(Aligned.of(word[1:] if begins else BEFORE + word))
            first = 0 if begins else made.text.index(BEFORE) + 1
            origin = [at - (not begins) for at in made.origin[first:]]
            size = len(made) - first
            chars.append(made.text[first:])
            sizes.append(size)
            starts += origin[:size]
            ends += origin[1:] if len(origin) > size else [at + 1 for at in origin]
        codes = np.frombuffer("".join(chars).encode("utf-32-le"), np.uint32).astype(np.int64)
        columns = (np.array(each, np.int64) for each in (starts, ends))
        return Normalized(codes, bounds_of(np.array(sizes, np.int64)), *columns)
