"""Unigram searched in another way: in another precision, greedily, or with cheap unknowns.

The search is the same for the three that are known here, those of tokenizer.json, of a `.model`
and of a GGUF; what each makes of unknown characters afterwards is its own.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from operator import ge, gt

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.models.scores import viterbi
from tokparity.harness.fault_models.stages import TokenSpan, with_found
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_PENALTY = 10.0
"""What an unknown character costs beyond the worst piece, in all three libraries."""


@dataclass(frozen=True, slots=True)
class _Scored:
    """What is searched: id and score by text, the unknown token's, and the most characters."""

    by_text: Mapping[str, tuple[int, float]]
    unknown: int
    unknown_score: float
    longest: int


Search = Callable[[_Scored, str], list[TokenSpan]]


@fault_model(
    "sums-in-32-bits", "model", "rounds sums of scores to 32 bits", "huggingface/tokenizers#592"
)
def sums_in_32_bits(tokenizer: Tokenizer) -> Tokenizer:
    """Sums are rounded to 32 bits where the library sums in 64."""
    if not isinstance(tokenizer.model, Unigram | LlamaUGM):
        return tokenizer
    return _searching(tokenizer, lambda pieces, word: _viterbi(pieces, word, _single))


@fault_model("sums-in-64-bits", "model", "keeps 64 bits of sums of scores")
def sums_in_64_bits(tokenizer: Tokenizer) -> Tokenizer:
    """Sums keep 64 bits where the library rounds them to 32."""
    if not isinstance(tokenizer.model, SentencepieceUnigram):
        return tokenizer
    return _searching(tokenizer, lambda pieces, word: _viterbi(pieces, word, float))


@fault_model(
    "viterbi-in-64-bits",
    "model",
    "looks for the best sum of scores, in 64 bits, where the file says to merge",
)
def viterbi_in_64_bits(tokenizer: Tokenizer) -> Tokenizer:
    """As `viterbi`, without the rounding of sentencepiece: scores of merges are whole numbers, and
    that of a character may be so low that its 32 bits have no room for the others."""
    searched = viterbi.apply(tokenizer)
    return tokenizer if searched is tokenizer else sums_in_64_bits.apply(searched)


@fault_model(
    "longest-piece-first",
    "model",
    "takes the longest piece at each place, not the most probable pieces",
)
def longest_piece_first(tokenizer: Tokenizer) -> Tokenizer:
    """The longest piece at each place, whatever its score."""
    return _searching(tokenizer, _longest_first)


@fault_model(
    "cheap-unknown", "model", "takes an unknown character for as probable as the worst piece"
)
def cheap_unknown(tokenizer: Tokenizer) -> Tokenizer:
    """An unknown character costs what the worst piece costs, not 10 more."""
    return unknown_costs.change(0.0)(tokenizer)


