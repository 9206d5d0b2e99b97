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
from tokparity.reference_impl.batch.steps import places_of
from tokparity.reference_impl.batch.unigram_tokens import UnigramTokens
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.text.aligned import Aligned

LONGEST = 1 << 14
"""Characters of a chunk that is searched with others."""
_NONE, _FIRST = np.zeros(0, np.int64), np.zeros(1, np.int64)


@dataclass(frozen=True)
class MetaspaceRows:
    """`stage`, which splits, behind a normalizer, and before a Unigram."""

    spelling: NormalizedWords
    stage: MetaspacePreTokenizer
    unigram: UnigramTokens

    def rows(self, words: WordBytes, *, ranges: bool = True) -> WordRows:
        """The tokens of chunks, one behind the other, as `mark_places` gives them. `ranges`: or
        positions may say nothing."""
        short, long = np.arange(len(words)), _NONE
        if words.sizes.max(initial=0) > LONGEST:
            is_long = words.characters() > LONGEST
            short, long = places_of(~is_long), places_of(is_long)
        if not len(short):
            return self._one_by_one(words, long)
        some = words.picked(short) if len(long) else words
        found, strange = self._searched(some, short, ranges=ranges)
        others = np.concatenate((long, strange)) if len(strange) else long
        return found.with_others(self._one_by_one(words, others)) if len(others) else found

    def _searched(self, words: WordBytes, names: Ints, *, ranges: bool) -> tuple[WordRows, Ints]:
        """And of which of these `names` nothing is said."""
        scheme, mark = self.stage.prepend_scheme, ord(self.stage.replacement)
        made = self.spelling.spelled(words, origins=ranges or scheme == "first")
        codes, came = made.codes.astype(np.int64), made.came
        codes[codes == ord(" ")] = mark
        ends = made.sizes.cumsum()
        slots = (ends - made.sizes)[made.begins]
        marked = slots[made.sizes[made.begins] > 1]
        marked = marked[codes[marked + 1] != mark]
        if scheme == "first":
            marked = marked[came[marked + 1] == 0]
        stays = np.ones(len(codes), np.bool_)
        stays[slots] = False
        if scheme != "never":
            stays[marked], codes[marked] = True, mark
            if ranges:
                came[marked] = came[marked + 1]
        upto = np.zeros(len(codes) + 1, np.int64)
        stays.cumsum(out=upto[1:])
        bounds = upto[np.concatenate((_FIRST, ends))]
        codes = codes[stays]
        begins_word = codes == mark
        begins_word[bounds[:-1][bounds[:-1] < len(codes)]] = True
        cuts = np.concatenate((places_of(begins_word), [len(codes)]))
        starts, stops, ids, unsaid = self.unigram.tokens(codes, cuts[1:] - cuts[:-1], ranges=ranges)
        edges = starts.searchsorted(bounds)
        positions = _NONE
        if ranges:
            came = came[stays]
            positions = np.empty(2 * len(ids), np.int64)
            positions[::2], positions[1::2] = came[starts], came[stops - 1] + 1
        which = names[made.which]
        rows = WordRows(which, made.before, edges[1:] - edges[:-1], ids, positions)
        if not len(unsaid):
            return rows, _NONE
        strange = np.unique(bounds.searchsorted(unsaid, "right") - 1)
        return _without(rows, strange), which[strange]

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
        rows.positions[np.repeat(tokens, 2)] if len(rows.positions) else rows.positions,
    )
