"""`Symbols`: user-defined symbols, found before anything else is.

The normalizer leaves them as they are, and BPE and char models cut at them. Not the added
tokens of tokenizer.json: what is found here is still part of one text.
"""

import re
from collections.abc import Iterable, Iterator

_MOST = 64


class Symbols:
    """The longest symbol at each place, from left to right.

    The library looks at the 64 shortest that a place has: a symbol with 64 others inside it,
    at its start, is never found. Source: sentencepiece 0.2.3 normalizer.cc
    `PrefixMatcher::PrefixMatch`.

    >>> list(Symbols(["ab", "abc"]).spans("xabcab"))
    [(1, 4), (4, 6)]
    """

    def __init__(self, symbols: Iterable[str]) -> None:
        listed = frozenset(symbols)
        self.symbols = frozenset(
            symbol for symbol in listed if len(symbol) <= _MOST or _inside(symbol, listed) < _MOST
        )
        self.longest_bytes = max((len(symbol.encode()) for symbol in self.symbols), default=0)
        """UTF-8 bytes of the longest symbol."""
        self._lengths: dict[str, list[int]] = {}
        for length, first in sorted(
            {(len(symbol), symbol[0]) for symbol in self.symbols}, reverse=True
        ):
            self._lengths.setdefault(first, []).append(length)
        firsts = re.escape("".join(self._lengths))
        self._first = re.compile(f"[{firsts}]") if firsts else None

    def begins(self, char: str) -> bool:
        """Whether any symbol begins with this character."""
        return char in self._lengths

    def longest(self, text: str, start: int) -> int | None:
        """The end of the longest symbol that the text has at `start`."""
        for length in self._lengths.get(text[start], ()):
            if text[start : start + length] in self.symbols:  # a shorter slice is found again
                return min(start + length, len(text))
        return None

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """(start, end) of each symbol in the text."""
        if self._first is None:
            return
        at = 0
        while (found := self._first.search(text, at)) is not None:
            start = found.start()
            end = self.longest(text, start)
            at = start + 1
            if end is not None:
                yield start, end
                at = end


def _inside(symbol: str, listed: frozenset[str]) -> int:
    return sum(symbol[:end] in listed for end in range(1, len(symbol)))
