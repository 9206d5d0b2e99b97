"""Asks the installed `tokenizers` where Precompiled sees the borders of grapheme clusters.

Part of `make_tables`. The charsmap asked with replaces by "X" whatever starts with any byte
but NUL, which divides the questions. So a cluster of less than 6 bytes gives one X, a
longer one an X for each character. A question is a character between others, whose number
of X depends on whether they are one cluster. Most questions end in U+0300, which joins
whatever is before it: after a border a letter of 3 bytes and U+0300 are one X, inside a
longer cluster two. What the clusters of regional indicators are (all of 8 bytes) cannot be
seen.
"""

import base64
import json
from collections.abc import Callable
from struct import pack

from tokenizers import Tokenizer, models, normalizers

from tokparity.reference_impl.unicode.ranges import Ranges, to_ranges
from tools.unicode_tables.ask_oniguruma import ALL

CHARACTERS = ALL.replace("\0", "")
MARK = "\u0300"


def prefix_charsmap() -> str:
    """The root leads to 256 ^ byte, each of these to the leaf at 512, whose value is 0."""
    units = [0] * 1024
    units[0] = 256 << 10
    for byte in range(1, 256):
        units[256 ^ byte] = (512 ^ 256 ^ byte) << 10 | 1 << 8 | byte
    data = pack("<I", 4 * len(units)) + pack(f"<{len(units)}I", *units) + b"X\0"
    return base64.b64encode(data).decode()


def normalizer() -> normalizers.Normalizer:
    """The Precompiled that the questions are put to."""
    document = json.loads(Tokenizer(models.BPE()).to_str())
    document["normalizer"] = {"type": "Precompiled", "precompiled_charsmap": prefix_charsmap()}
    loaded: normalizers.Normalizer = Tokenizer.from_str(json.dumps(document)).normalizer
    return loaded


def graphemes() -> dict[str, Ranges]:
    """Class -> its members. Most are values of Grapheme_Cluster_Break, see `graphemes`."""
    lone = members_with(1, lambda c: f"a{c}")
    prepend = members_with(1, lambda c: f"{c}a")
    before_l = members_with(3, lambda c: f"{c}\u1100{MARK}") - prepend
    before_v = members_with(3, lambda c: f"{c}\u1161{MARK}") - prepend
    before_t = members_with(3, lambda c: f"{c}\u11a8{MARK}") - prepend
    after_v = members_with(3, lambda c: f"\u1161{c}{MARK}")
    classes = {
        "continuing": lone,
        "extend": lone & members_with(5, lambda c: f"©{c}\u200d©{MARK}"),
        "joiner": lone & members_with(4, lambda c: f"©{c}©{MARK}"),
        "pictographic": members_with(4, lambda c: f"{c}\u200d©{MARK}"),
        "conjunct_extend": lone & members_with(5, lambda c: f"\u0915{c}\u094d\u0915{MARK}"),
        "linker": lone & members_with(4, lambda c: f"\u0915{c}\u0915{MARK}"),
        "consonant": members_with(4, lambda c: f"{c}\u094d\u0915{MARK}"),
        "prepend": prepend,
        "control": {"\0"} | members_with(2, lambda c: f"{c}{MARK}{MARK}"),
        "l": before_l,
        "v": before_v & before_t & after_v,
        "lv": (before_v & before_t) - after_v,
        "t": (before_t - before_v) & after_v,
        "lvt": before_t - before_v - after_v,
    }
    return {name: to_ranges(sorted(map(ord, chars))) for name, chars in classes.items()}


def members_with(count: int, ask: Callable[[str], str]) -> set[str]:
    """The characters whose question is answered with so many X."""
    answers = normalizer().normalize_str("\0".join(map(ask, CHARACTERS))).split("\0")
    return {c for c, answer in zip(CHARACTERS, answers, strict=True) if len(answer) == count}
