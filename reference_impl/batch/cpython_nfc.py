"""`composed`: NFC of many texts by CPython, of those that it composes as the library does.

CPython's Unicode is a later one. Proof that it makes the same of a text without `unlike` ones: a
normal form hangs on what characters are decomposed to, on the order of the classes of marks, and on
the pairs that compose. Every character is compared in the first two, and every pair of either side.
Both characters of a pair that differs are unlike, and so is each that is decomposed to one that is.
Hangul is computed on both sides. Not here: where characters came from.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np

from tokparity.reference_impl.batch.code_table import CODES, CodeTable, texts_with
from tokparity.reference_impl.unicode.hangul import SYLLABLES
from tokparity.reference_impl.unicode.normalization import mapping, tables

_BLOCK = 256


def composed(texts: Sequence[str]) -> dict[int, str]:
    """The normal forms of texts without lone surrogates, by their places; but for those with an
    unlike character.

    >>> composed(["e\u0301", "a"])
    {0: '\u00e9', 1: 'a'}
    """
    out = {*texts_with(texts, unlike())}
    return {
        at: unicodedata.normalize("NFC", text) for at, text in enumerate(texts) if at not in out
    }


@cache
def unlike() -> CodeTable:
    """1 for the characters of which the two sides know different things."""
    parts = mapping("canonical")
    decomposed = parts.keys() | _decomposed()
    found = _of_other_classes()
    found |= {it for it in decomposed if unicodedata.normalize("NFD", it) != parts.get(it, it)}
    theirs = mapping("composition")
    ours = {pair: char for char in decomposed if len(pair := _pair(char)) == 2}
    for pair in {pair for pair in theirs.keys() | ours if theirs.get(pair) != ours.get(pair)}:
        found |= {*pair}
    found |= {char for char, some in parts.items() if not found.isdisjoint(some)}
    return CodeTable.of_ranges((ord(char), ord(char)) for char in found)


def _of_other_classes() -> set[str]:
    """Characters that are a mark on one side alone, or whose class is not where others are."""
    every = map(chr, range(CODES))
    classes = np.fromiter(map(unicodedata.combining, every), np.uint8, CODES)
    found: set[str] = set()
    last = 0
    for group in tables()["marks"]:
        codes = np.fromiter(map(ord, group), np.int64, len(group))
        [(usual, _)] = Counter(classes[codes].tolist()).most_common(1)
        if usual <= last:  # the order of classes is another
            return {*map(chr, range(CODES))}
        found |= {*map(chr, codes[classes[codes] != usual].tolist())}
        classes[codes] = 0
        last = usual
    return found | {*map(chr, np.flatnonzero(classes).tolist())}


def _decomposed() -> set[str]:
    """Characters that CPython decomposes, but for syllables of Hangul."""
    found: set[str] = set()
    for first in range(0, CODES, _BLOCK):
        chars = [*map(chr, range(first, first + _BLOCK))]
        if not unicodedata.is_normalized("NFD", "\0".join(chars)):
            found |= {char for char in chars if unicodedata.normalize("NFD", char) != char}
    return found.difference(SYLLABLES)


def _pair(char: str) -> str:
    """The two characters that CPython composes to one; "" where that is none."""
    if unicodedata.normalize("NFC", char) != char:
        return ""
    return "".join(chr(int(code, 16)) for code in unicodedata.decomposition(char).split())
