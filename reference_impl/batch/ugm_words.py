"""`UgmWords`: what llama.cpp's normalizer before a Unigram makes of words, in arrays.

A word is a text, with a NUL before it, or a part of one that begins with a space and is cut from
what is before it, as `ugm_rows` says. Its rules are those of sentencepiece, and so is the longest
one at a place: `replaced_characters` has the proof for what becomes of single characters, where
each beginning of a user-defined token is a symbol. No replacement holds a space beside others, and
none is empty. So all that is left are spaces: where they are merged, each word behind one begins
with a mark, as does the text; else each is a mark, and one is put before the text's first word.
Words of which this is not so go to the normalizer, one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from tokparity.reference_impl.batch.code_table import Codes
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.replaced_characters import ReplacedCharacters
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGMNormalizer
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap
from tokparity.reference_impl.normalizers.xcda import Xcda
from tokparity.reference_impl.text.aligned import Aligned

_SPACE, _MARK = ord(" "), ord("▁")
_LONGEST = 60
"""Bytes of a replacement."""


class Normalized(NamedTuple):
    """The characters of n words, of which the i-th has `sizes[i]` and is the word `which[i]`.
    `came`: from which character of its word each is."""

    which: Ints
    codes: Ints
    came: Ints
    sizes: Ints


@dataclass(frozen=True)
class UgmWords:
    """Of one normalizer. `inner`: as it is behind a text's first word. `symbols`: what it takes as
    it is, whatever rules there are."""

    normalizer: LlamaUGMNormalizer
    inner: LlamaUGMNormalizer
    charsmap: SentencepieceCharsmap | None
    symbols: frozenset[str]
    characters: ReplacedCharacters

    @classmethod
    def of(cls, normalizer: LlamaUGMNormalizer) -> "UgmWords | str":
        """Of a normalizer of which the above is so; else why it is not."""
        if not b"".join(normalizer.user_defined).isascii():
            return "a user-defined token is not of ASCII"
        try:
            charsmap = _charsmap(normalizer.charsmap)
        except TokparityError as error:
            return f"its charsmap {error}"
        own = map(bytes.decode, normalizer.user_defined)
        symbols = Symbols({text[:end] for text in own for end in range(1, len(text) + 1)})
        characters = ReplacedCharacters.of(charsmap, symbols)
        if characters is None:
            return "a rule of its charsmap ends inside a character"
        if max(map(len, normalizer.charsmap.replacements.split(b"\0"))) > _LONGEST:
            return "a rule of its charsmap makes a long text"
        if normalizer.space != "▁":
            return "its spaces do not become marks"
        inner = replace(normalizer, add_space_prefix=False)
        return cls(normalizer, inner, charsmap, symbols.symbols, characters)

    def normalized(self, words: WordBytes) -> Normalized:
        """Of words, one behind the other."""
        codes = np.frombuffer(words.bytes.tobytes().decode().encode("utf-32-le"), np.uint32)
        sizes = words.characters()
        odd = self.characters.odd(codes, np.cumsum(sizes) - sizes)
        if not odd.any():
            return self._marked(np.arange(len(words)), codes, sizes)
        plain, others = np.flatnonzero(~odd), np.flatnonzero(odd)
        made = self._marked(plain, codes[np.repeat(~odd, sizes)], sizes[plain])
        more = self._one_by_one(others, words.picked(others).texts())
        return Normalized(*(np.append(*both) for both in zip(made, more, strict=True)))

    def _marked(self, which: Ints, codes: Codes, sizes: Ints) -> Normalized:
        """Of words that are not odd."""
        raw = np.cumsum(sizes) - sizes
        begins = codes[raw] == 0
        text, came, bounds = self.characters.replaced(codes, sizes, raw + begins)
        firsts, word = bounds[:-1], np.repeat(np.arange(len(sizes)), np.diff(bounds))
        slot = np.zeros(len(text), np.bool_)
        slot[firsts[begins]] = True
        space = text == _SPACE
        char = ~slot & ~space
        marked = np.zeros(len(text), np.bool_)
        if self.normalizer.merge_spaces:
            marked[1:] = char[1:] & ~char[:-1]  # a word's first is a space, or what begins a text
        elif self.normalizer.add_space_prefix:
            places = np.flatnonzero(char)
            some, at = np.unique(word[places], return_index=True)
            marked[places[at[begins[some]]]] = True
        stays = char if self.normalizer.merge_spaces else ~slot
        times = stays.astype(np.int64) + marked
        upto = bounds_of(times)
        made = np.repeat(np.where(space, _MARK, text), times)
        made[upto[:-1][marked]] = _MARK
        return Normalized(which, made, np.repeat(came, times), np.diff(upto[bounds]))

    def _one_by_one(self, which: Ints, words: Sequence[str]) -> Normalized:
        """By the definition."""
        made = [
            self.normalizer.normalize(Aligned.of(word[1:]))
            if word[0] == "\0"
            else self.inner.normalize(Aligned.of(word))
            for word in words
        ]
        data = "".join(each.text for each in made).encode("utf-32-le")
        codes = np.frombuffer(data, np.uint32).astype(np.int64)
        came = np.fromiter(chain.from_iterable(each.origin for each in made), np.int64, len(codes))
        sizes = np.fromiter(map(len, made), np.int64, len(made))
        return Normalized(which, codes, came, sizes)


def _charsmap(rules: Xcda) -> SentencepieceCharsmap | None:
    """The rules, where they are sound: these two differ in what they do with others. Raises
    BadSentencepieceCharsmap, NotUtf8."""
    if not rules.units:
        return None
    units = np.array(rules.units, np.uint32).tobytes()
    return SentencepieceCharsmap.of(len(units).to_bytes(4, "little") + units + rules.replacements)
