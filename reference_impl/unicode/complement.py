r"""`complement`: all characters that are not in a set, as the `regex` package gets it right.

Two faults of its V1 sets (2026.11.15), which no other way of saying the same has:

- `[^\s[^\s]]` matches everything instead of nothing: the negation of a union is lost that has a
  property and its complement.
- `[[^a][^b]]`, or `[^a]|[^b]`, matches all but "a" and "b" instead of everything: of a union its
  negated single characters are compiled into one, which has neither.
"""

import regex

_SINGLE = regex.compile(r"(?s)\[?(\\[uU][0-9a-fA-F]+|\\?.)(?:-\1)?\]?")


def complement(inside: str) -> str:
    r"""Of the inside of brackets, which may be a set in its own.

    >>> complement("ab"), complement(r"\p{L}"), complement("[a]")
    ('[^ab]', '[^\\p{L}]', '[^[a][a]]')
    >>> complement(r"\s[^\s]")
    '[[\\u0000-\\U0010ffff]--[\\s[^\\s]]]'
    """
    if "[^" in inside or "&&" in inside or "--" in inside:
        return f"[[\\u0000-\\U0010ffff]--[{inside}]]"
    single = _SINGLE.fullmatch(inside) is not None
    return f"[^{inside}{inside}]" if single else f"[^{inside}]"
