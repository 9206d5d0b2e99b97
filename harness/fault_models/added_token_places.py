"""Added tokens that are found by where they stand: not too far, not too often, not beside …"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import regex

from tokparity.harness.fault_models.fault_model import Family, FaultModel
from tokparity.reference_impl.added_tokens.passes import AddedToken, Search, TokenPass
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.classes import is_word

Cut = tuple[int, int, AddedToken | None]
Stretches = list[tuple[Aligned, AddedToken | None]]
Keep = Callable[[str, list[Cut]], list[bool]]
"""Of a text and the cuts of a pass: which of the tokens among them are still found."""


def within(characters: int) -> Callable[[Tokenizer], Tokenizer]:
    """Only tokens that end in the first characters of a text are found."""
    return _keeping(lambda _, cuts: [end <= characters for _, end, _ in cuts])


def at_most(tokens: int) -> Callable[[Tokenizer], Tokenizer]:
    """Only the first so many in a text are found."""

    def keep(text: str, cuts: list[Cut]) -> list[bool]:
        found, kept = 0, []
        for _, _, token in cuts:
            found += token is not None
            kept.append(found <= tokens)
        return kept

    return _keeping(keep)


def not_beside(first: int, last: int) -> Callable[[Tokenizer], Tokenizer]:
    """A token is not found before or behind a character from code point `first` to `last`."""
    sought = regex.compile(f"[{regex.escape(chr(first))}-{regex.escape(chr(last))}]")

    def keep(text: str, cuts: list[Cut]) -> list[bool]:
        return [
            not sought.fullmatch(text[start - 1 : start] if start else "")
            and not sought.fullmatch(text[end : end + 1])
            for start, end, _ in cuts
        ]

    return _keeping(keep, lambda text: sought.search(text) is not None)


def lost(content: str) -> Callable[[Tokenizer], Tokenizer]:
    """One token is not found."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        if all(token.content != content for token in tokenizer.added_tokens):
            return tokenizer
        return _keeping(
            lambda _, cuts: [token is None or token.content != content for _, _, token in cuts],
            lambda text: content in text,
        )(tokenizer)

    return apply


def not_at_start(tokenizer: Tokenizer) -> Tokenizer:
    """A token that a text begins with is text: something must stand before it."""
    return _keeping(lambda _, cuts: [start > 0 for start, _, _ in cuts])(tokenizer)


def not_at_end(tokenizer: Tokenizer) -> Tokenizer:
    """A token that a text ends with is text: something must stand behind it."""
    return _keeping(lambda text, cuts: [end < len(text) for _, end, _ in cuts])(tokenizer)


def not_inside_words(tokenizer: Tokenizer) -> Tokenizer:
    """A token between two letters is text."""

    def keep(text: str, cuts: list[Cut]) -> list[bool]:
        size = len(text)
        return [
            not (start > 0 and end < size and is_word(text[start - 1]) and is_word(text[end]))
            for start, end, _ in cuts
        ]

    return _keeping(keep)(tokenizer)


def _keeping(
    keep: Keep, concerns: Callable[[str], bool] = lambda _: True
) -> Callable[[Tokenizer], Tokenizer]:
    """`concerns` says of a text whether it is worth asking `keep`."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        finds = bool(list(tokenizer.added_token_search("x")("x")))
        if not finds or all(token.normalized for token in tokenizer.added_tokens):
            return tokenizer
        make = tokenizer.added_token_pass

        def passed(
            by_content: Mapping[str, AddedToken], search: Callable[[Iterable[str]], Search]
        ) -> TokenPass:
            return _Keeping(make(by_content, search), keep, concerns)

        return replace(tokenizer, added_token_pass=passed)

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
        kept = self.keep(text.text, cuts)
        if all(kept):
            return stretches
        joined: list[Cut] = []
        for (start, end, token), stays in zip(cuts, kept, strict=True):
            found = token if stays else None
            if found is None and joined and joined[-1][2] is None:
                joined[-1] = joined[-1][0], end, None
            else:
                joined.append((start, end, found))
        return [(text[start:end], token) for start, end, token in joined]


FAULT_MODELS = (
    FaultModel(
        "added-token-not-at-start",
        "added_tokens",
        "does not find a token that a text begins with",
        not_at_start,
    ),
    FaultModel(
        "added-token-not-at-end",
        "added_tokens",
        "does not find a token that a text ends with",
        not_at_end,
    ),
    FaultModel(
        "added-token-not-inside-words",
        "added_tokens",
        "does not find a token between letters",
        not_inside_words,
    ),
)

FAMILIES = (
    Family(
        "added-tokens-within",
        "added_tokens",
        "finds added tokens in the first {characters} characters of a text",
        within,
    ),
    Family("added-tokens-at-most", "added_tokens", "finds {tokens} added tokens a text", at_most),
    Family(
        "added-tokens-not-beside",
        "added_tokens",
        "finds no added token beside what is from code point {first} to {last}",
        not_beside,
    ),
    Family("added-token-lost", "added_tokens", "does not find {content!r}", lost),
)