@family(
    "unknown-costs", "model", "takes an unknown character for {penalty} worse than the worst piece"
)
def unknown_costs(penalty: float) -> Change:
    """An unknown character costs so much more than the worst piece."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        rounded = _arithmetic(tokenizer)

        def search(pieces: _Scored, word: str) -> list[TokenSpan]:
            score = pieces.unknown_score + _PENALTY - penalty
            return _viterbi(replace(pieces, unknown_score=score), word, rounded)

        return _searching(tokenizer, search)

    return apply


@fault_model("later-of-equal-sums", "model", "takes the last of equal sums that it finds")
def later_of_equal_sums(tokenizer: Tokenizer) -> Tokenizer:
    """Of equal sums the last that is found wins: `>=` where it is to be `>`."""
    rounded = _arithmetic(tokenizer)
    return _searching(tokenizer, lambda pieces, word: _viterbi(pieces, word, rounded, ge))


def _arithmetic(tokenizer: Tokenizer) -> Callable[[float], float]:
    return _single if isinstance(tokenizer.model, SentencepieceUnigram) else float


def _searching(tokenizer: Tokenizer, search: Search) -> Tokenizer:
    model = tokenizer.model
    pieces = _pieces(model)
    if pieces is None:
        return tokenizer
    return with_found(tokenizer, lambda word: _finished(model, word, search(pieces, word)))


def _pieces(model: Model) -> _Scored | None:
    match model:
        case Unigram(unk_id=int(unknown)):
            scores = {text: (at, score) for at, (text, score) in enumerate(model.scores) if text}
            return _Scored(scores, unknown, model._unknown_score, _longest(scores))
        case SentencepieceUnigram(known):
            types = known.types
            matched = {
                text: (at, model._scores[at])
                for text, at in known.matchable.items()
                if types[at] != "unused"
            }
            return _Scored(matched, known.unknown, model._unknown_score, _longest(matched))
        case LlamaUGM(unk=unknown) if unknown >= 0:
            matched = {text: (at, model.scores[at]) for text, at in model.matched.items()}
            return _Scored(matched, unknown, model.unknown_score, _longest(matched))
    return None


def _longest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=1)


def _viterbi(
    pieces: _Scored,
    word: str,
    rounded: Callable[[float], float],
    better: Callable[[float, float], bool] = gt,
) -> list[TokenSpan]:
    """The best way through the word; of equal sums the first, if `better` says so."""
    size, longest = len(word), pieces.longest
    best: list[tuple[float, int, int] | None] = [(0.0, 0, 0), *[None] * size]
    for start in range(size):
        here = best[start]
        assert here is not None, "every character is a piece, or unknown"
        ends = range(start + 1, min(size, start + longest) + 1)
        steps = [
            (end, *pieces.by_text[word[start:end]])
            for end in ends
            if word[start:end] in pieces.by_text
        ]
        if not steps or steps[0][0] != start + 1:
            steps.append((start + 1, pieces.unknown, pieces.unknown_score))
        for end, token_id, score in steps:
            total = rounded(here[0] + score)
            old = best[end]
            if old is None or better(total, old[0]):
                best[end] = total, token_id, start
    path, end = [], size
    while end and (step := best[end]) is not None:
        path.append((step[1], step[2], end))
        end = step[2]
    return path[::-1]


def _longest_first(pieces: _Scored, word: str) -> list[TokenSpan]:
    path: list[TokenSpan] = []
    start = 0
    while start < len(word):
        ends = range(min(len(word), start + pieces.longest), start, -1)
        end = next((end for end in ends if word[start:end] in pieces.by_text), 0)
        token_id = pieces.by_text[word[start:end]][0] if end else pieces.unknown
        path.append((token_id, start, end or start + 1))
        start = path[-1][2]
    return path


def _single(number: float) -> float:
    return array("f", (number,))[0]


def _finished(model: Model, word: str, path: Iterable[TokenSpan]) -> tuple[TokenSpan, ...]:
    """Runs of the unknown joined, or spelled in bytes."""
    if isinstance(model, SentencepieceUnigram):
        return model.known.finish(word, path)
    unknown = model.unk if isinstance(model, LlamaUGM) else -1
    if isinstance(model, Unigram) and model.unk_id is not None:
        unknown = model.unk_id
    tokens: list[TokenSpan] = []
    for token_id, start, end in path:
        if token_id == unknown and tokens and tokens[-1][0] == unknown:
            tokens[-1] = unknown, tokens[-1][1], end
        else:
            tokens.append((token_id, start, end))
    if not isinstance(model, Unigram) or not model.byte_fallback:
        return tuple(tokens)
    spelled: list[TokenSpan] = []
    for token_id, start, end in tokens:
        ids = model._bytes(word[start:end]) if token_id == unknown else None
        spelled += ((byte, start, end) for byte in (ids or [token_id]))
    return tuple(spelled)


FAULT_MODELS = (
    sums_in_32_bits,
    sums_in_64_bits,
    viterbi_in_64_bits,
    longest_piece_first,
    cheap_unknown,
    later_of_equal_sums,
)

FAMILIES = (unknown_costs,)
