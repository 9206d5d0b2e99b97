"""`MetaspaceRows`: the tokens of chunks whose spaces become marks, before each of which is cut.

For a Unigram behind `Metaspace` that splits. Proof that they are the definition's: `chunks` for
why a text is its chunks, `normalized_words` for what the normalizer makes of one. A mark is put
before the text where it has none: so only the first chunk may get one, which has a place for it,
and it has the range of the first character. Each mark begins a word, and what is before the first
one is one: the model sees these (`unigram_tokens`). A range is that of a token's first and last
character.
"""

from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.byte_words import WordRows
from tokparity.reference_impl.batch.normalized_words import NormalizedWords
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.unigram_tokens import UnigramTokens
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.text.aligned import Aligned

LONGEST = 1 << 14
"""Characters of a chunk that is searched with others."""


@dataclass(frozen=True)
class MetaspaceRows:
    """`stage`, which splits, behind a normalizer, and before a Unigram."""

    spelling: NormalizedWords
    stage: MetaspacePreTokenizer
    unigram: UnigramTokens

    def rows(self, words: WordBytes, *, ranges: bool = True) -> WordRows:
        """The tokens of chunks, one behind the other, as `mark_places` gives them."""
        is_long = words.characters() > LONGEST
        short, long = np.flatnonzero(~is_long), np.flatnonzero(is_long)
        if not len(short):
            return self._one_by_one(words, long)
        found, strange = self._searched(words.picked(short) if len(long) else words, short)
        others = np.concatenate((long, strange))
        return found.with_others(self._one_by_one(words, others)) if len(others) else found

    def _searched(self, words: WordBytes, names: Ints) -> tuple[WordRows, Ints]:
        """And of which of these `names` nothing is said."""
        made = self.spelling.spelled(words)
        mark = ord(self.stage.replacement)
        codes = np.where(made.codes == ord(" "), mark, made.codes)
        came, firsts = made.came, np.cumsum(made.sizes) - made.sizes
        slots = firsts[made.begins]
        there = np.ones(len(codes), np.bool_)
        there[slots] = False
        slots = slots[(made.sizes[made.begins] > 1)]
        slots = slots[codes[slots + 1] != mark]
        if self.stage.prepend_scheme != "never":
            if self.stage.prepend_scheme == "first":
                slots = slots[came[slots + 1] == 0]
            there[slots], codes[slots], came[slots] = True, mark, came[slots + 1]
        bounds = np.append(0, np.cumsum(there))[np.append(firsts, len(codes))]
        codes, came = codes[there], came[there]
        begins_word = np.append(codes == mark, False)
        begins_word[bounds[:-1]] = True
        cuts = np.flatnonzero(begins_word[: len(codes)])
        starts, ends, ids, unsaid = self.unigram.tokens(codes, np.diff(cuts, append=len(codes)))
        edges = np.searchsorted(starts, bounds)
        positions = np.empty(2 * len(ids), np.int64)
        positions[::2], positions[1::2] = came[starts], came[ends - 1] + 1
        sizes = words.characters()[made.which] - made.begins
        rows = WordRows(names[made.which], sizes, np.diff(edges), ids, positions)
        strange = np.unique(np.searchsorted(bounds, unsaid, "right") - 1)
        return _without(rows, strange) if len(strange) else rows, rows.which[strange]

    def _one_by_one(self, words: WordBytes, which: Ints) -> WordRows:
        """Each by the definition."""
        normalizer, model = self.spelling.normalizer, self.unigram.model
        sizes, counts = [], []
        ids: list[int] = []
        positions: list[int] = []
        for chunk in words.picked(which).texts():
            text = Aligned.of(chunk.removeprefix("\0"))
            normal = text if normalizer is None else normalizer.normalize(text)
            before = len(ids)
            for word in self.stage.pre_tokenize([normal[:]]):
                for token_id, start, end in model.tokenize(word.text):
                    ids.append(token_id)
                    positions += word.span(start, end)
            sizes.append(len(text))
            counts.append(len(ids) - before)
        columns = (np.array(each, np.int64) for each in (sizes, counts, ids, positions))
        return WordRows(which, *columns)


def _without(rows: WordRows, some: Ints) -> WordRows:
    stays = np.ones(len(rows.which), np.bool_)
    stays[some] = False
    tokens = np.repeat(stays, rows.counts)
    return WordRows(
        rows.which[stays],
        rows.sizes[stays],
        rows.counts[stays],
        rows.ids[tokens],
        rows.positions[np.repeat(tokens, 2)],
    )
