"""`TiktokenBPE`: byte-pair encoding where the rank of a merge is the rank of what it makes.

There is no list of merges: any two neighbours merge if their concatenation is a
token, however that token came to be. Words come spelled in the byte-level alphabet, a
character a byte. Not here: the merging (`merging`), and `BPE` of tokenizer.json, whose merges
name their pairs.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.models.merging import merged_bounds, product_merges, product_scan
from tokparity.reference_impl.traces import Merge

_SHORT = 64
"""Bytes up to which the scan is the faster of the two loops; tiktoken itself changes at 100."""
_CANDIDATES_SHOWN_UP_TO = 256


@dataclass(frozen=True, slots=True)
class TiktokenBPE:
    """Merge the bytes of a word: lowest rank first, of equals the leftmost.

    `vocab` maps a piece in the byte-level alphabet to its id, which is its rank moved up
    by `first_id`. A word that is itself a token is that token, whether merges lead there or
    not. Source: tiktoken 0.14 src/lib.rs `CoreBPE::encode`, `byte_pair_encode`.

    >>> model = TiktokenBPE({"a": 0, "b": 1, "c": 2, "bc": 3, "ab": 4})
    >>> model.tokenize("abc")
    ((0, 0, 1), (3, 1, 3))
    """

    vocab: Mapping[str, int]
    first_id: int = 0
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})

    def tokenize(self, word: str) -> tuple[tuple[int, int, int], ...]:
        """(id, start, end) of each token, in bytes of the word.

        Raises UnknownToken for a byte that is no token (the library panics there).
        """
        whole = self.vocab.get(word)
        if whole is not None:
            return ((whole, 0, len(word)),)
        if len(word) <= _SHORT:
            ends = product_scan(word, self.vocab)
        else:
            ends = merged_bounds(word, range(len(word) + 1), self.vocab.get)[1:]
        tokens, start = [], 0
        for end in ends:
            piece = word[start:end]
            token_id = self.vocab.get(piece)
            if token_id is None:
                raise UnknownToken(piece)
            tokens.append((token_id, start, end))
            start = end
        return tuple(tokens)

    def texts(self, word: str, tokens: tuple[tuple[int, int, int], ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple([self.pieces[token_id] for token_id, _, _ in tokens])

    def explain(self, word: str) -> tuple[Merge, ...]:
        """The merges of a word in order, each with every pair that had a rank at that pass.

        Of words over 256 bytes the candidates are left out: they grow as the square.
        """
        if word in self.vocab:
            return ()
        steps: list[Merge] = []
        bounds = list(range(len(word) + 1))
        for start, middle, end in product_merges(word, tuple(bounds), self.vocab.get):
            rank = self.vocab[word[start:end]] - self.first_id
            few = len(word) <= _CANDIDATES_SHOWN_UP_TO
            candidates = tuple(self._candidates(word, bounds)) if few else ()
            steps.append(Merge(word[start:middle], word[middle:end], rank, candidates))
            del bounds[bisect_left(bounds, middle)]
        return tuple(steps)

    def _candidates(self, word: str, bounds: list[int]) -> Iterator[tuple[str, str, int]]:
        for start, middle, end in zip(bounds, bounds[1:], bounds[2:], strict=False):
            token_id = self.vocab.get(word[start:end])
            if token_id is not None:
                yield word[start:middle], word[middle:end], token_id - self.first_id
