"""Which of two added tokens that overlap: the shorter one, the first of the list, the longest."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import fault_model
from tokparity.reference_impl.added_tokens.passes import AddedTokenPass, LeftmostLongest, Search
from tokparity.reference_impl.added_tokens.special_partition import SpecialPartition
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@fault_model(
    "shortest-added-token", "added_tokens", "takes the shortest added token where several start"
)
def shortest_added_token(tokenizer: Tokenizer) -> Tokenizer:
    """What a plain `a|ab` alternation finds where the shorter token comes first."""
    contents = [token.content for token in tokenizer.added_tokens]
    if len(_without_longer(contents)) == len(contents):
        return tokenizer
    return replace(tokenizer, added_token_search=leftmost_shortest)


def leftmost_shortest(contents: Iterable[str]) -> Search:
    """The shortest is what is left when those that start with another one are never looked for.

    >>> list(leftmost_shortest(["<a>", "<a>b"])("x<a>b"))
    [(1, 4)]
    """
    return LeftmostLongest(_without_longer(contents))


def _without_longer(contents: Iterable[str]) -> list[str]:
    texts = frozenset(contents)
    return [
        content
        for content in texts
        if not any(content[:length] in texts for length in range(1, len(content)))
    ]


@fault_model(
    "first-added-token",
    "added_tokens",
    "takes the added token listed first where several start",
    "georg-jung/FastBertTokenizer#101",
)
def first_added_token(tokenizer: Tokenizer) -> Tokenizer:
    """Where several tokens start, the one that the file lists first: a plain alternation."""
    if tokenizer.added_token_search is not LeftmostLongest or _partitions(tokenizer):
        return tokenizer
    contents = [token.content for token in tokenizer.added_tokens]
    place = {content: at for at, content in enumerate(contents)}
    hides = any(
        place.get(content[:end], at) < at
        for content, at in place.items()
        for end in range(1, len(content))
    )
    return replace(tokenizer, added_token_search=_alternation) if hides else tokenizer


@fault_model(
    "longest-added-token-first",
    "added_tokens",
    "finds a longer added token before one that begins earlier",
)
def longest_added_token_first(tokenizer: Tokenizer) -> Tokenizer:
    """A longer token takes its places before a shorter one that begins earlier is looked for."""
    if tokenizer.added_token_search is not LeftmostLongest or _partitions(tokenizer):
        return tokenizer
    if not _overlap(token.content for token in tokenizer.added_tokens):
        return tokenizer
    return replace(tokenizer, added_token_search=_LongestFirst)


@fault_model(
    "leftmost-added-token-first",
    "added_tokens",
    "finds an added token that begins earlier before a longer one",
)
def leftmost_added_token_first(tokenizer: Tokenizer) -> Tokenizer:
    """One pass from left to right, where llama.cpp makes one for each token, longest first."""
    if not _partitions(tokenizer) or not _overlap(t.content for t in tokenizer.added_tokens):
        return tokenizer
    return replace(tokenizer, added_token_pass=AddedTokenPass.of)


def _partitions(tokenizer: Tokenizer) -> bool:
    return tokenizer.added_token_pass == SpecialPartition.of


def _alternation(contents: Iterable[str]) -> Search:
    """The first of the alternatives that starts at a place.

    >>> list(_alternation(["<a>", "<a>b"])("x<a>b"))
    [(1, 4)]
    """
    pattern = re.compile("|".join(map(re.escape, contents)) or "(?!)")
    return lambda text: (match.span() for match in pattern.finditer(text))


class _LongestFirst:
    """Every place of the longest string, then what is left of the next.

    >>> list(_LongestFirst(["<ab", "b>cd"])("x<ab>cd"))
    [(3, 7)]
    """

    def __init__(self, contents: Iterable[str]) -> None:
        self._contents = sorted(contents, key=len, reverse=True)

    def __call__(self, text: str) -> Iterator[tuple[int, int]]:
        free = [(0, len(text))]
        spans: list[tuple[int, int]] = []
        for content in self._contents:
            rest: list[tuple[int, int]] = []
            for start, end in free:
                at = text.find(content, start, end)
                while at >= 0:
                    rest.append((start, at))
                    start = at + len(content)
                    spans.append((at, start))
                    at = text.find(content, start, end)
                rest.append((start, end))
            free = rest
        return iter(sorted(spans))


def _overlap(contents: Iterable[str]) -> bool:
    """Whether the end of one string begins another."""
    texts = list(contents)
    begins = {content[:end] for content in texts for end in range(1, len(content))}
    return any(content[at:] in begins for content in texts for at in range(1, len(content)))


FAULT_MODELS = (
    shortest_added_token,
    first_added_token,
    longest_added_token_first,
    leftmost_added_token_first,
)
