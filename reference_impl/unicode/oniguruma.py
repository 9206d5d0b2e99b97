r"""Oniguruma's character classes and case folding, as `tokenizers` 0.23.3 has them built in.

Classes are given as expressions for the `regex` package, which is pinned: its own property
and the difference from Oniguruma's. Written out as ranges they would run ten times slower.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tokparity.reference_impl.unicode.ranges import in_class, unpack


def normal_name(name: str) -> str:
    """As Oniguruma compares names (unicode.c, onigenc_unicode_property_name_to_ctype).

    >>> normal_name("Old_Italic")
    'olditalic'
    """
    return name.replace(" ", "").replace("-", "").replace("_", "").lower()


@cache
def classes() -> Mapping[str, str]:
    """Normal name -> V1 class of the `regex` package, in its brackets."""
    table = json.loads(files(__package__).joinpath("oniguruma_classes.json").read_text("ascii"))
    table.pop("made_from")
    return {
        name: expression(entry.get("near", ""), entry.get("add", ""), entry.get("drop", ""))
        for names, entry in table.items()
        for name in names.split()
    }


def expression(near: str, add: str, drop: str) -> str:
    r"""A V1 class: near, and what `add` packs, without what `drop` packs.

    >>> expression(r"\p{L}", "41", "61")
    '[[\\p{L}\\U00000041]--[\\U00000061]]'
    """
    whole = f"[{near}{in_class(unpack(add))}]" if near or add else r"[^\U00000000-\U0010ffff]"
    return f"[{whole}--[{in_class(unpack(drop))}]]" if drop else whole


@dataclass(frozen=True, slots=True)
class Folds:
    """What equals what when case is ignored.

    `single` maps a character to its whole class, sorted, itself included; `several` a
    sequence, each character the first of its class, to the single characters it equals.
    """

    single: Mapping[str, str]
    several: Mapping[str, str]

    def first(self, char: str) -> str:
        """The character that stands for its class."""
        return self.single.get(char, char)[0]


@cache
def folds() -> Folds:
    """The committed answers of the library; see `make_tables`."""
    table = json.loads(files(__package__).joinpath("oniguruma_folds.json").read_text("ascii"))
    single = {char: folded for folded in table["single"].split() for char in folded}
    return Folds(single, table["several"])
