"""WordPiece, searched wrong: its limit, its prefix, its order, its unknown words."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import accumulate

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.stages import TokenSpan, with_found
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.graphemes import clusters


@fault_model("word-limit-minus-one", "model", "takes a word as long as the limit for too long")
def word_limit_minus_one(tokenizer: Tokenizer) -> Tokenizer:
    """A word of exactly the limit is too long."""
    return _limited(tokenizer, lambda limit: limit - 1)


@fault_model(
    "no-word-limit", "model", "takes no word for too long", "huggingface/transformers.js#398"
)
def no_word_limit(tokenizer: Tokenizer) -> Tokenizer:
    """No word is too long."""
    return _limited(tokenizer, lambda _: sys.maxsize)


@fault_model("word-limit-in-bytes", "model", "counts bytes against the limit")
def word_limit_in_bytes(tokenizer: Tokenizer) -> Tokenizer:
    """The limit counts bytes of UTF-8."""
    model = tokenizer.model
    if not isinstance(model, WordPiece):
        return tokenizer
    none = replace(model, max_input_chars_per_word=-1)  # all words are too long

    def find(word: str) -> tuple[TokenSpan, ...]:
        size = len(word.encode("utf-8", "surrogatepass"))
        return (none if size > model.max_input_chars_per_word else model).tokenize(word)

    return with_found(tokenizer, find)


@fault_model("continuing-prefix-ignored", "model", "looks the rest of a word up as if it began one")
def continuing_prefix_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """The rest of a word is looked up as if it began one."""
    model = tokenizer.model
    if not isinstance(model, WordPiece) or not model.continuing_subword_prefix:
        return tokenizer
    return replace(tokenizer, model=replace(model, continuing_subword_prefix=""))


@fault_model("shortest-piece-first", "model", "takes the shortest piece")
def shortest_piece_first(tokenizer: Tokenizer) -> Tokenizer:
    """The shortest piece that the rest of a word begins with."""
    return _searching(tokenizer, lambda word, start: range(start + 1, len(word) + 1), keeps=False)


@fault_model("only-the-rest-unknown", "model", "keeps the pieces before an unknown rest")
def only_the_rest_unknown(tokenizer: Tokenizer) -> Tokenizer:
    """Of a word whose rest no piece begins, only the rest is unknown."""
    return _searching(tokenizer, lambda word, start: range(len(word), start, -1), keeps=True)


@fault_model(
    "whole-clusters",
    "model",
    "does not cut inside a grapheme cluster",
    "huggingface/swift-transformers#352",
)
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


@family("word-limit", "model", "takes words of over {characters} for too long")
def word_limit(characters: int) -> Change:
    """The limit of WordPiece is another one than the file's."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        model = tokenizer.model
        if not isinstance(model, WordPiece) or model.max_input_chars_per_word == characters:
            return tokenizer
        return replace(tokenizer, model=replace(model, max_input_chars_per_word=characters))

    return apply


FAULT_MODELS = (
    word_limit_minus_one,
    no_word_limit,
    word_limit_in_bytes,
    continuing_prefix_ignored,
    shortest_piece_first,
    only_the_rest_unknown,
    whole_clusters,
)

FAMILIES = (word_limit,)
