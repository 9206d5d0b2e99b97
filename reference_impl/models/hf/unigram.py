"""`Unigram`: the most probable way to cut a word into pieces, as the model of tokenizer.json.

Not sentencepiece's own search, which sums scores in 32 bits and breaks ties its own way. Not
here: sampling (`alpha`, `nbest_size`), which no file can ask for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.lookup.trie import Trie

TokenSpan = tuple[int, int, int]
"""(id, start, end) in characters of the word."""

_UNKNOWN_PENALTY = 10.0


class NoUnknownToken(TokparityError):
    """A character that is no piece, and a model without `unk_id`: the library has no answer."""

    def __init__(self, char: str) -> None:
        super().__init__(f"{char!r} is no piece, and this Unigram has no unk_id")
        self.char = char


@dataclass(frozen=True)  # no slots: what is looked up is built when it is first needed
class Unigram:
    """Viterbi over 64-bit sums of scores.

    `scores` is the list of the file, (piece, score) by id; of a piece that is there twice
    the later counts, and an empty one is never found. Of equal sums the one whose last piece
    starts *first* wins. A character without a piece of its own costs 10 more than the lowest
    score; neighbours of `unk_id` are one token, and with `byte_fallback` a token that is no
    piece becomes its UTF-8 bytes, each with the range of the *whole* token. Source:
    tokenizers 0.23 models/unigram/model.rs `encode_optimized`, `tokenize`.

    >>> model = Unigram((("<unk>", 0.0), ("a", -1.0), ("b", -1.0), ("ab", -1.5)), unk_id=0)
    >>> model.tokenize("abaxy")
    ((3, 0, 2), (1, 2, 3), (0, 3, 5))
    """

    scores: Sequence[tuple[str, float]]
    unk_id: int | None = None
    byte_fallback: bool = False

    @cached_property
    def pieces(self) -> Mapping[int, str]:
        return {token_id: piece for token_id, (piece, _) in enumerate(self.scores)}

    @cached_property
    def vocab(self) -> Mapping[str, int]:
        return {piece: token_id for token_id, (piece, _) in enumerate(self.scores)}

    @cached_property
    def _trie(self) -> Trie:
        return Trie(self.vocab)

    @cached_property
    def _unknown_score(self) -> float:
        lowest = min((score for _, score in self.scores), default=float("inf"))
        return lowest - _UNKNOWN_PENALTY

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of one word. Raises NoUnknownToken."""
        tokens: list[TokenSpan] = []
        for start, end in self._fused(word):
            token = word[start:end]
            token_id = self.vocab.get(token)
            if token_id is not None:
                tokens.append((token_id, start, end))
                continue
            if self.byte_fallback and (spelled := self._bytes(token)) is not None:
                tokens += [(byte, start, end) for byte in spelled]
                continue
            if self.unk_id is None:
                raise NoUnknownToken(token)
            tokens.append((self.unk_id, start, end))
        return tuple(tokens)

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token; of an unknown one the text that it stands for."""
        return tuple(
            word[start:end] if token_id == self.unk_id else self.pieces[token_id]
            for token_id, start, end in tokens
        )

    def explain(self, word: str) -> None:
        """Nothing merges here."""

    def _fused(self, word: str) -> Iterator[tuple[int, int]]:
        """The ranges of the best path, neighbours of the unknown id as one."""
        waiting = -1
        for token_id, start, end in self._path(word):
            if token_id == self.unk_id:
                waiting = start if waiting < 0 else waiting
                continue
            if waiting >= 0:
                yield waiting, start
                waiting = -1
            yield start, end
        if waiting >= 0:
            yield waiting, len(word)

    def _path(self, word: str) -> list[TokenSpan]:
        """The best way from the start of the word to its end, backwards from its end."""
        size = len(word)
        ids, starts, sums = [-1] * (size + 1), [-1] * (size + 1), [0.0] * (size + 1)
        first, unknown_score, scores = self._trie.root.next, self._unknown_score, self.scores
        for start, char in enumerate(word):
            here = sums[start]
            node = first.get(char)
            end = start + 1
            if node is None or node.value < 0:
                total = unknown_score + here
                unknown_wins = starts[end] < 0 or total > sums[end]
                if unknown_wins and self.unk_id is None:
                    raise NoUnknownToken(char)
                if unknown_wins and self.unk_id is not None:
                    ids[end], starts[end], sums[end] = self.unk_id, start, total
            while node is not None:  # `Trie.matches` would take twice the time
                token_id = node.value
                if token_id >= 0:
                    total = scores[token_id][1] + here
                    if starts[end] < 0 or total > sums[end]:
                        ids[end], starts[end], sums[end] = token_id, start, total
                if end == size:
                    break
                if node.waiting:
                    node.grow(end - start)
                node = node.next.get(word[end])
                end += 1
        path, end = [], size
        while end:
            path.append((ids[end], starts[end], end))
            end = starts[end]
        return path[::-1]

    def _bytes(self, token: str) -> list[int] | None:
        """The byte pieces (`<0x0A>`) of a token, or None where one of them is missing."""
        ids = [self.vocab.get(f"<0x{byte:02X}>") for byte in token.encode()]
        known = [token_id for token_id in ids if token_id is not None]
        return known if len(known) == len(ids) else None
