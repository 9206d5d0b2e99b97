"""`NormalizedWords`: what a normalizer makes of the words of a batch, in arrays.

For normalizers of which a text's parts make what the text makes (`chunks` tells them, and where a
text may be taken apart). Words whose characters it leaves alone, wherever they stand, are as they
are; all others are given to it together, with a lone surrogate between, which no word has. That is
for it a character like others, which composes with none.
"""

from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.code_table import Codes
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.plain_characters import PlainCharacters
from tokparity.reference_impl.batch.word_bytes import Flags, WordBytes
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.text.aligned import Aligned

_BETWEEN = "\ud800"


@dataclass(frozen=True)
class Spelled:
    """The characters of n words: word i is the i-th of `sizes`. `which`: the place of each among
    those that were given. `came`: from which character of its word each is. `begins`: the word
    begins a text: its first character, which is not counted, stands for what begins a text."""

    which: Ints
    codes: Ints
    came: Ints
    sizes: Ints
    begins: Flags


@dataclass(frozen=True)
class NormalizedWords:
    """`plain` tells the words that are left alone."""

    normalizer: Normalizer | None
    plain: PlainCharacters

    @classmethod
    def of(cls, normalizer: Normalizer | None) -> "NormalizedWords | None":
        """None where it may not be told which characters are left alone."""
        plain = PlainCharacters.of(normalizer)
        if plain is None:
            return None
        if normalizer is not None:
            between = normalizer.normalize(Aligned.of(_BETWEEN)).text
            if between != _BETWEEN:
                return None

        return cls(normalizer, plain)

    def spelled(self, words: WordBytes) -> Spelled:
        """Of words one behind the other; those that begin a text have a NUL before it."""
        codes = np.frombuffer(words.bytes.tobytes().decode().encode("utf-32-le"), np.uint32)
        sizes = words.characters()
        firsts = np.cumsum(sizes) - sizes
        begins = codes[firsts] == 0
        came = np.arange(len(codes)) - np.repeat(firsts + begins, sizes)
        which = np.arange(len(words))
        if self.normalizer is None:
            return Spelled(which, codes.astype(np.int64), came, sizes, begins)
        odd = self.plain.changes(codes)
        odd[firsts[begins]] = False
        if not odd.any():
            return Spelled(which, codes.astype(np.int64), came, sizes, begins)
        is_odd = np.logical_or.reduceat(odd, firsts)
        plain, strange = np.flatnonzero(~is_odd), np.flatnonzero(is_odd)
        stays = np.repeat(~is_odd, sizes)
        made, origin, counts = self._made(self.normalizer, words, strange, begins)
        return Spelled(
            np.concatenate((plain, strange)),
            np.concatenate((codes[stays], made)).astype(np.int64),
            np.concatenate((came[stays], origin)),
            np.concatenate((sizes[plain], counts)),
            np.concatenate((begins[plain], begins[strange])),
        )

    def _made(
        self, normalizer: Normalizer, words: WordBytes, which: Ints, begins: Flags
    ) -> tuple[Codes, Ints, Ints]:
        """Their characters, from which each is, and how many each word has."""
        firsts = begins[which]
        texts = words.picked(which).texts()
        parts = [text[first:] for text, first in zip(texts, firsts.tolist(), strict=True)]
        normal = normalizer.normalize(Aligned.of(_BETWEEN.join(["", *parts])))
        made = np.frombuffer(normal.text.encode("utf-32-le", "surrogatepass"), np.uint32)
        origin = np.fromiter(normal.origin, np.int64, len(made))
        slots = np.flatnonzero(made == ord(_BETWEEN))
        sizes = np.diff(slots, append=len(made))
        stays = np.ones(len(made), np.bool_)
        stays[slots[~firsts]] = False
        codes = made.copy()
        codes[slots] = 0
        came = origin - np.repeat(origin[slots] + 1, sizes)
        return codes[stays], came[stays], sizes - ~firsts
