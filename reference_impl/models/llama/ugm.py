"""`LlamaUGM`: the best way to cut a text into pieces, where tokenizer.ggml.model is "t5".

Not `Unigram` of tokenizer.json, which knows byte fallback and joins unknown characters before it
looks for their piece; not sentencepiece's, which sums in 32 bits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tokparity.reference_impl.models.llama.unknown import NoUnknownId
from tokparity.reference_impl.text.code_units import (
    character_of_unit,
    character_starts,
    is_whole,
    units,
)

TokenSpan = tuple[int, int, int]

_LOWEST = -1.7976931348623157e308


@dataclass(frozen=True)  # no slots: tables are made when they are first needed
class LlamaUGM:
    """Viterbi over 64-bit sums of 32-bit scores; of equal sums the first found wins.

    `matched` maps the pieces that may be found to their ids, `scores` is by id (user-defined ones
    have 0), `unknown_score` what a character without a piece costs, `unk` its id; neighbours of it
    are one token. -1 stands for an id that the file does not give. A place that no score leads to
    is the end of the search: the rest of the text is lost. Source: src/llama-vocab.cpp
    `llm_tokenizer_ugm_session::tokenize`, llama.cpp b11549.

    >>> model = LlamaUGM({"a": 1, "ab": 2}, (0.0, -1.0, -1.5), -11.5, 0, {"<unk>": 0, "a": 1})
    >>> model.tokenize("abaxy")
    ((2, 0, 2), (1, 2, 3), (0, 3, 5))
    """

    matched: Mapping[str, int]
    scores: Sequence[float]
    unknown_score: float
    unk: int
    vocab: Mapping[str, int]
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})

    @cached_property
    def _lengths(self) -> Mapping[str, tuple[int, ...]]:
        return _lengths(self.matched)

    @cached_property
    def _of_units(self) -> tuple[Mapping[str, int], Mapping[str, tuple[int, ...]]]:
        matched = {units(piece): token_id for piece, token_id in self.matched.items()}
        return matched, _lengths(matched)

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of a text. Raises NoUnknownId."""
        if is_whole(word):
            starts: Sequence[int] = range(len(word) + 1)
            return self._best(word, starts, self.matched, self._lengths)
        written, chars = units(word), character_of_unit(word)
        tokens = self._best(written, character_starts(written), *self._of_units)
        return tuple(
            (token_id, chars[start], chars[end - 1] + 1) for token_id, start, end in tokens
        )

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token; of an unknown one the text that it stands for."""
        return tuple(
            word[start:end] if token_id == self.unk else self.pieces[token_id]
            for token_id, start, end in tokens
        )

    def explain(self, word: str) -> None:
        """Nothing merges here."""

    def _best(
        self,
        text: str,
        starts: Sequence[int],
        matched: Mapping[str, int],
        lengths: Mapping[str, tuple[int, ...]],
    ) -> tuple[TokenSpan, ...]:
        size, scores, unk = len(text), self.scores, self.unk
        ids, begins, sums = [unk] * (size + 1), [0] * (size + 1), [_LOWEST] * (size + 1)
        sums[0] = 0.0
        for index in range(len(starts) - 1):
            start, character_end = starts[index], starts[index + 1]
            here, known = sums[start], False
            for length in lengths.get(text[start], ()):
                end = start + length
                if end > size:
                    break
                token_id = matched.get(text[start:end])
                if token_id is None:
                    continue
                known = known or end == character_end
                total = here + scores[token_id]
                if total > sums[end]:
                    ids[end], begins[end], sums[end] = token_id, start, total
            if not known:
                total = here + self.unknown_score
                if total > sums[character_end]:
                    ids[character_end], begins[character_end] = unk, start
                    sums[character_end] = total
        path = self._path(ids, begins)
        if unk < 0 and (unknown := next((span for span in path if span[0] == unk), None)):
            raise NoUnknownId(text[unknown[1] : unknown[2]])
        return path

    def _path(self, ids: list[int], begins: list[int]) -> tuple[TokenSpan, ...]:
        tokens: list[TokenSpan] = []
        end = len(ids) - 1
        while True:
            token_id, start = ids[end], begins[end]
            if tokens and token_id == self.unk == tokens[-1][0]:
                tokens[-1] = token_id, start, tokens[-1][2]
            else:
                tokens.append((token_id, start, end))
            if start == 0:
                return tuple(reversed(tokens))
            end = start


def _lengths(matched: Mapping[str, int]) -> Mapping[str, tuple[int, ...]]:
    """For each first character the lengths of the pieces, shortest first."""
    found: dict[str, set[int]] = {}
    for piece in matched:
        found.setdefault(piece[0], set()).add(len(piece))
    return {first: tuple(sorted(lengths)) for first, lengths in found.items()}
