"""Runs: of pieces that are one thing repeated, where equal ranks and equal scores decide."""

from collections.abc import Iterator
from functools import cache

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.kind import Kind, texts

_LONGEST = 100
_MOST = 1500


def repeats(material: Material) -> Kind[str]:
    """Of each piece that is a run of one character, the runs one shorter and longer, and twice as
    long; of each that is something twice, the thing three, five and seven times."""

    def forms() -> Iterator[str]:
        known = frozenset(material.surfaces)
        count = 0
        for piece in material.surfaces:
            size = len(piece)
            if count >= _MOST:
                return
            if size < 2 or (piece[0] != piece[size // 2] and size != 2) or size > _LONGEST:
                continue
            if piece == piece[0] * size:
                count += 1
                lengths = (size - 1, size, size + 1, 2 * size - 1, 2 * size, 2 * size + 1)
                yield from (piece[0] * length for length in lengths)
            elif piece[: size // 2] * 2 == piece and piece[: size // 2] in known:
                count += 1
                yield from (piece[: size // 2] * times for times in (3, 5, 7))

    return texts("repeats", forms(), pack=4, between=("\n", "a", ".", " ", "1"))


@cache
def runs() -> Kind[str]:
    """Short runs of what is common: 1 to 20 times, and around powers of two."""
    units = (" ", "\n", "\t", "\r\n", "a", "A", "1", "0", ".", "-", "=", "!", "é", "世", "가")
    longer = (" a", "ab", "\u0301", "\U0001f642", "\u200d", "'s", "\xa0", "\u3000", "_", "\\")
    lengths = (*range(1, 21), 31, 32, 33, 63, 64, 65, 127, 128, 129)
    all_runs = (unit * length for unit in (*units, *longer) for length in lengths)
    return texts("runs", all_runs, pack=4, between=("a", "", ".", "b ", " x"))
