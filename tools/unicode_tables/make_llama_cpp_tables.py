"""Make `llama_cpp.json`: llama.cpp's classes and mappings of every code point.

    python -m tools.unicode_tables.make_llama_cpp_tables

Not here: the questions (`ask_llama_cpp`), and what the tables are used for (`llama_cpp`).
"""

import json
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tokparity.reference_impl.unicode.ranges import pack
from tools.unicode_tables import ask_llama_cpp

_OUT = Path(__file__).parents[2] / "reference_impl" / "unicode" / "llama_cpp.json"


def runs(mapping: Mapping[int, int]) -> Iterable[str]:
    """A mapping as `first+length+step:image`: neighbours whose images are as far apart.

    >>> list(runs({0x41: 0x61, 0x42: 0x62, 0x100: 0x101, 0x102: 0x103}))
    ['41+1+1:61', '100+2+2:101']
    """
    points = sorted(mapping)
    at = 0
    while at < len(points):
        first, last = points[at], at
        step = points[at + 1] - first if at + 1 < len(points) else 1
        while (
            step in (1, 2)
            and last + 1 < len(points)
            and points[last + 1] - points[last] == step
            and mapping[points[last + 1]] - mapping[points[last]] == step
        ):
            last += 1
        yield f"{first:x}+{points[last] - first:x}+{step if last > at else 1:x}:{mapping[first]:x}"
        at = last + 1


def tables() -> dict[str, Any]:
    """Everything that is stored."""
    return {
        "made_from": f"xllamacpp {version('xllamacpp')}",
        "classes": {name: pack(ranges) for name, ranges in ask_llama_cpp.classes().items()},
        "lower_case": " ".join(runs(ask_llama_cpp.lower_case())),
        "nfd": " ".join(f"{a:x}:{b:x}" for a, b in ask_llama_cpp.first_parts().items()),
    }


def main() -> None:
    """Write the tables beside this script."""
    _OUT.write_text(json.dumps(tables(), indent=0) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
