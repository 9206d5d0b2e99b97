"""Make `rust_properties.json`: ask the Rust regex inside tiktoken which characters have a property.

    python -m tools.unicode_tables.make_rust_properties

Every name and value that the `regex` package knows is asked for; what tiktoken takes is kept, by
the name as both look it up: lower case, without "_", "-" and spaces. General categories are not
here (`rust_tables`).
"""

import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import regex._regex_core as names_of_regex

from tokparity.reference_impl.unicode.ranges import pack, to_ranges
from tokparity.reference_impl.unicode.rust_classes import category
from tools.unicode_tables.make_rust_tables import EVERY, rust_members

MORE = ("ascii", "assigned", "cntrl")
"""Names that the `regex` package does not know."""
AGES = tuple(f"{major}.{minor}" for major in range(1, 18) for minor in range(4))
_OUT = Path(__file__).parents[2] / "reference_impl" / "unicode" / "rust_properties.json"


def plain(name: str) -> str:
    """A name as it is looked up."""
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def candidates() -> Iterator[str]:
    """Every name, and name=value, that could be taken."""
    yield from MORE
    properties: dict[str, Any] = names_of_regex.PROPERTIES
    scripts: set[str] = set()
    for name, (_, values) in properties.items():
        yield plain(name)
        if plain(name) in ("script", "sc", "scriptextensions", "scx"):
            scripts |= {plain(value) for value in values}
        if plain(name) in ("gcb", "wb", "sb"):
            yield from (f"{plain(name)}={plain(value)}" for value in values)
    for script in sorted(scripts):
        yield script
        yield f"scx={script}"
    yield from (f"age={age}" for age in AGES)
    yield from (f"age=v{age}".replace(".", "") for age in AGES)


def main() -> None:
    """Write the table."""
    sets: dict[str, str] = {}
    names: dict[str, str] = {}
    for name in sorted(set(candidates())):
        if category(name) is not None:
            continue
        try:
            packed = pack(to_ranges(map(ord, rust_members(rf"\p{{{name}}}", EVERY))))
        except ValueError:  # no such property there
            continue
        names[name] = sets.setdefault(packed, name)
    by_name = {key: packed for packed, key in sorted(sets.items(), key=lambda item: item[1])}
    table = {
        "made_from": f"tiktoken {version('tiktoken')}",
        "sets": by_name,
        "names": {name: key for name, key in names.items() if name != key},
    }
    _OUT.write_text(json.dumps(table, indent=0, sort_keys=True) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
