"""Asks the installed `tokenizers` how it decomposes, orders and composes characters.

Part of `make_tables`. Each question is put to the NFD, NFKD and NFC normalizers about
every code point: texts of many short cases, one a line, because a line feed is a starter
that composes with nothing. CPython's `unicodedata` plays no part.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from tokenizers import normalizers

from tools.unicode_tables.ask_oniguruma import ALL

CHARACTERS = re.sub("[\n\uac00-\ud7a3]", "", ALL)
"""Every scalar value but the separator and Hangul syllables, which are computed."""

PROBES = "\u0334\u0345"  # combining classes 1 and 240: first and last there is


def mapped(normalizer: normalizers.Normalizer, cases: Sequence[str]) -> list[str]:
    """The normal form of each case; no case holds a line feed."""
    return normalizer.normalize_str("\n".join(cases)).split("\n")


def decompositions(normalizer: normalizers.Normalizer) -> dict[str, str]:
    """Full decomposition of each character that has one."""
    parts = mapped(normalizer, CHARACTERS)
    return {char: part for char, part in zip(CHARACTERS, parts, strict=True) if part != char}


def mark_groups(canonical: dict[str, str]) -> list[list[str]]:
    """Marks that do not decompose, grouped by combining class, lowest class first.

    Only the order of classes is visible: a mark moves before one of a higher class. A
    character is a mark when it moves before, or behind, a mark known to be one; then
    each mark is asked against each.
    """
    first, last = PROBES[0], PROBES[1]
    points = [char for char in CHARACTERS if char not in canonical]
    before = mapped(normalizers.NFD(), [last + char for char in points])
    behind = mapped(normalizers.NFD(), [char + first for char in points])
    marks = [
        char
        for char, left, right in zip(points, before, behind, strict=True)
        if left != last + char or right != char + first
    ]
    lower = dict.fromkeys(marks, 0)
    for mark in marks:
        pairs = mapped(normalizers.NFD(), [mark + other for other in marks])
        lower[mark] = sum(pair[0] != mark for pair in pairs)
    ranked = sorted(marks, key=lambda mark: (lower[mark], mark))
    return [list(group) for _, group in groupby(ranked, key=lower.__getitem__)]


def compositions(canonical: dict[str, str]) -> dict[str, str]:
    """Each pair of characters that composes, Hangul left out, with what it becomes.

    Asked of every first part with every last part of a canonical decomposition. A pair
    whose marks change places on the way (Â + dot below) is not a composition of its own.
    """
    lasts = sorted({part[-1] for part in canonical.values()})
    heads = sorted({part[:-1] for part in canonical.values() if len(part) > 1})
    firsts = [head for head in mapped(normalizers.NFC(), heads) if len(head) == 1]
    pairs = [first + last for first in dict.fromkeys(firsts) for last in lasts]
    whole = mapped(normalizers.NFC(), pairs)
    parts = mapped(normalizers.NFD(), pairs)
    return {
        pair: composed
        for pair, composed, part in zip(pairs, whole, parts, strict=True)
        if len(composed) == 1 and part == canonical.get(pair[0], pair[0]) + pair[1]
    }
