"""The parts of what cases have in common, in words: characters, ids, added tokens, settings."""

import re
from collections.abc import Iterable, Iterator

from tokparity.reports.text.visible import code_point_name

LONGEST = 40
MOST_PARTS = 4
"""Of what cases have in common, so much is told."""
ONE_OF_TWO = "the tables of one of the two do not have"
_PLAIN = {
    "no ids": "no ids at all",
    "no text": "no text at all",
    "special tokens": "add_special=True, which asks for the tokens that stand around a text",
    "ids: outside": "ids that no piece has",
    "ids: added": "ids of added tokens",
    "ids: bytes": "ids of pieces that are no whole character",
    "ids: cut": "ids of pieces that end with the first byte of a character",
    "ids: cut late": "ids of pieces that end within a character, behind its first byte",
    "ids: <0": "ids of single bytes (<0x41>)",
    "ids: ##": "ids of pieces inside a word (##ing)",
    "ids: empty": "ids of pieces that decode to nothing",
    "ids: space": "ids of pieces that begin with a space",
    "ids: word": "ids of pieces of letters or digits",
    "taken apart by NFD": "characters that NFD takes apart",
    "taken apart by NFKD": "characters that NFKD takes apart",
    "beyond ASCII": "characters beyond ASCII",
    "beyond U+FFFF": "characters beyond U+FFFF",
    "CJK ideographs beyond U+FFFF": "CJK ideographs beyond U+FFFF",
    "rewritten by the normalizer": "characters that the normalizer rewrites",
    "no piece has it": "characters that no piece has",
}
_CLASSES = {
    "L": "letters",
    "M": "combining marks",
    "N": "digits and other numbers",
    "P": "punctuation",
    "S": "symbols",
    "Z": "white space",
    "C": "controls",
    "Cf": "format characters",
    "Cs": "surrogates",
    "Co": "private-use characters",
}
_WITHOUT_ALL = "without the whole stage"
_SETTING = re.compile(r"\w+ is (?:True|False|always|first|never)(?:, of every word)?")
_PLACED = re.compile(r"(added token.*) at (the (?:start|end))")
_WORDS = re.compile(r"words like (['\"])(.*?)(?:\1|$)((?:, .*)?)")
_UNASSIGNED = "characters that Unicode has not assigned (Cn)"


def as_if_words(part: str) -> str:
    """What a file would say of which the answers are; "" where it is no setting of a file.

    >>> as_if_words("without NFC"), as_if_words("split is False"), as_if_words("U+0020")
    ('had no NFC', 'said that split is False', '')
    """
    if part == _WITHOUT_ALL:
        return "had nothing of this stage"
    if part.startswith("without "):
        return f"had no {part.removeprefix('without ')}"
    if " in the place of " in part:
        return f"had {part}"
    return f"said that {part}" if _SETTING.fullmatch(part) else ""


def with_words(parts: Iterable[str]) -> Iterator[str]:
    """Words that are wrong in the same way once, the first few of them together.

    >>> [*with_words(["words like 'a'", "U+0020", "words like 'b'"])]
    ["words like 'a', b", 'U+0020']
    """
    found = {part: _WORDS.fullmatch(part) for part in parts}
    words = [it[2] for it in found.values() if it]
    for part, it in found.items():
        if it is None:
            yield part
        elif it[2] == words[0]:
            yield ", ".join([part, *words[1:MOST_PARTS]])


def without_places(parts: Iterable[str], anywhere: bool = False) -> list[str]:
    """Added tokens once, with all the places where they are met; without these where it is known
    that they fail `anywhere`.

    >>> without_places(["added tokens at the start", "U+0020", "added tokens at the end"])
    ['added tokens at the start or the end', 'U+0020']
    """
    found = [(part, _PLACED.fullmatch(part)) for part in parts]
    if anywhere:
        return list(dict.fromkeys(placed[1] if placed else part for part, placed in found))
    places: dict[str, list[str]] = {}
    for part, placed in found:
        where = places.setdefault(placed[1] if placed else part, [])
        where += [placed[2]] if placed else []
    unplaced = {part for part, placed in found if not placed}
    return [
        what if what in unplaced else f"{what} at {' or '.join(where)}"
        for what, where in places.items()
    ]


def plain_words_of(part: str) -> str:
    """What cases have in common, in words.

    >>> plain_words_of("ids: outside"), plain_words_of("characters of Pd")
    ('ids that no piece has', 'punctuation (Unicode category Pd)')
    >>> plain_words_of("in brackets: <>")
    'something in brackets, <…>, that is no added token'
    >>> plain_words_of("words like 'a b'")
    'words that it spells with other tokens, such as a·b'
    """
    if part in _PLAIN:
        return _PLAIN[part]
    if part.startswith("characters newer than Unicode"):
        return f"{part}, which {ONE_OF_TWO}"
    if part.startswith("characters that Unicode "):
        return f"{part}, among them those that no version has"
    if part == "characters of Cn":
        return _UNASSIGNED
    if found := _WORDS.fullmatch(part):
        such = f"{found[2]}{found[3]}"[:LONGEST]  # a repr: the rest is legible
        such = ", ".join(each.replace(" ", "\u00b7") for each in such.split(", "))
        return f"words that it spells with other tokens, such as {such}"
    if found := re.fullmatch(r"in brackets: (.)(.)", part):
        return f"something in brackets, {found[1]}…{found[2]}, that is no added token"
    if found := re.fullmatch(r"characters of (([A-Z])[a-z*]?)", part):
        called = _CLASSES.get(found[1]) or _CLASSES.get(found[2], "characters")
        return f"{called} (Unicode category {found[1]})"
    if found := re.fullmatch(r"ids: U\+([0-9A-F]{4,6})", part):
        return f"ids of pieces that begin with {_named(found)}"
    return re.sub(r"U\+([0-9A-F]{4,6})\b", _named, part)


def _named(found: "re.Match[str]") -> str:
    code = int(found[1], 16)
    return f"U+{found[1]} ({code_point_name(chr(code))})" if code < 0x110000 else found[0]
