"""`LlamaSPM`: merging by score, as llama.cpp does it where tokenizer.ggml.model is "llama".

Not Unigram, whatever the scores once were: neighbours are merged, the pair whose piece has the
highest score first. Not sentencepiece's own BPE either: that knows unused pieces.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappop, heappush

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.text.code_units import (
    character_of_unit,
    character_starts,
    is_whole,
    units,
)
from tokparity.reference_impl.traces import Merge

TokenSpan = tuple[int, int, int]
_EXPLAINED_UP_TO = 256


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

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of one word. Raises NoByteToken."""
        if is_whole(word):
            return self._tokens(word, list(range(len(word) + 1)), self.vocab)
        written, chars = units(word), character_of_unit(word)
        tokens = self._tokens(written, character_starts(written), self._vocab_of_units, "latin-1")
        return tuple((one, chars[start], chars[end - 1] + 1) for one, start, end in tokens)

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple([self.pieces[token_id] for token_id, _, _ in tokens])

    def explain(self, word: str) -> tuple[Merge, ...]:
        """The merges of a word in order; their rank is the id of the piece that they make.

        Empty for a word of over 256 characters, or one that is no UTF-8.
        """
        if len(word) > _EXPLAINED_UP_TO or not is_whole(word):
            return ()
        steps: list[Merge] = []
        self._merged(word, list(range(len(word) + 1)), self.vocab, steps)
        return tuple(steps)

    def _tokens(
        self, text: str, starts: list[int], vocab: Mapping[str, int], encoding: str = "utf-8"
    ) -> tuple[TokenSpan, ...]:
        tokens: list[TokenSpan] = []
        for start, end in self._merged(text, starts, vocab, None):
            token_id = vocab.get(text[start:end])
            if token_id is not None:
                tokens.append((token_id, start, end))
            else:
                tokens += [(self._byte(b), start, end) for b in text[start:end].encode(encoding)]
        return tuple(tokens)

    def _byte(self, byte: int) -> int:
        found = self.vocab.get(f"<0x{byte:02X}>")
        if found is None and byte:
            found = self.vocab.get(bytes([byte]).decode("utf-8", "surrogateescape"))
        if found is None:
            raise NoByteToken(byte)
        return found

    def _merged(
        self, text: str, starts: list[int], vocab: Mapping[str, int], steps: list[Merge] | None
    ) -> list[tuple[int, int]]:
        """The ranges of the symbols that are left. `starts`: of the characters, and the end."""
        count = len(starts) - 1
        ends = starts[1:]
        before, after = list(range(-1, count - 1)), list(range(1, count + 1))
        scores = self.scores
        queue: list[tuple[float, int, int, int]] = []
        for left in range(count - 1):
            token_id = vocab.get(text[starts[left] : ends[left + 1]])
            if token_id is not None:
                queue.append((-scores[token_id], left, left + 1, ends[left + 1]))
        heapify(queue)
        while queue:
            _, left, right, end = heappop(queue)
            if ends[right] != end or after[left] != right:
                continue
            if steps is not None:
                parts = text[starts[left] : starts[right]], text[starts[right] : end]
                steps.append(Merge(*parts, vocab["".join(parts)]))
            ends[left] = end
            following = after[left] = after[right]
            after[right] = ends[right] = -1
            if following < count:
                before[following] = left
                token_id = vocab.get(text[starts[left] : ends[following]])
                if token_id is not None:
                    heappush(queue, (-scores[token_id], left, following, ends[following]))
            previous = before[left]
            if previous >= 0:
                token_id = vocab.get(text[starts[previous] : end])
                if token_id is not None:
                    heappush(queue, (-scores[token_id], previous, left, end))
        return [(starts[at], ends[at]) for at in range(count) if ends[at] >= 0]
