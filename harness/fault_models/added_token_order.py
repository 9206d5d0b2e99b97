"""Which of two added tokens that overlap: the first of the list, of the text, or the longest."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.added_tokens.passes import AddedTokenPass, LeftmostLongest, Search
from tokparity.reference_impl.added_tokens.special_partition import SpecialPartition
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def first_listed(tokenizer: Tokenizer) -> Tokenizer:
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


def longest_first(tokenizer: Tokenizer) -> Tokenizer:
    """A longer token takes its places before a shorter one that begins earlier is looked for."""
    if tokenizer.added_token_search is not LeftmostLongest or _partitions(tokenizer):
        return tokenizer
    if not _overlap(token.content for token in tokenizer.added_tokens):
        return tokenizer
    return replace(tokenizer, added_token_search=_LongestFirst)


def leftmost_first(tokenizer: Tokenizer) -> Tokenizer:
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
    return lambda text: (found.span() for found in pattern.finditer(text))


class _LongestFirst:
    """Every place of the longest string, then what is left of the next.

    >>> list(_LongestFirst(["<ab", "b>cd"])("x<ab>cd"))
    [(3, 7)]
    """

    def __init__(self, contents: Iterable[str]) -> None:
        self._contents = sorted(contents, key=len, reverse=True)

    def __call__(self, text: str) -> Iterator[tuple[int, int]]:
        free = [(0, len(text))]
        found: list[tuple[int, int]] = []
        for content in self._contents:
            left: list[tuple[int, int]] = []
            for start, end in free:
                at = text.find(content, start, end)
                while at >= 0:
                    left.append((start, at))
                    start = at + len(content)
                    found.append((at, start))
                    at = text.find(content, start, end)
                left.append((start, end))
            free = left
        return iter(sorted(found))


def _overlap(contents: Iterable[str]) -> bool:
    """Whether the end of one string begins another."""
    known = list(contents)
    begins = {content[:end] for content in known for end in range(1, len(content))}
    return any(content[at:] in begins for content in known for at in range(1, len(content)))


FAULT_MODELS = (
    FaultModel(
        "first-added-token",
        "added_tokens",
        "takes the added token listed first where several start",
        first_listed,
        "georg-jung/FastBertTokenizer#101",
    ),
    FaultModel(
        "longest-added-token-first",
        "added_tokens",
        "finds a longer added token before one that begins earlier",
        longest_first,
    ),
    FaultModel(
        "leftmost-added-token-first",
        "added_tokens",
        "finds an added token that begins earlier before a longer one",
        leftmost_first,
    ),
)
