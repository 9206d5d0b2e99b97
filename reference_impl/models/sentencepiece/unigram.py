"""`SentencepieceUnigram`: the most probable segmentation, in sentencepiece's own arithmetic.

Not the Unigram of tokenizer.json (`unigram`), which sums in 64 bits and breaks ties otherwise.
Not here: sampling and the n best.
"""

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tokparity.reference_impl.models.lookup.lookup import Lookup
from tokparity.reference_impl.models.lookup.trie import Trie
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces, TokenSpan

_UNKNOWN_PENALTY = 10.0
_HIGHEST = 3.4028234663852886e38  # FLT_MAX
_RESET = 100_000.0


@dataclass(frozen=True)  # no slots: the look-up is built when it is first needed
class SentencepieceUnigram:
    """Viterbi over 32-bit sums of scores.

    Of equal sums the one whose last piece starts first wins. A user-defined piece of n bytes
    scores 0.1 (n - 1); a character that is no piece 10 less than the lowest score of a normal
    one. A sum beyond ±100,000 is set back to 0, and all later ones by as much, which rounds
    them anew. Source: sentencepiece 0.2.3 unigram_model.cc `EncodeOptimized`.

    >>> known = Pieces(("?", "a", "b", "ab"), (0, -1, -1, -1.5), ("unknown", *["normal"] * 3))
    >>> SentencepieceUnigram(known).tokenize("abaxy")
    ((3, 0, 2), (1, 2, 3), (0, 3, 5))
    """

    known: Pieces
    lookup: Callable[[Mapping[str, int]], Lookup] = field(default=Trie, compare=False)

    @property
    def vocab(self) -> Mapping[str, int]:
        return self.known.vocab

    @property
    def pieces(self) -> Mapping[int, str]:
        return self.known.pieces

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token; of an unknown one the text that it stands for."""
        return self.known.called(word, tokens)

    def explain(self, word: str) -> None:
        """Nothing merges here."""

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of a normalized text."""
        return self.known.finish(word, self.segments(word))

    def segments(self, word: str) -> list[TokenSpan]:
        """The best way from the start of the word to its end."""
        size = len(word)
        ids, starts = [-1] * (size + 1), [-1] * (size + 1)
        sums = array("f", bytes(4 * (size + 1)))
        rounded = array("f", (0.0,))
        matches, scores, unknown = self._lookup.matches, self._scores, self.known.unknown
        unknown_score = self._unknown_score
        frontier = 0
        for start in range(size):
            here = sums[start]
            if here > _RESET or here < -_RESET:
                self._set_back(sums, starts, start, frontier)
                here = 0.0
            ends = matches(word, start)
            for end, token_id in ends:
                rounded[0] = scores[token_id] + here
                if starts[end] < 0 or rounded[0] > sums[end]:
                    sums[end], ids[end], starts[end] = rounded[0], token_id, start
            end = start + 1
            if not ends or ends[0][0] != end:
                rounded[0] = unknown_score + here
                if starts[end] < 0 or rounded[0] > sums[end]:
                    sums[end], ids[end], starts[end] = rounded[0], unknown, start
            frontier = max(frontier, ends[-1][0] if ends else end)
        path, end = [], size
        while end > 0:
            path.append((ids[end], starts[end], end))
            end = starts[end]
        return path[::-1]

    @staticmethod
    def _set_back(sums: "array[float]", starts: list[int], start: int, frontier: int) -> None:
        offset = sums[start]
        for at in range(start, frontier + 1):
            if at == start or starts[at] >= 0:
                sums[at] -= offset

    @cached_property
    def _lookup(self) -> Lookup:
        types = self.known.types
        pieces = self.known.matchable.items()
        return self.lookup({text: id_ for text, id_ in pieces if types[id_] != "unused"})

    @cached_property
    def _scores(self) -> "array[float]":
        scores = array("f", self.known.scores)
        for token_id, kind in enumerate(self.known.types):
            if kind == "user_defined":
                length = len(self.known.texts[token_id].encode("utf-8", "surrogateescape"))
                scores[token_id] = 0.1 * (length - 1)
        return scores

    @cached_property
    def _unknown_score(self) -> float:
        pairs = zip(self.known.scores, self.known.types, strict=True)
        lowest = min((score for score, kind in pairs if kind == "normal"), default=_HIGHEST)
        return array("f", (lowest - _UNKNOWN_PENALTY,))[0]
