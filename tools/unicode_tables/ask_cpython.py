"""Ask a Python about its own Unicode tables: what `unicodedata` and `str` say of every character.

    python tools/unicode_tables/ask_cpython.py

Prints one JSON object; `make_cpython_tables` runs it in Pythons of several versions, so it uses
the standard library alone. Not here: what the answers are for (`cpython`).
"""

import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

Points = list[int]


@cache
def assigned() -> list[str]:
    """Every code point that is assigned, surrogates too."""
    return [char for char in map(chr, range(0x110000)) if unicodedata.category(char) != "Cn"]


_HANGUL = range(0xAC00, 0xD7A4)
"""Composed and decomposed by arithmetic: in no table."""


def classes() -> Iterator[tuple[str, Points]]:
    """(name, code points) of each class that the tokenizer asks for."""
    named = {
        "control": ("Cc", "Cf", "Co", "Cs"),
        "space_separator": ("Zs",),
        "punctuation": ("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"),
        "nonspacing_mark": ("Mn",),
    }
    for name, categories in named.items():
        yield name, _points(c for c in assigned() if unicodedata.category(c) in categories)
    yield "white_space", _points(c for c in assigned() if c.isspace())
    cased = {c for c in assigned() if _ends_final("1", c)}
    yield "cased", _points(c for c in assigned() if c in cased)
    yield "case_ignorable", _points(c for c in assigned() if c not in cased and _ends_final("A", c))


def _points(chars: Iterable[str]) -> Points:
    return [ord(char) for char in chars]


def _ends_final(before: str, char: str) -> bool:
    """Whether a sigma at the end of a word is final there (Objects/unicodeobject.c,
    `handle_capital_sigma`): after a cased character, the case-ignorable ones not counted."""
    return f"{before}{char}Σ".lower().endswith("ς")


def mappings() -> dict[str, dict[str, str]]:
    """`canonical` decompositions, whole; `composition` of pairs; `lower` case."""
    canonical, composition = {}, {}
    for char in assigned():
        parts = unicodedata.decomposition(char)
        if not parts or parts.startswith("<") or ord(char) in _HANGUL:
            continue
        canonical[char] = unicodedata.normalize("NFD", char)
        pair = "".join(chr(int(part, 16)) for part in parts.split())
        if len(pair) == 2 and unicodedata.normalize("NFC", pair) == char:
            composition[pair] = char
    lower = {char: char.lower() for char in assigned() if char.lower() != char and char != "Σ"}
    return {"canonical": canonical, "composition": composition, "lower": lower | {"Σ": "σ"}}


def marks() -> list[str]:
    """The characters of each combining class but 0, in the order of the classes."""
    groups: dict[int, str] = {}
    for char in assigned():
        if rank := unicodedata.combining(char):
            groups[rank] = groups.get(rank, "") + char
    return [groups[rank] for rank in sorted(groups)]


if __name__ == "__main__":
    found = {
        "version": unicodedata.unidata_version,
        "unassigned": sorted(set(range(0x110000)) - set(map(ord, assigned()))),
        "classes": dict(classes()),
        "marks": marks(),
        **mappings(),
    }
    json.dump(found, sys.stdout)
