"""`SentencepieceRows`: the tokens of texts of a sentencepiece Unigram, in arrays.

A text is one word here, as sums of 32 bits run through all of it: a part of it rounds otherwise
behind another. Proof that its tokens are the definition's: `sentencepiece_words` for its
characters, `best_paths` for their pieces, in 32 bits; no sum comes to where the library sets all of
them back. An unknown character is its bytes, of which only the last has its range, where there
is byte fallback; else neighbours that are unknown are one token.
"""

from dataclasses import dataclass
from weakref import WeakValueDictionary

import numpy as np

from tokparity.reference_impl.batch.best_paths import BestPaths
from tokparity.reference_impl.batch.byte_words import WordRows
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.piece_trie import UNKNOWN
from tokparity.reference_impl.batch.sentencepiece_words import Normalized, SentencepieceWords
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.text.aligned import Aligned

LONGEST = 1024
"""Characters of a text that is searched with others: each is a round."""
_LARGEST = 90_000.0
"""What a sum may come to: at 100,000 the library sets it back."""
_MOST = 1e7
"""Of a text's scores together, or nothing is searched with others."""
_BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


@dataclass(frozen=True)
class SentencepiecePaths:
    """`longest`: characters that are searched; `spelled`, shape (256,): the ids of bytes, or None.
    Tens of MB: all tokenizers that have the same `model` share one."""

    model: SentencepieceUnigram
    paths: BestPaths
    longest: int
    spelled: Ints | None

    @classmethod
    def of(cls, model: SentencepieceUnigram) -> "SentencepiecePaths | str":
        """Of a model with all that it needs for unknown characters; else why not."""
        known, scores = model.known, np.array(model._scores, np.float64)
        if known.unknown < 0:
            return "its Unigram has no unknown piece"
        largest = np.abs(np.append(scores, model._unknown_score)).max()
        if not largest * LONGEST < _MOST:
            return "its Unigram's scores are no logarithms"
        if known.byte_fallback and not known.reserved.keys() >= {*_BYTES}:
            return "its Unigram has not all bytes"
        made = _shared.get(id(model))
        if made is None:
            kinds, every = known.types, known.matchable.items()
            pieces = {text: at for text, at in every if kinds[at] != "unused"}
            paths = BestPaths.of(pieces, model._scores, model._unknown_score, np.float32)
            longest = min(LONGEST, int(_LARGEST / max(largest, 1.0)))
            spelled = None
            if known.byte_fallback:
                spelled = np.array([known.reserved[byte] for byte in _BYTES])
            made = _shared[id(model)] = cls(model, paths, longest, spelled)
        return made


@dataclass(frozen=True)
class SentencepieceRows:
    """Of a model behind a normalizer."""

    search: SentencepiecePaths
    words: SentencepieceWords

    def rows(self, words: WordBytes) -> WordRows:
        """The tokens of texts, one behind the other, each with a NUL before it."""
        codes = np.frombuffer(words.bytes.tobytes().decode().encode("utf-32-le"), np.uint32)
        sizes = words.characters()
        is_long = sizes > self.search.longest
        is_odd = self.words.characters.odd(codes, np.cumsum(sizes) - sizes) & ~is_long
        plain, odd = np.flatnonzero(~is_odd & ~is_long), np.flatnonzero(is_odd)
        stays = codes if len(plain) == len(words) else codes[np.repeat(~is_odd & ~is_long, sizes)]
        made = self.words.normalized(stays, sizes[plain])
        if len(odd):
            texts = (text[1:] for text in words.picked(odd).texts())
            made = made.with_others(self.words.one_by_one(texts))
        which = np.append(plain, odd)
        rows = self._searched(made, sizes[which] - 1, which)
        long = np.flatnonzero(is_long)
        return rows.with_others(self._one_by_one(words, long)) if len(long) else rows

    def _searched(self, made: Normalized, sizes: Ints, which: Ints) -> WordRows:
        some = np.diff(made.bounds)
        starts, ends, ids = self.search.paths.ways(made.codes, some[some > 0])
        found = self._finished(
            made, starts.astype(np.int64), ends.astype(np.int64), ids.astype(np.int64)
        )
        counts = np.diff(np.searchsorted(found[0], made.bounds))
        positions = np.empty(2 * len(found[0]), np.int64)
        positions[::2], positions[1::2] = made.starts[found[0]], found[1]
        return WordRows(which, sizes, counts, found[2], positions)

    def _finished(
        self, made: Normalized, starts: Ints, ends: Ints, ids: Ints
    ) -> tuple[Ints, Ints, Ints]:
        """The place at which each token begins, where its range ends, and its id."""
        lost = ids == UNKNOWN
        until = made.ends[ends - 1]
        if not lost.any():
            return starts, until, ids
        if self.search.spelled is None:
            ids[lost] = self.search.model.known.unknown
            firsts = np.zeros(len(made.codes) + 1, np.bool_)
            firsts[made.bounds] = True
            follows = lost & np.append(False, lost[:-1]) & ~firsts[starts]
            kept = np.flatnonzero(~follows)
            return starts[kept], until[np.append(kept[1:], len(ids)) - 1], ids[kept]
        strange = made.codes[starts[lost]].astype(np.uint32)
        data = np.frombuffer(strange.tobytes().decode("utf-32-le").encode(), np.uint8)
        times = np.ones(len(ids), np.int64)
        times[lost] += (strange > 0x7F).astype(np.int64) + (strange > 0x7FF) + (strange > 0xFFFF)
        of_bytes = np.repeat(lost, times)
        token = np.repeat(np.arange(len(ids)), times)
        starts, until, ids = starts[token], until[token], ids[token]
        ids[of_bytes] = self.search.spelled[data]
        not_last = np.append(token[1:] == token[:-1], False)
        until[not_last] = made.starts[starts[not_last]]
        return starts, until, ids

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


_shared: "WeakValueDictionary[int, SentencepiecePaths]" = WeakValueDictionary()
