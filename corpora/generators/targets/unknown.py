"""What the vocabulary has no piece for: characters that become bytes or unknown, in runs."""

from collections.abc import Iterator
from itertools import islice

from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.kind import Kind, texts

_MOST = 1500
_EACH = 40


def unknown(material: Material) -> Kind[str]:
    """Characters of every category that are no piece: alone, in runs of two and three, between
    letters, beside a piece, and with another one."""

    def forms() -> Iterator[str]:
        known = frozenset(surface for surface in material.surfaces if len(surface) == 1)
        chars = list(islice(_characters(known), _MOST))
        for at, char in enumerate(chars):
            other = chars[at * 7 % len(chars)]
            match at % 5:
                case 0:
                    yield from (char, f"a{char}b")
                case 1:
                    yield from (char * 2, f"{char} {char}")
                case 2:
                    yield from (char * 3, f"a{char}")
                case 3:
                    yield from (char + other, f"{char}a{other}")
                case _:
                    yield from (f"{char}the", f" {char} ")

    return texts("unknown characters", forms(), 8, (" ", "", "a", "\n"))


def _characters(known: frozenset[str]) -> Iterator[str]:
    for name in categories():
        points = code_points(name)
        step = max(1, len(points) // _EACH)
        for at in range(0, len(points), step):
            if points[at] not in known:
                yield points[at]
