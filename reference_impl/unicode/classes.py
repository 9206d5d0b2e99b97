"""TEMPORARY: stands in for the pinned tables."""

import unicodedata

import regex

_WORD = regex.compile(r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]")
_SPACE = regex.compile(r"\p{White_Space}")


def is_word(char: str) -> bool:
    return _WORD.match(char) is not None


def is_whitespace(char: str) -> bool:
    return _SPACE.match(char) is not None


def is_numeric(char: str) -> bool:
    return unicodedata.category(char) in ("Nd", "Nl", "No")
