"""`SentencepieceRows`: the tokens of texts and words of a sentencepiece Unigram, in arrays.

A whole text is searched in 32 bits, as its sums run through all of it; a word in 64, with how sure
it is. Not here: of what a text is made (`sentencepiece_texts`).
"""

from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.byte_words import WordRows
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.sentencepiece_paths import SentencepiecePaths
from tokparity.reference_impl.batch.sentencepiece_words import Normalized, SentencepieceWords
from tokparity.reference_impl.batch.sure_paths import Sureness, sure_ways
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.text.aligned import Aligned


@dataclass(frozen=True)
class SentencepieceRows:
    """Of a model behind a normalizer."""

    search: SentencepiecePaths
    words: SentencepieceWords

    def rows(self, words: WordBytes) -> WordRows:
        """The tokens of whole texts, one behind the other, each with a NUL before it."""
        is_long = words.characters() > self.search.longest
        if not is_long.any():
            return self._whole(words, np.arange(len(words)))
        short, long = np.flatnonzero(~is_long), np.flatnonzero(is_long)
        rows = self._one_by_one(words, long)
        return self._whole(words.picked(short), short).with_others(rows) if len(short) else rows

    def _whole(self, words: WordBytes, names: Ints) -> WordRows:
        which, made, sizes = self._normalized(words)
        some = np.diff(made.bounds)
        ways = self.search.paths.ways(made.codes, some[some > 0])
        return self._rows(names[which], made, sizes, ways)

    def sure_rows(self, words: WordBytes) -> tuple[WordRows, Sureness]:
        """The tokens of words, which are texts or parts of them, and how sure each is."""
        which, made, sizes = self._normalized(words)
        some = np.flatnonzero(np.diff(made.bounds))
        ways, sureness = sure_ways(self.search.paths, made.codes, np.diff(made.bounds)[some])
        columns = np.zeros((3, len(which)))
        columns[2] = np.inf
        columns[:, some] = sureness.sums, sureness.peaks, sureness.limits
        return self._rows(which, made, sizes, ways), Sureness(*columns)

    def _normalized(self, words: WordBytes) -> tuple[Ints, Normalized, Ints]:
        """In which order they are, their characters, and how many each had."""
        codes = np.frombuffer(words.bytes.tobytes().decode().encode("utf-32-le"), np.uint32)
        sizes = words.characters()
        firsts = np.cumsum(sizes) - sizes
        is_odd, begins = self.words.characters.odd(codes, firsts), codes[firsts] == 0
        if not is_odd.any():
            which = np.arange(len(words))
            return which, self.words.normalized(codes, sizes), sizes - begins
        plain, odd = np.flatnonzero(~is_odd), np.flatnonzero(is_odd)
        made = self.words.normalized(codes[np.repeat(~is_odd, sizes)], sizes[plain])
        which = np.append(plain, odd)
        others = self.words.one_by_one(words.picked(odd).texts())
        return which, made.with_others(others), (sizes - begins)[which]

    def _rows(
        self, which: Ints, made: Normalized, sizes: Ints, ways: tuple[Ints, Ints, Ints]
    ) -> WordRows:
        starts, ends, ids = self.search.finished(made, *ways)
        positions = np.empty(2 * len(ids), np.int64)
        positions[::2], positions[1::2] = made.starts[starts], ends
        return WordRows(which, sizes, np.diff(np.searchsorted(starts, made.bounds)), ids, positions)

    def _one_by_one(self, words: WordBytes, which: Ints) -> WordRows:
        """Each by the definition."""
        sizes, counts = [], []
        ids: list[int] = []
        positions: list[int] = []
        for whole in words.picked(which).texts():
            text = whole[1:]
            word = self.words.normalizer.normalize(Aligned.of(text))[:]
            tokens = self.search.model.tokenize(word.text)
            for number, start, end in tokens:
                ids.append(number)
                begin, until = word.span(start, max(end, start + 1))
                positions += (begin, until if end > start else begin)
            sizes.append(len(text))
            counts.append(len(tokens))
        columns = (np.array(each, np.int64) for each in (sizes, counts, ids, positions))
        return WordRows(which, *columns)
