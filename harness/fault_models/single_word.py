"""Single-word added tokens whose neighbours are judged in a wrong way."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.added_tokens.passes import Search
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.classes import is_word


def ascii_words(tokenizer: Tokenizer) -> Tokenizer:
    """Only letters and digits of ASCII, and "_", make a word."""
    return _found(tokenizer, lambda before, after: not (_ascii(before) or _ascii(after)))


def inside_words(tokenizer: Tokenizer) -> Tokenizer:
    """The test is the wrong way round: a single-word token is found inside words only."""
    return _found(tokenizer, lambda before, after: _unicode(before) or _unicode(after))


def before_only(tokenizer: Tokenizer) -> Tokenizer:
    """What follows the token is not looked at."""
    return _found(tokenizer, lambda before, after: not _unicode(before))


def _ascii(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")


def _unicode(char: str) -> bool:
    return bool(char) and is_word(char)


def _found(tokenizer: Tokenizer, wanted: Callable[[str, str], bool]) -> Tokenizer:
    """`wanted` is asked about the character before and the one after, "" at the ends."""
    single = {token.content for token in tokenizer.added_tokens if token.single_word}
    if not single:
        return tokenizer
    search = tokenizer.added_token_search

    def searched(contents: Iterable[str]) -> Search:
        inner = search(contents)

        def found(text: str) -> Iterator[tuple[int, int]]:
            for start, end in inner(text):
                before, after = text[start - 1 : start] if start else "", text[end : end + 1]
                if text[start:end] not in single or wanted(before, after):
                    yield start, end

        return found

    tokens = tuple(replace(token, single_word=False) for token in tokenizer.added_tokens)
    return replace(tokenizer, added_tokens=tokens, added_token_search=searched)


FAULT_MODELS = (
    FaultModel(
        "single-word-of-ascii",
        "added_tokens",
        "takes letters beyond ASCII for the end of a word beside a single-word token",
        ascii_words,
    ),
    FaultModel(
        "single-word-inside",
        "added_tokens",
        "finds single-word tokens inside words only",
        inside_words,
        "huggingface/tokenizers#918",
    ),
    FaultModel(
        "single-word-before-only",
        "added_tokens",
        "does not look at what follows a single-word token",
        before_only,
    ),
)
