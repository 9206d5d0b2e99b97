"""Flags of added tokens that are not looked at, or are judged in a wrong way."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Literal

from tokparity.harness.fault_models.fault_model import Change, FaultModel, fault_model
from tokparity.reference_impl.added_tokens.passes import AddedTokenPass, Search
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.classes import is_word


def flag_ignored(flag: Literal["lstrip", "rstrip", "single_word"]) -> Change:
    """The change that takes a flag for false in every added token."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        if not any(getattr(token, flag) for token in tokenizer.added_tokens):
            return tokenizer
        off: dict[str, Any] = {flag: False}
        tokens = tuple(replace(token, **off) for token in tokenizer.added_tokens)
        return replace(tokenizer, added_tokens=tokens)

    return apply


@fault_model(
    "single-word-of-ascii",
    "added_tokens",
    "takes letters beyond ASCII for the end of a word beside a single-word token",
)
def single_word_of_ascii(tokenizer: Tokenizer) -> Tokenizer:
    """Only letters and digits of ASCII, and "_", make a word."""
    return _judging(tokenizer, lambda before, after: not (_ascii(before) or _ascii(after)))


@fault_model(
    "single-word-inside",
    "added_tokens",
    "finds single-word tokens inside words only",
    "huggingface/tokenizers#918",
)
def single_word_inside(tokenizer: Tokenizer) -> Tokenizer:
    """The test is the wrong way round: a single-word token is found inside words only."""
    return _judging(tokenizer, lambda before, after: _unicode(before) or _unicode(after))


@fault_model(
    "single-word-before-only", "added_tokens", "does not look at what follows a single-word token"
)
def single_word_before_only(tokenizer: Tokenizer) -> Tokenizer:
    """What follows the token is not looked at."""
    return _judging(tokenizer, lambda before, after: not _unicode(before))


def _ascii(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")


def _unicode(char: str) -> bool:
    return bool(char) and is_word(char)


def _judging(tokenizer: Tokenizer, fits: Callable[[str, str], bool]) -> Tokenizer:
    """`fits` is asked about the character before and the one after, "" at the ends."""
    single = {token.content for token in tokenizer.added_tokens if token.single_word}
    if not single:
        return tokenizer
    search = tokenizer.added_token_search

    def searched(contents: Iterable[str]) -> Search:
        inner = search(contents)

        def found(text: str) -> Iterator[tuple[int, int]]:
            for start, end in inner(text):
                before, after = text[start - 1 : start] if start else "", text[end : end + 1]
                if text[start:end] not in single or fits(before, after):
                    yield start, end

        return found

    tokens = tuple(replace(token, single_word=False) for token in tokenizer.added_tokens)
    return replace(tokenizer, added_tokens=tokens, added_token_search=searched)


@fault_model(
    "added-tokens-as-written", "added_tokens", "looks for added tokens in the text as it is"
)
def added_tokens_as_written(tokenizer: Tokenizer) -> Tokenizer:
    """All are looked for as they are, in the text as it is."""
    return _all(tokenizer, normalized=False)


@fault_model("added-tokens-normalized", "added_tokens", "looks for added tokens in normalized text")
def added_tokens_normalized(tokenizer: Tokenizer) -> Tokenizer:
    """All are looked for normalized, in normalized text."""
    return _all(tokenizer, normalized=True)


def _all(tokenizer: Tokenizer, normalized: bool) -> Tokenizer:
    if tokenizer.normalizer is None or tokenizer.added_token_pass != AddedTokenPass.of:
        return tokenizer
    tokens = tuple(replace(token, normalized=normalized) for token in tokenizer.added_tokens)
    if tokens == tokenizer.added_tokens:
        return tokenizer
    return replace(tokenizer, added_tokens=tokens)


IGNORED = (
    FaultModel(
        "lstrip-ignored",
        "added_tokens",
        "leaves the white space before an added token in the text",
        flag_ignored("lstrip"),
        "NVIDIA/TensorRT-Model-Connect#1317",
    ),
    FaultModel(
        "rstrip-ignored",
        "added_tokens",
        "leaves the white space after an added token in the text",
        flag_ignored("rstrip"),
        "microsoft/onnxruntime-genai#1248",
    ),
    FaultModel(
        "single-word-ignored",
        "added_tokens",
        "finds single-word added tokens inside words",
        flag_ignored("single_word"),
    ),
)

MISJUDGED = (
    single_word_of_ascii,
    single_word_inside,
    single_word_before_only,
    added_tokens_as_written,
    added_tokens_normalized,
)
