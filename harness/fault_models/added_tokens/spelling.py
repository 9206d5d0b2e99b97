"""Added tokens that are found where they are not written, or lost behind their own beginning."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.stages import Stretches, finds_added_tokens, with_pass
from tokparity.reference_impl.added_tokens.passes import (
    LeftmostLongest,
    TokenPass,
)
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_LOWER = {capital: capital + 32 for capital in range(ord("A"), ord("Z") + 1)}


@family("added-tokens-also-as", "added_tokens", "takes {other!r} for {char!r} in an added token")
def added_tokens_also_as(char: str, other: str) -> Change:
    """Where a token has `char`, `other` will do."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        if not any(char in token.content for token in tokenizer.added_tokens):
            return tokenizer
        return _reading(tokenizer, {ord(other): char})

    return apply


@fault_model("added-tokens-any-case", "added_tokens", "finds added tokens in capitals too")
def added_tokens_any_case(tokenizer: Tokenizer) -> Tokenizer:
    """Capitals will do for the small letters of a token."""
    contents = [token.content for token in tokenizer.added_tokens]
    if not contents or any(text.translate(_LOWER) != text for text in contents):
        return tokenizer
    return _reading(tokenizer, _LOWER)


@fault_model("no-going-back", "added_tokens", "loses an added token behind the beginning of one")
def no_going_back(tokenizer: Tokenizer) -> Tokenizer:
    """Behind a beginning that came to nothing the search goes on where it stopped."""
    if tokenizer.added_token_search is not LeftmostLongest or not tokenizer.added_tokens:
        return tokenizer
    if all(len(token.content) < 2 for token in tokenizer.added_tokens):
        return tokenizer
    return replace(tokenizer, added_token_search=_Onward)


def _reading(tokenizer: Tokenizer, table: Mapping[int, int | str]) -> Tokenizer:
    """Each code point of the table is read as what it maps to."""
    if not finds_added_tokens(tokenizer):
        return tokenizer
    return with_pass(tokenizer, lambda inner: _Reading(inner, table))


@dataclass(frozen=True, slots=True)
class _Reading:
    inner: TokenPass
    table: Mapping[int, int | str]

    def split(self, text: Aligned, parse_special: bool) -> Stretches:
        read = text.text.translate(self.table)
        if read == text.text:
            return self.inner.split(text, parse_special)
        cuts: Stretches = []
        at = 0
        for stretch, token in self.inner.split(Aligned(read, text.origin), parse_special):
            cuts.append((text[at : at + len(stretch)], token))
            at += len(stretch)
        return cuts


class _Onward:
    """A trie walked once over the text, without links for what fails.

    >>> list(_Onward(["<a>"])("<<a><a>"))
    [(4, 7)]
    """

    def __init__(self, contents: Iterable[str]) -> None:
        self._contents = frozenset(contents)
        self._begins = {text[:end] for text in self._contents for end in range(1, len(text) + 1)}
        firsts = re.escape("".join({text[0] for text in self._contents}))
        self._first = re.compile(f"[{firsts}]" if firsts else "(?!)")

    def __call__(self, text: str) -> Iterator[tuple[int, int]]:
        at = 0
        while (first := self._first.search(text, at)) is not None:
            at = end = first.start()
            stop = 0
            while end < len(text) and text[at : end + 1] in self._begins:
                end += 1
                stop = end if text[at:end] in self._contents else stop
            if stop:
                yield at, stop
            at = stop or end + 1  # what did not go on with the token is gone too


FAULT_MODELS = (added_tokens_any_case, no_going_back)

FAMILIES = (added_tokens_also_as,)
