"""Added tokens that are found by where they stand: not too far, not too often, not beside …"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

import regex

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.stages import Stretches, finds_added_tokens, with_pass
from tokparity.reference_impl.added_tokens.passes import AddedToken, TokenPass
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.classes import is_word

Cut = tuple[int, int, AddedToken | None]
"""Where a stretch of a text starts and ends, and the added token that it is."""

Keep = Callable[[str, list[Cut]], list[bool]]
"""Of a text and the cuts of a pass: which of the tokens among them are still found."""


@family(
    "added-tokens-within",
    "added_tokens",
    "finds added tokens in the first {characters} characters of a text",
)
def added_tokens_within(characters: int) -> Change:
    """Only tokens that end in the first characters of a text are found."""
    return _keeping(lambda _, cuts: [end <= characters for _, end, _ in cuts])


@family("added-tokens-at-most", "added_tokens", "finds {tokens} added tokens a text")
def added_tokens_at_most(tokens: int) -> Change:
    """Only the first so many in a text are found."""

    def keep(text: str, cuts: list[Cut]) -> list[bool]:
        counts = accumulate(token is not None for _, _, token in cuts)
        return [count <= tokens for count in counts]

    return _keeping(keep)


@family(
    "added-tokens-not-beside",
    "added_tokens",
    "finds no added token beside what is from code point {first} to {last}",
)
def added_tokens_not_beside(first: int, last: int) -> Change:
    """A token is not found before or behind a character from code point `first` to `last`."""
    sought = regex.compile(f"[{regex.escape(chr(first))}-{regex.escape(chr(last))}]")

    def keep(text: str, cuts: list[Cut]) -> list[bool]:
        return [
            not sought.fullmatch(text[start - 1 : start] if start else "")
            and not sought.fullmatch(text[end : end + 1])
            for start, end, _ in cuts
        ]

    return _keeping(keep, lambda text: sought.search(text) is not None)


@family("added-token-lost", "added_tokens", "does not find {content!r}")
def added_token_lost(content: str) -> Change:
    """One token is not found."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        if all(token.content != content for token in tokenizer.added_tokens):
            return tokenizer
        return _keeping(
            lambda _, cuts: [token is None or token.content != content for _, _, token in cuts],
            lambda text: content in text,
        )(tokenizer)

    return apply


@fault_model(
    "added-token-not-at-start", "added_tokens", "does not find a token that a text begins with"
)
def added_token_not_at_start(tokenizer: Tokenizer) -> Tokenizer:
    """A token that a text begins with is text: something must stand before it."""
    return _keeping(lambda _, cuts: [start > 0 for start, _, _ in cuts])(tokenizer)


@fault_model(
    "added-token-only-at-start", "added_tokens", "finds a token only where a text begins with it"
)
def added_token_only_at_start(tokenizer: Tokenizer) -> Tokenizer:
    """A search that is tied to the place where it begins: behind anything, a token is text."""
    return _keeping(lambda _, cuts: [start == 0 for start, _, _ in cuts])(tokenizer)


@fault_model(
    "added-token-not-at-end", "added_tokens", "does not find a token that a text ends with"
)
def added_token_not_at_end(tokenizer: Tokenizer) -> Tokenizer:
    """A token that a text ends with is text: something must stand behind it."""
    return _keeping(lambda text, cuts: [end < len(text) for _, end, _ in cuts])(tokenizer)


@fault_model(
    "added-token-not-inside-words", "added_tokens", "does not find a token between letters"
)
def added_token_not_inside_words(tokenizer: Tokenizer) -> Tokenizer:
    """A token between two letters is text."""

    def keep(text: str, cuts: list[Cut]) -> list[bool]:
        size = len(text)
        return [
            not (start > 0 and end < size and is_word(text[start - 1]) and is_word(text[end]))
            for start, end, _ in cuts
        ]

    return _keeping(keep)(tokenizer)


def _keeping(keep: Keep, concerns: Callable[[str], bool] = lambda _: True) -> Change:
    """`concerns` says of a text whether it is worth asking `keep`."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        if not finds_added_tokens(tokenizer) or all(
            token.normalized for token in tokenizer.added_tokens
        ):
            return tokenizer
        return with_pass(tokenizer, lambda inner: _Keeping(inner, keep, concerns))

    return apply


@dataclass(frozen=True, slots=True)
class _Keeping:
    inner: TokenPass
    keep: Keep
    concerns: Callable[[str], bool]

    def split(self, text: Aligned, parse_special: bool) -> Stretches:
        stretches = self.inner.split(text, parse_special)
        if not any(token for _, token in stretches) or not self.concerns(text.text):
            return stretches
        cuts: list[Cut] = []
        at = 0
        for stretch, token in stretches:
            cuts.append((at, at + len(stretch), token))
            at += len(stretch)
        stay = self.keep(text.text, cuts)
        if all(stay):
            return stretches
        left = [
            (start, end, token if stays else None)
            for (start, end, token), stays in zip(cuts, stay, strict=True)
        ]
        return [(text[start:end], token) for start, end, token in joined(left)]


def joined(cuts: list[Cut]) -> list[Cut]:
    """The cuts without empty ones, and with neighbours that are text made one."""
    whole: list[Cut] = []
    for start, end, token in cuts:
        if start == end:
            continue
        if token is None and whole and whole[-1][2] is None:
            whole[-1] = whole[-1][0], end, None
        else:
            whole.append((start, end, token))
    return whole


FAULT_MODELS = (
    added_token_not_at_start,
    added_token_only_at_start,
    added_token_not_at_end,
    added_token_not_inside_words,
)

FAMILIES = (added_tokens_within, added_tokens_at_most, added_tokens_not_beside, added_token_lost)
