"""The class of a character by the pinned tables: what a text looks like to patterns and stages.

The same on every Python version, as Python's own tables are not: what feedback keeps depends on
it. Not a source of semantics.
"""

from bisect import bisect_right
from functools import cache, lru_cache

from tokparity.corpora.generators.code_points import categories, code_points

_OWN = {" ": "space", "\n": "newline", "\r": "return", "\t": "tab", "'": "apostrophe"}
"""Characters that pipelines tell apart from the others of their category."""


@cache
def _spans() -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Where each range of one category starts, ascending, and which category that is."""
    spans = [(low, name) for name in categories() for low, _ in code_points(name).ranges]
    spans += [(0xD800, "Cs")]
    starts, names = zip(*sorted(spans), strict=True)
    return starts, names


@lru_cache(1 << 16)
def category(char: str) -> str:
    r"""The general category of a character; "Cs" of a lone surrogate.

    >>> category("A"), category("\u0301"), category("\udcff")
    ('Lu', 'Mn', 'Cs')
    """
    starts, names = _spans()
    return names[bisect_right(starts, ord(char)) - 1]


@lru_cache(1 << 16)
def char_class(char: str) -> str:
    r"""The general category, "+" behind it outside ASCII; some white space by name.

    >>> char_class("\n"), char_class("a"), char_class("\u00e9")
    ('newline', 'Ll', 'Ll+')
    """
    return _OWN.get(char) or category(char) + ("" if char < "\x80" else "+")
