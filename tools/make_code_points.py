"""Write corpora/generators/code_points.json: which code points have which property.

The answers are those of the pinned `regex` package, so that one seed draws the same
characters on every Python version. Nothing here decides what a tokenizer does: the
reference's own tables are in reference_impl/unicode.

    python -m tools.make_code_points
"""

import json
from importlib.metadata import version
from pathlib import Path

import regex

TARGET = Path(__file__).parent.parent / "corpora" / "generators" / "code_points.json"
CATEGORIES = (
    *("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe"),
    *("Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co", "Cn"),
)
CLASSES = [1, 6, 7, 8, 9, *range(10, 37), 84, 91, 103, 107, 118, 122, 129, 130, 132]
CLASSES += [202, 214, 216, 218, 220, 222, 224, 226, 228, 230, 232, 233, 234, 240]
PROPERTIES = {
    "canonical": r"\p{NFD_QC=N}",
    "compatibility": r"[\p{NFKD_QC=N}&&\p{NFD_QC=Y}]",
    "composes": r"\p{NFC_QC=M}",
    "case": r"\p{CWCF}",
    "ignorable": r"\p{Default_Ignorable_Code_Point}",
}


def ranges(pattern: str, text: str) -> str:
    """Inclusive ranges of code points matching a one-character pattern: "41-5A,AA"."""
    runs: list[list[int]] = []
    for char in regex.findall(pattern, text, flags=regex.V1):
        point = ord(char)
        if runs and runs[-1][1] == point - 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return ",".join(f"{low:X}" if low == high else f"{low:X}-{high:X}" for low, high in runs)


def main() -> None:
    """Ask about every code point that is not a surrogate, and write one property a line."""
    text = "".join(chr(point) for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF)
    patterns = {name: rf"\p{{gc={name}}}" for name in CATEGORIES} | PROPERTIES
    patterns |= {f"ccc={n}": rf"\p{{ccc={n}}}" for n in CLASSES}
    members = {name: ranges(pattern, text) for name, pattern in patterns.items()}
    data = {"source": f"regex {version('regex')}", "ranges": members}
    TARGET.write_text(json.dumps(data, indent=0) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
