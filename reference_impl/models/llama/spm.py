"""`LlamaSPM`: merging by score, as llama.cpp does it where tokenizer.ggml.model is "llama".

Not Unigram, whatever the scores once were: neighbours are merged, the pair whose piece has the
highest score first. Not sentencepiece's own BPE either: that knows unused pieces.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.merging import merged_bounds, product_merges
from tokparity.reference_impl.text.code_units import (
    character_of_unit,
    character_starts,
    is_whole,
    units,
)
from tokparity.reference_impl.traces import Merge

TokenSpan = tuple[int, int, int]
_EXPLAINED_UP_TO = 256
"""Characters up to which merges are listed."""


class NoByteToken(TokparityError):
    """A byte that no piece stands for: the library ends its process."""

    def __init__(self, byte: int) -> None:
        super().__init__(f"there is no token for the byte <0x{byte:02X}>")
        self.byte = byte


@dataclass(frozen=True)  # no slots: tables that only broken texts need are built for them
class LlamaSPM:
    """Merge the characters of a word, highest score first, leftmost first.

    `pieces` and `scores` are by id. What is no piece in the end becomes the pieces of its bytes,
    `<0x0A>`, or else the byte itself. Source: src/llama-vocab.cpp `llm_tokenizer_spm_session`,
    llama.cpp b11549; its `resegment` finds every symbol, as only pieces are ever merged.

    >>> model = LlamaSPM({"a": 0, "b": 1, "ab": 2, "ba": 3}, (0.0, 0.0, -2.0, -1.0))
    >>> model.tokenize("aba")
    ((0, 0, 1), (3, 1, 3))
    """

    vocab: Mapping[str, int]
    scores: Sequence[float]
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})

    @cached_property
    def _vocab_of_units(self) -> Mapping[str, int]:
        return {units(piece): token_id for piece, token_id in self.vocab.items()}

    @cached_property
    def _orders(self) -> Mapping[str, float]:
        """Ascending where scores descend."""
        return {piece: -self.scores[token_id] for piece, token_id in self.vocab.items()}

    @cached_property
    def _orders_of_units(self) -> Mapping[str, float]:
        return {units(piece): order for piece, order in self._orders.items()}

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of one word. Raises NoByteToken."""
        if is_whole(word):
            bounds = merged_bounds(word, range(len(word) + 1), self._orders.get)
            return self._tokens(word, bounds, self.vocab)
        written, chars, vocab = units(word), character_of_unit(word), self._vocab_of_units
        bounds = merged_bounds(written, character_starts(written), self._orders_of_units.get)
        tokens = self._tokens(written, bounds, vocab, "latin-1")
        return tuple(
            (token_id, chars[start], chars[end - 1] + 1) for token_id, start, end in tokens
        )

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple([self.pieces[token_id] for token_id, _, _ in tokens])

    def explain(self, word: str) -> tuple[Merge, ...]:
        """The merges of a word in order, each with every pair whose product was a piece then.

        A rank counts the different scores that are higher. Empty for a word of over 256 characters:
        what there is to show grows as the square; and for one that is no UTF-8.
        """
        if len(word) > _EXPLAINED_UP_TO or not is_whole(word):
            return ()
        ranks, steps = self._ranks, []
        bounds = [*range(len(word) + 1)]
        for start, middle, end in product_merges(word, tuple(bounds), self._orders.get):
            spans = zip(bounds, bounds[1:], bounds[2:], strict=False)
            candidates = tuple(
                (word[a:b], word[b:c], ranks[word[a:c]]) for a, b, c in spans if word[a:c] in ranks
            )
            chosen = word[start:middle], word[middle:end], ranks[word[start:end]]
            steps.append(Merge(*chosen, candidates))
            bounds.remove(middle)
        return tuple(steps)

    @cached_property
    def _ranks(self) -> Mapping[str, int]:
        """By piece how many different scores are higher."""
        ranks = {order: rank for rank, order in enumerate(sorted(set(self._orders.values())))}
        return {piece: ranks[order] for piece, order in self._orders.items()}

    def _tokens(
        self, text: str, bounds: list[int], vocab: Mapping[str, int], encoding: str = "utf-8"
    ) -> tuple[TokenSpan, ...]:
        tokens: list[TokenSpan] = []
        for start, end in pairwise(bounds):
            token_id = vocab.get(text[start:end])
            if token_id is not None:
                tokens.append((token_id, start, end))
            else:
                tokens += [(self._byte(b), start, end) for b in text[start:end].encode(encoding)]
        return tuple(tokens)

    def _byte(self, byte: int) -> int:
        token_id = self.vocab.get(f"<0x{byte:02X}>")
        if token_id is None and byte:
            token_id = self.vocab.get(bytes([byte]).decode("utf-8", "surrogateescape"))
        if token_id is None:
            raise NoByteToken(byte)
        return token_id
