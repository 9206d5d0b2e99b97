r"""llama.cpp's splitters that are written by hand, each found by the pattern it stands for.

Four of them do just what their pattern says to a backtracking engine on the collapsed text (what
they ask of a character beyond ASCII is only its category), and are run so. The others are not
their patterns. Source: src/unicode.cpp b11549 `unicode_regex_split_custom_*`.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from tokparity.reference_impl.pre_tokenizers.llama_cpp_patterns import compiled
from tokparity.reference_impl.unicode.llama_cpp import (
    HAN_LETTER,
    HAN_OTHER,
    JOINER,
    LETTER,
    LONG_S,
    MARK,
    NUMBER,
    collapsed,
    collapsed_with_han,
    collapsed_with_joiners,
)

CONTRACTIONS = "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
TAIL = r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)"
LLAMA3 = rf"{CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}{TAIL}"
QWEN2 = rf"{CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{TAIL}"
QWEN35 = (
    rf"{CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?[\p{{L}}\p{{M}}]+|\p{{N}}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
KIMI_K2 = r"\p{Han}+"
K2_HORIZON = (
    rf"{CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?(?:\p{{L}}|\p{{M}}|\u200C|\u200D)+|\p{{N}}{{1,3}}{TAIL}"
)
AFMOE_DIGITS = r"\p{AFMoE_digits}"
TINY_AYA_DIGITS = r"\d{1,3}(?=(?:\d{3})*\b)"
NEWLINES = r"[^\n]+|[\n]+"

_HAN = HAN_LETTER + HAN_OTHER
_LETTERS, _DIGITS = LETTER + "A-Za-z", NUMBER + "0-9"
_KIMI = re.compile(
    rf"([{_HAN}]+|[^\r\n{_LETTERS}{HAN_LETTER}{_DIGITS}]?[{_LETTERS}]+{CONTRACTIONS}?"
    rf"|[{_DIGITS}]{{1,3}}| ?[^\s{_LETTERS}{HAN_LETTER}{_DIGITS}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+)",
    re.ASCII,
)
_HORIZON = re.compile(
    rf"('{LONG_S}|{CONTRACTIONS}|[^\r\n{_LETTERS}{LONG_S}{_DIGITS}]?[{_LETTERS}{LONG_S}{MARK}{JOINER}]+"
    rf"|[{_DIGITS}]{{1,3}}| ?[^\s{_LETTERS}{LONG_S}{_DIGITS}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
    re.ASCII,
)
_NUMBERS = re.compile(f"[{_DIGITS}]+")
_NEWLINES = re.compile(r"(\n+)")


def digits_from_the_right(seen: str) -> list[str]:
    """Cut after the first 1 to 3 digits of each number, so that threes are left, and after those.

    Before a number nothing is cut: what stands there goes with the number's first digits.

    >>> digits_from_the_right("abc 12345x")
    ['abc 12', '345', 'x']
    """
    pieces = []
    done = 0
    for number in _NUMBERS.finditer(seen):
        start, end = number.span()
        at = start + ((end - start) % 3 or 3)
        while at <= end:
            pieces.append(seen[done:at])
            done, at = at, at + 3
    pieces.append(seen[done:])
    return pieces


BY_HAND: Mapping[str, tuple[Callable[[str], str], Callable[[str], Sequence[str]]]] = {
    **{pattern: (collapsed, compiled(pattern).split) for pattern in (GPT2, LLAMA3, QWEN2, QWEN35)},
    KIMI_K2: (collapsed_with_han, _KIMI.split),
    K2_HORIZON: (collapsed_with_joiners, _HORIZON.split),
    AFMOE_DIGITS: (collapsed, digits_from_the_right),
    TINY_AYA_DIGITS: (collapsed, digits_from_the_right),
    NEWLINES: (collapsed, _NEWLINES.split),
}
"""Pattern → what is seen of a text, and the pieces that are made of that."""
