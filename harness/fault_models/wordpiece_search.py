"""WordPiece, searched wrong: its limit, its prefix, its order, its unknown words."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import accumulate

from tokparity.harness.fault_models.changed_model import TokenSpan, with_found
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.graphemes import clusters


def limit_minus_one(tokenizer: Tokenizer) -> Tokenizer:
    """A word of exactly the limit is too long."""
    return _limited(tokenizer, lambda limit: limit - 1)


def no_limit(tokenizer: Tokenizer) -> Tokenizer:
    """No word is too long."""
    return _limited(tokenizer, lambda _: sys.maxsize)


def limit_in_bytes(tokenizer: Tokenizer) -> Tokenizer:
    """The limit counts bytes of UTF-8."""
    model = tokenizer.model
    if not isinstance(model, WordPiece):
        return tokenizer
    none = replace(model, max_input_chars_per_word=-1)  # all words are too long

    def find(word: str) -> tuple[TokenSpan, ...]:
        size = len(word.encode("utf-8", "surrogatepass"))
        return (none if size > model.max_input_chars_per_word else model).tokenize(word)

    return with_found(tokenizer, find)


def prefix_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """The rest of a word is looked up as if it began one."""
    model = tokenizer.model
    if not isinstance(model, WordPiece) or not model.continuing_subword_prefix:
        return tokenizer
    return replace(tokenizer, model=replace(model, continuing_subword_prefix=""))


def shortest_first(tokenizer: Tokenizer) -> Tokenizer:
    """The shortest piece that the rest of a word begins with."""
    return _searching(tokenizer, lambda word, start: range(start + 1, len(word) + 1), keeps=False)


def only_the_rest(tokenizer: Tokenizer) -> Tokenizer:
    """Of a word whose rest no piece begins, only the rest is unknown."""
    return _searching(tokenizer, lambda word, start: range(len(word), start, -1), keeps=True)


def whole_clusters(tokenizer: Tokenizer) -> Tokenizer:
    """A piece ends where a grapheme cluster does, as in a language whose characters they are."""

    def ends(word: str, start: int) -> Iterable[int]:
        stops = list(accumulate(map(len, clusters(word))))
        return [stop for stop in reversed(stops) if stop > start]

    return _searching(tokenizer, ends, keeps=False)


def _limited(tokenizer: Tokenizer, change: Callable[[int], int]) -> Tokenizer:
    model = tokenizer.model
    if not isinstance(model, WordPiece):
        return tokenizer
    limit = change(model.max_input_chars_per_word)
    return replace(tokenizer, model=replace(model, max_input_chars_per_word=limit))


def _searching(
    tokenizer: Tokenizer, ends: Callable[[str, int], Iterable[int]], keeps: bool
) -> Tokenizer:
    """`ends`: where a piece that starts at a place may end, in order. `keeps`: the pieces found
    before the unknown rest."""
    model = tokenizer.model
    match model:
        case WordPiece():
            unknown, limit = model.vocab.get(model.unk_token, -1), model.max_input_chars_per_word
            mark, prefix = "", model.continuing_subword_prefix
        case LlamaWPM(unk=unknown):
            limit, mark, prefix = sys.maxsize, "▁", ""
        case _:
            return tokenizer
    if unknown < 0:
        return tokenizer
    vocab, moved = model.vocab, len(mark)

    def find(word: str) -> tuple[TokenSpan, ...]:
        if len(word) > limit:
            return ((unknown, 0, len(word)),)
        tokens: list[TokenSpan] = []
        marked, start = mark + word, 0
        while start < len(marked):
            before = prefix if start else ""
            stops = (end for end in ends(marked, start) if before + marked[start:end] in vocab)
            end = next(stops, None)
            if end is None:
                rest = max(start - moved, 0) if keeps else 0
                return (*tokens[: len(tokens) * keeps], (unknown, rest, len(word)))
            token_id = vocab[before + marked[start:end]]
            tokens.append((token_id, max(start - moved, 0), max(end - moved, 1)))
            start = end
        return tuple(tokens)

    return with_found(tokenizer, find)


FAULT_MODELS = (
    FaultModel(
        "word-limit-minus-one",
        "model",
        "takes a word as long as the limit for too long",
        limit_minus_one,
    ),
    FaultModel(
        "no-word-limit",
        "model",
        "takes no word for too long",
        no_limit,
        "huggingface/transformers.js#398",
    ),
    FaultModel("word-limit-in-bytes", "model", "counts bytes against the limit", limit_in_bytes),
    FaultModel(
        "continuing-prefix-ignored",
        "model",
        "looks the rest of a word up as if it began one",
        prefix_ignored,
    ),
    FaultModel("shortest-piece-first", "model", "takes the shortest piece", shortest_first),
    FaultModel(
        "only-the-rest-unknown",
        "model",
        "keeps the pieces before an unknown rest",
        only_the_rest,
    ),
    FaultModel(
        "whole-clusters",
        "model",
        "does not cut inside a grapheme cluster",
        whole_clusters,
        "huggingface/swift-transformers#352",
    ),
)
