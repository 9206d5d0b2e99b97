r"""Scripts, binary properties and property values, as the Rust regex inside tiktoken has them.

The table is asked from tiktoken itself, name by name (`tools.unicode_tables`). Not here: general
categories, which nearly every pattern names (`rust_classes`).
"""

import json
from functools import cache
from importlib.resources import files

from tokparity.reference_impl.unicode.complement import complement
from tokparity.reference_impl.unicode.ranges import Ranges, unpack
from tokparity.reference_impl.unicode.rust_classes import category, escaped

_ALIASES = {
    "scriptextensions": "scx",
    "graphemeclusterbreak": "gcb",
    "wordbreak": "wb",
    "sentencebreak": "sb",
    "script": "sc",
    "generalcategory": "gc",
}
POSIX_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "ascii": r"\x00-\x7f",
    "blank": r"\t\x20",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e",
    "space": r"\t\n\x0b\f\r\x20",
    "upper": "A-Z",
    "word": "0-9A-Za-z_",
    "xdigit": "0-9A-Fa-f",
}
"""`[:name:]` inside a class, of ASCII alone: regex-syntax 0.8 ast/mod.rs, `ClassAsciiKind`."""
BY_NEGATION = {False: ("graph", "print"), True: ("alnum", "blank")}
"""Names that fancy-regex 0.19 itself makes negations of, plain and negated (parse.rs,
`remap_unicode_property_if_necessary`): a second one in brackets is joined by `&&`."""


@cache
def property_set(name: str) -> str | None:
    r"""The set of `\p{name}` or `\p{name=value}`, in brackets; None where tiktoken knows no such.

    Names are looked up as regex-syntax 0.8 does (unicode.rs `symbolic_name_normalize`).

    >>> property_set("Han") == property_set("script=Hani"), property_set("scx!=nobody")
    (True, None)
    """
    for sign in ("!=", ":", "="):
        before, found, value = name.partition(sign)
        if found:
            members = _of_value(_plain(before), _plain(value))
            return None if members is None else complement(members) if sign == "!=" else members
    return category(_plain(name)) or _in_brackets(_plain(name))


def _of_value(name: str, value: str) -> str | None:
    name = _ALIASES.get(name, name)
    if name == "gc":
        return category(value)
    if name == "sc":  # every script has extensions too, and no other property has
        return _in_brackets(value) if _in_brackets(f"scx={value}") else None
    return _in_brackets(f"{name}={value}")


def _in_brackets(key: str) -> str | None:
    names, sets = _table()
    ranges = sets.get(names.get(key, key))
    if ranges is None:
        return None
    if not ranges:
        return "[[a]--[a]]"
    return f"[{''.join(f'{escaped(chr(low))}-{escaped(chr(high))}' for low, high in ranges)}]"


def _plain(name: str) -> str:
    """The name as regex-syntax 0.8 normalizes it: without "is" at its start, and ASCII alone.

    "is" is two bytes of the name as it is written, so `i_s` is none; `isc` is not `c`.
    """
    prefix = name[:2] in ("is", "IS", "iS", "Is")
    kept = "".join(char for char in name[2 * prefix :] if char.isascii() and char not in " _-")
    return "isc" if prefix and kept in ("c", "C") else kept.lower()


@cache
def _table() -> tuple[dict[str, str], dict[str, Ranges]]:
    table = json.loads(files(__package__).joinpath("rust_properties.json").read_text("ascii"))
    return table["names"], {key: unpack(packed) for key, packed in table["sets"].items()}
