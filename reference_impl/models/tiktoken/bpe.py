"""`TiktokenBPE`: byte-pair encoding where the rank of a merge is the rank of what it makes.

There is no list of merges: any two neighbours merge if their concatenation is a
token, however that token came to be. Words come spelled in the byte-level alphabet, a
character a byte. Not here: `BPE` of tokenizer.json, whose merges name their pairs.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.models.hf.merging import NO_RANK
from tokparity.reference_impl.traces import Merge

_SHORT = 64
_CANDIDATES_SHOWN_UP_TO = 256
_POSITION_BITS = 32


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
        bounds = scan(word, self.vocab) if len(word) <= _SHORT else queue_bounds(word, self.vocab)
        tokens, start = [], 0
        for end in bounds:
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
        for start, middle, end in queue(word, self.vocab):
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


def scan(word: str, ranks: Mapping[str, int]) -> list[int]:
    """Where each token ends, by the definition. Quadratic: for short words.

    >>> scan("abc", {"bc": 3, "ab": 4})
    [1, 3]
    """
    get = ranks.get
    bounds = list(range(1, len(word) + 1))
    starts = list(range(len(word)))
    pairs = [get(word[at : at + 2], NO_RANK) for at in range(len(word) - 1)]
    while pairs:
        rank = min(pairs)
        if rank == NO_RANK:
            break
        at = pairs.index(rank)
        del bounds[at], starts[at + 1], pairs[at]
        if at:
            pairs[at - 1] = get(word[starts[at - 1] : bounds[at]], NO_RANK)
        if at < len(pairs):
            pairs[at] = get(word[starts[at] : bounds[at + 1]], NO_RANK)
    return bounds


def queue(word: str, ranks: Mapping[str, int]) -> Iterator[tuple[int, int, int]]:
    """The merges in order, each as (start, middle, end), in O(n log n).

    An entry whose pair has changed since is dropped when its turn comes: no two pieces
    have the same rank. Source: tiktoken 0.14 src/lib.rs `_byte_pair_merge_large`.

    >>> list(queue("abc", {"bc": 3, "ab": 4}))
    [(1, 2, 3)]
    """
    get, length = ranks.get, len(word)
    after, before = list(range(1, length + 1)), list(range(-1, length - 1))
    waiting: list[int] = []
    for at in range(length - 1):
        if (rank := get(word[at : at + 2])) is not None:
            waiting.append(rank << _POSITION_BITS | at)
    heapify(waiting)
    while waiting:
        entry = heappop(waiting)
        start = entry & (1 << _POSITION_BITS) - 1
        middle = after[start]
        if not 0 < middle < length:  # 0: merged away
            continue
        end = after[middle]
        if get(word[start:end]) != entry >> _POSITION_BITS:
            continue
        yield start, middle, end
        after[start], after[middle] = end, 0
        if end < length:
            before[end] = start
            if (rank := get(word[start : after[end]])) is not None:
                heappush(waiting, rank << _POSITION_BITS | start)
        previous = before[start]
        if previous >= 0 and (rank := get(word[previous:end])) is not None:
            heappush(waiting, rank << _POSITION_BITS | previous)


def queue_bounds(word: str, ranks: Mapping[str, int]) -> list[int]:
    """What `scan` gives, by `queue`: for words of any length."""
    merged = {middle for _, middle, _ in queue(word, ranks)}
    return [at for at in range(1, len(word) + 1) if at not in merged]
