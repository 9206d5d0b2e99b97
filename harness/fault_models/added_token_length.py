"""Of two added tokens that start at the same place, the shorter one."""

from collections.abc import Iterable
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.added_tokens.passes import LeftmostLongest, Search
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


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
    known = frozenset(contents)
    return [
        content
        for content in known
        if not any(content[:length] in known for length in range(1, len(content)))
    ]


FAULT_MODELS = (
    FaultModel(
        "shortest-added-token",
        "added_tokens",
        "takes the shortest added token where several start",
        shortest_added_token,
    ),
)
