"""`UgmRows`: the tokens of words of a Unigram of llama.cpp; `ugm_places`: where texts are cut.

A word begins at a text's first place, or at a space between other characters than those below.
Proof that its characters are what the normalizer makes of them there (`ugm_words`): no rule and no
user-defined token holds a space, and none has the character before it behind its first. So that is
replaced by itself, ends with neither space nor mark, and is in a word: the space's mark follows,
whatever is in the next word.

Proof that its tokens are those of the text: no piece has a mark behind the character before it, and
the mark is a piece. So every path comes to where it begins, and no unknown token goes on. Sums are
exact there as they are anywhere (`unigram_tokens`), so what wins behind one sum wins behind any.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tokparity.reference_impl.batch.byte_words import WordRows
from tokparity.reference_impl.batch.mark_places import MarkPlaces
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.batch.ugm_words import Normalized, UgmWords
from tokparity.reference_impl.batch.unigram_tokens import UnigramTokens
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.models.llama.ugm import LlamaUGM

LONGEST = 512
"""Characters of a word that is searched with others: each is a round."""


@dataclass(frozen=True)
class UgmRows:
    """Of a model behind its normalizer."""

    model: LlamaUGM
    words: UgmWords
    tokens: UnigramTokens

    def rows(self, words: WordBytes, *, ranges: bool = True) -> WordRows:
        """The tokens of words, one behind the other, as `ugm_places` cuts them. `ranges`: or
        positions may say nothing."""
        codes_before = words.characters() - (words.data[words.starts] == 0)
        made = self.words.normalized(words)
        long = made.sizes > LONGEST
        if not long.any():
            return self._searched(made, codes_before, ranges=ranges)
        bounds = bounds_of(made.sizes)
        stays = np.repeat(~long, made.sizes)
        short = Normalized(
            made.which[~long], made.codes[stays], made.came[stays], made.sizes[~long]
        )
        rows = self._searched(short, codes_before, ranges=ranges)
        for at in np.flatnonzero(long).tolist():
            part = slice(bounds[at], bounds[at + 1])
            which = made.which[at : at + 1]
            rows = rows.with_others(
                self._one(which, made.codes[part], made.came[part], codes_before[which])
            )
        return rows

    def _searched(self, made: Normalized, before: Ints, *, ranges: bool) -> WordRows:
        """The tokens of words that had so many characters before."""
        sizes, came = made.sizes, made.came
        starts, ends, ids, _ = self.tokens.tokens(made.codes, sizes[sizes > 0], ranges=ranges)
        positions = np.empty(2 * len(ids) * ranges, np.int64)
        if ranges:
            positions[::2], positions[1::2] = came[starts], came[ends - 1] + 1
        counts = np.diff(np.searchsorted(starts, bounds_of(sizes)))
        return WordRows(made.which, before[made.which], counts, ids, positions)

    def _one(self, which: Ints, codes: Ints, came: Ints, before: Ints) -> WordRows:
        """Of one word, by the model."""
        text = codes.astype(np.uint32).tobytes().decode("utf-32-le")
        tokens = np.array(self.model.tokenize(text), np.int64)
        positions = np.stack([came[tokens[:, 1]], came[tokens[:, 2] - 1] + 1], axis=1).ravel()
        return WordRows(which, before, np.array([len(tokens)]), tokens[:, 0], positions)


def ugm_places(model: LlamaUGM, words: UgmWords) -> MarkPlaces | None:
    """None where texts may not be cut."""
    charsmap, tails, own = words.charsmap, words.characters.tails, "".join(words.symbols)
    if "▁" not in model.matched or " " in tails or " " in own:
        return None
    if charsmap is not None and charsmap.leads_on(" "):
        return None
    marked = [pairwise(piece) for piece in model.matched if "▁" in piece[1:]]
    before_marks = {first for pairs in marked for first, char in pairs if char == "▁"}
    not_cut = frozenset(before_marks | {" ", "▁", "\0", *own})
    return MarkPlaces.of_rules(words.characters, not_cut, charsmap)
