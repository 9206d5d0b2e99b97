"""`SentencepiecePaths`: the tokens of normalized words of a sentencepiece Unigram.

Proof that they are the model's: `best_paths` has its search, in 32 bits, where a word is a text and
no sum comes to what the library sets back; `sure_paths` where it is in the middle of one. An
unknown character is its bytes, of which only the last has its range, where there is byte fallback;
else neighbours that are unknown are one token.
"""

from dataclasses import dataclass
from weakref import WeakValueDictionary

import numpy as np

from tokparity.reference_impl.batch.best_paths import BestPaths
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.piece_trie import UNKNOWN, WithEdges
from tokparity.reference_impl.batch.sentencepiece_words import Normalized
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram

LONGEST = 1 << 12
"""Characters of a text that is searched with others."""
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
            trie, pieces = vars(model).get("_lookup"), {}
            if not isinstance(trie, WithEdges):
                kinds, every = known.types, known.matchable.items()
                pieces = {text: at for text, at in every if kinds[at] != "unused"}
            paths = BestPaths.of(pieces, model._scores, model._unknown_score, np.float32, trie)
            longest = min(LONGEST, int(_LARGEST / max(largest, 1.0)))
            spelled = None
            if known.byte_fallback:
                spelled = np.array([known.reserved[byte] for byte in _BYTES])
            made = _shared[id(model)] = cls(model, paths, longest, spelled)
        return made

    def finished(
        self, made: Normalized, starts: Ints, ends: Ints, ids: Ints
    ) -> tuple[Ints, Ints, Ints]:
        """The place at which each token begins, where its range ends, and its id."""
        lost = ids == UNKNOWN
        until = made.ends[ends - 1]
        if not lost.any():
            return starts, until, ids
        if self.spelled is None:
            ids[lost] = self.model.known.unknown
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
        ids[of_bytes] = self.spelled[data]
        not_last = np.append(token[1:] == token[:-1], False)
        until[not_last] = made.starts[starts[not_last]]
        return starts, until, ids


_shared: "WeakValueDictionary[int, SentencepiecePaths]" = WeakValueDictionary()
