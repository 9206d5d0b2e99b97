"""Make `rust_tables.py`: ask the Rust regex inside tiktoken about every code point.

    python -m tools.unicode_tables.make_rust_tables

A vocabulary of the 256 single bytes and the pattern `\\p{Lu}` give back exactly the
characters of a text that are in the class. The tables hold where the answers differ
from the `regex` package, and which characters are the same under `(?i)`.
"""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import regex
import tiktoken

CATEGORIES = (
    *("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe"),
    *("Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co", "Cn"),
)
EVERY = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))
_BYTES = {bytes([byte]): byte for byte in range(256)}
_OUT = Path(__file__).parents[2] / "reference_impl" / "unicode" / "rust_tables.py"


def rust_members(pattern: str, text: str = EVERY) -> str:
    """The characters of `text` that a one-character pattern matches, in order."""
    encoding = tiktoken.Encoding(
        "members", pat_str=pattern, mergeable_ranks=_BYTES, special_tokens={}
    )
    return encoding.decode_bytes(encoding.encode_ordinary(text)).decode("utf-8")


def regex_members(pattern: str, text: str = EVERY) -> str:
    """The same, asked of the `regex` package."""
    return "".join(regex.findall(pattern, text, flags=regex.V1))


def changed_categories() -> Iterator[tuple[int, int, str, str]]:
    """(first, last, Rust's category, the `regex` package's) of each run where the two differ."""
    rust = {char: name for name in CATEGORIES for char in rust_members(rf"\p{{{name}}}")}
    other = {char: name for name in CATEGORIES for char in regex_members(rf"\p{{{name}}}")}
    run: tuple[int, int, str, str] | None = None
    for char in EVERY:
        ours, theirs, code = rust[char], other[char], ord(char)
        if run is not None and run[1] == code - 1 and run[2:] == (ours, theirs):
            run = (run[0], code, ours, theirs)
            continue
        if run is not None:
            yield run
        run = (code, code, ours, theirs) if ours != theirs else None
    if run is not None:
        yield run


def word_removed() -> list[tuple[int, int]]:
    """Runs that `\\w` of the `regex` package has and Rust's has not; none is the other way."""
    rust = frozenset(rust_members(r"\w"))
    other = frozenset(regex_members(r"\w"))
    if not rust <= other:
        raise SystemExit("Rust's \\w has characters that regex's has not: extend the tables")
    runs: list[tuple[int, int]] = []
    for code in sorted(map(ord, other - rust)):
        if runs and runs[-1][1] == code - 1:
            runs[-1] = (runs[-1][0], code)
        else:
            runs.append((code, code))
    return runs


def fold_orbits() -> list[str]:
    """Sets of characters that `(?i)` takes for one another, as strings, in code point order."""
    cased = "".join(dict.fromkeys(rust_members(r"[\p{CWCM}\p{CWCF}]")))
    orbits: dict[str, None] = {}
    for char in cased:
        orbit = rust_members(rf"(?i:\x{{{ord(char):x}}})", cased)
        if len(orbit) > 1:
            orbits[orbit] = None
    return list(orbits)


def main() -> None:
    """Write the tables beside this script."""
    versions = f"tiktoken {version('tiktoken')} and regex {version('regex')}"
    changed, words, orbits = list(changed_categories()), word_removed(), fold_orbits()
    lines = [
        f'"""Made by `make_rust_tables` from {versions}: do not edit."""',
        "",
        "CHANGED: tuple[tuple[int, int, str, str], ...] = (",
        *(f'    (0x{a:X}, 0x{b:X}, "{ours}", "{theirs}"),' for a, b, ours, theirs in changed),
        ")",
        '"""(first, last, category in Rust, category in the `regex` package)."""',
        "",
        "WORD_REMOVED: tuple[tuple[int, int], ...] = (",
        *(f"    (0x{a:X}, 0x{b:X})," for a, b in words),
        ")",
        r'"""Runs (first, last) that `\\w` of the `regex` package has and that of Rust has not."""',
        "",
        "FOLD_ORBITS = (",
        *(f"    {orbit!a}".replace("'", '"') for orbit in _packed(orbits)),
        ")",
        '"""Sets of characters that are the same under `(?i)`, a space between two sets."""',
    ]
    _OUT.write_text("\n".join(lines) + "\n", encoding="ascii")


def _packed(orbits: list[str]) -> Iterator[str]:
    """Orbits joined by spaces into chunks that fit a line."""
    chunk = ""
    for number, orbit in enumerate(orbits, start=1):
        chunk += orbit + (" " if number < len(orbits) else "")
        if len(ascii(chunk)) > 72 or number == len(orbits):
            yield chunk
            chunk = ""


if __name__ == "__main__":
    main()
