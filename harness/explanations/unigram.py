"""How Unigram is searched by three libraries: byte fallback, reserved pieces, sums of scores."""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from typing import Any

from tokparity.reference_impl.contract import Encoding, Observation
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.lookup.trie import Trie
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.explanation import Explanation

_ROUNDING = 2.0**-23
"""The relative error of one sum in 32 bits."""


def without_byte_fallback(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Model t5 of a GGUF has none: what is no piece is the unknown token."""
    model: Any = tokenizer.model
    if isinstance(model, Unigram) and model.byte_fallback:
        return replace(tokenizer, model=replace(model, byte_fallback=False))
    if isinstance(model, SentencepieceUnigram) and model.known.byte_fallback:
        known = replace(model.known, byte_fallback=False)
        return replace(tokenizer, model=replace(model, known=known))
    return tokenizer


class _BytesUnfound(Unigram):
    """The pieces of bytes spell what has no piece, and are never found in a text themselves."""

    @cached_property
    def _trie(self) -> Trie:
        spelled = {f"<0x{byte:02X}>" for byte in range(256)}
        return Trie({piece: at for piece, at in self.vocab.items() if piece not in spelled})


def reserved_unfound(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """The unknown token, the special ones and, where there are any, those of bytes are never found
    as pieces of a text, though a tokenizer.json has them among its pieces."""
    model = tokenizer.model
    if not isinstance(model, Unigram):
        return tokenizer
    reserved = {token.id for token in tokenizer.added_tokens if token.special} | {model.unk_id}
    scores = [
        ("" if token_id in reserved else piece, score)
        for token_id, (piece, score) in enumerate(model.scores)
    ]  # an empty piece is never found
    kind = _BytesUnfound if model.byte_fallback else Unigram
    return replace(tokenizer, model=kind(scores, model.unk_id, model.byte_fallback))


def equal_sums(tokenizer: Tokenizer, answer: Observation, other: Observation) -> Observation:
    """The other segmentation of the same text, where this file's scores do not tell the two apart.

    Implementation-defined: of several ways of one sum each library takes its own, and sentencepiece
    sums in 32 bits, whose error grows with the sum so far. Each stretch between two places where
    both end a token is held to that alone.
    """
    score = _scores(tokenizer.model)
    if score is None or not isinstance(answer, Encoding) or not isinstance(other, Encoding):
        return answer
    if answer.ids == other.ids:
        return answer
    pieces = tokenizer.pieces()
    known = all(token_id in pieces for token_id in (*answer.ids, *other.ids))
    stretches = _stretches(answer.ids, other.ids, pieces) if known else None
    if stretches is None:
        return answer
    total = 0.0
    for mine, theirs in stretches:
        here, there = (sum(map(score, ids)) for ids in (mine, theirs))
        total += abs(here)
        if mine != theirs and abs(here - there) > _ROUNDING * total * (len(mine) + len(theirs)):
            return answer
    return other


def _scores(model: Model) -> Callable[[int], float] | None:
    if isinstance(model, Unigram):
        pairs = model.scores
        return lambda at: pairs[at][1] if at < len(pairs) else 0.0
    if isinstance(model, SentencepieceUnigram):
        return model.known.scores.__getitem__
    return model.scores.__getitem__ if isinstance(model, LlamaUGM) else None


Ids = tuple[int, ...]


def _stretches(mine: Ids, theirs: Ids, pieces: Mapping[int, str]) -> list[tuple[Ids, Ids]] | None:
    """Both cut where both end a token; None where they do not spell one text."""
    ends = [list(accumulate(len(pieces[at]) for at in ids)) for ids in (mine, theirs)]
    texts = ["".join(pieces[at] for at in ids) for ids in (mine, theirs)]
    if texts[0] != texts[1]:
        return None
    found, starts = [], [0, 0]
    for end in sorted(set(ends[0]) & set(ends[1])):
        stops = [bisect_right(side, end) for side in ends]
        found.append((mine[starts[0] : stops[0]], theirs[starts[1] : stops[1]]))
        starts = stops
    return found


CHANGES: dict[str, Callable[[Tokenizer, Explanation], Tokenizer]] = {
    "without-byte-fallback": without_byte_fallback,
    "unigram-reserved-unfound": reserved_unfound,
}
"""By the name that a ledger entry calls it."""
