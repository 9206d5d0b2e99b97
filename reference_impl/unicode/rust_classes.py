r"""Character classes as the Rust regex inside tiktoken has them, as sets of the `regex` package.

Every set here is text for `regex` in its V1 mode, complete with its brackets, so that
sets nest. Where the package's Unicode tables are another version's, the difference
(`rust_tables`) is taken away or added. Not here: the syntax of patterns (`regexes.rust`).
"""

from functools import cache

import regex

from tokparity.reference_impl.unicode.rust_tables import CHANGED, FOLD_ORBITS, WORD_REMOVED

_GROUPS = {
    "L": ("Lu", "Ll", "Lt", "Lm", "Lo"),
    "LC": ("Lu", "Ll", "Lt"),
    "M": ("Mn", "Mc", "Me"),
    "N": ("Nd", "Nl", "No"),
    "P": ("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"),
    "S": ("Sm", "Sc", "Sk", "So"),
    "Z": ("Zs", "Zl", "Zp"),
    "C": ("Cc", "Cf", "Co", "Cn"),
}
_LONG = {
    "letter": "L",
    "casedletter": "LC",
    "mark": "M",
    "number": "N",
    "punctuation": "P",
    "symbol": "S",
    "separator": "Z",
    "other": "C",
    "uppercaseletter": "Lu",
    "lowercaseletter": "Ll",
    "titlecaseletter": "Lt",
    "modifierletter": "Lm",
    "otherletter": "Lo",
    "nonspacingmark": "Mn",
    "spacingmark": "Mc",
    "enclosingmark": "Me",
    "decimalnumber": "Nd",
    "letternumber": "Nl",
    "othernumber": "No",
    "control": "Cc",
    "format": "Cf",
    "unassigned": "Cn",
}
_ANY = r"[\u0000-\U0010ffff]"
SPACE, NOTHING = r"[\s]", "[[a]--[a]]"


def escaped(char: str) -> str:
    r"""One character as `regex` reads it literally, in a set or outside.

    >>> escaped("a"), escaped("&"), escaped("é")
    ('a', '\\u0026', '\\u00e9')
    """
    if char.isascii() and char.isalnum():
        return char
    code = ord(char)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _ranges(runs: list[tuple[int, int]]) -> str:
    return "".join(f"{escaped(chr(first))}-{escaped(chr(last))}" for first, last in runs)


def _corrected(base: str, removed: list[tuple[int, int]], added: list[tuple[int, int]]) -> str:
    less = f"[{base}--[{_ranges(removed)}]]" if removed else f"[{base}]"
    return f"[{less}{_ranges(added)}]" if added else less


@cache
def category(name: str) -> str | None:
    r"""The set of a general category by short or long name, case ignored; None: not one we know.

    >>> category("Zs"), category("lowercase_letter") == category("ll"), category("Han")
    ('[\\p{Zs}]', True, None)
    """
    if not name.isascii():
        return None
    plain = name.lower().replace("_", "").replace("-", "").replace(" ", "")
    for prefix in ("generalcategory=", "gc="):
        plain = plain.removeprefix(prefix)
    if plain == "any":
        return _ANY
    known = {short.lower(): short for group in _GROUPS.items() for short in (group[0], *group[1])}
    short = _LONG.get(plain) or known.get(plain)
    if short is None:
        return None
    inside = _GROUPS.get(short, (short,))
    removed = [(a, b) for a, b, ours, theirs in CHANGED if theirs in inside and ours not in inside]
    added = [(a, b) for a, b, ours, theirs in CHANGED if ours in inside and theirs not in inside]
    return _corrected(f"\\p{{{short}}}", removed, added)


@cache
def word() -> str:
    r"""The set `\w`: alphabetic, marks, decimal digits, connectors, joiners."""
    return _corrected(r"\w", list(WORD_REMOVED), [])


@cache
def orbit(char: str) -> str:
    """All characters that `(?i)` takes for `char`, itself among them: simple case folding.

    >>> orbit("s"), orbit("ß"), orbit("-")
    ('Ssſ', 'ßẞ', '-')
    """
    return _orbits().get(char, char)


@cache
def _orbits() -> dict[str, str]:
    return {char: chars for chars in FOLD_ORBITS.split() for char in chars}


def folded(members: str) -> str:
    r"""A set and everything that is the same as one of its members under `(?i)`.

    >>> folded("[k]")
    '[[k]Kk\\u212a]'
    """
    matches = regex.compile(members, regex.V1).fullmatch
    extra = [chars for chars in FOLD_ORBITS.split() if any(map(matches, chars))]
    if not extra:
        return members
    return f"[{members}{''.join(escaped(char) for chars in extra for char in chars)}]"
