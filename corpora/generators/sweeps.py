"""Sweeps: every id, piece, added token and assigned code point, instead of random ones.

A sweep is a known number of numbered shards, so that it can be shared out and resumed. "Assigned"
means as `code_points.assigned` says: the pinned `regex` package's general categories, without
surrogates, private use and unassigned code points.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from tokparity.corpora.generators.code_points import assigned
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase

Extent = Literal["none", "sample", "full"]
SHARD = 512
"""Items a shard; each item gives one to three cases."""
SAMPLE = 0.03
"""The part of each sweep that a sample takes; added tokens are always all taken."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """`items` are indices of what is swept over; `cases_of` makes the cases of one index.

    >>> sweep = Sweep("letters", range(2), lambda index: [EncodeCase("ab"[index])])
    >>> len(sweep), [case.text for case in sweep.shard(0)]
    (1, ['a', 'b'])
    """

    name: str
    items: Sequence[int]
    cases_of: Callable[[int], list[Case]]

    def __len__(self) -> int:
        """How many shards there are."""
        return -(-len(self.items) // SHARD)

    def shard(self, number: int) -> list[Case]:
        """The cases of one shard, 0 <= number < len(self); IndexError for any other."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        part = self.items[number * SHARD : (number + 1) * SHARD]
        return [case for item in part for case in self.cases_of(item)]


def sweeps(
    extent: Extent, seed: int, sha256: str, material: Material, letter: tuple[int, ...]
) -> tuple[Sweep, ...]:
    """The sweeps of one artefact; `letter` are the ids of a plain letter, "a".

    `sample` takes 3 in 100 items, chosen by (seed, sha256), and all added tokens; `full` all.
    """
    points = assigned()

    def ids(index: int) -> list[Case]:
        token_id = material.ids[index]
        return [DecodeCase((token_id,)), DecodeCase((*letter, token_id))]

    def surfaces(index: int) -> list[Case]:
        return [EncodeCase(material.surfaces[index])]

    def pieces(index: int) -> list[Case]:
        return [EncodeCase(material.pieces[index])]

    def added(index: int) -> list[Case]:
        content = material.added[index]
        return [EncodeCase(content), EncodeCase(f"a{content}b"), EncodeCase(f" {content} ")]

    def characters(index: int) -> list[Case]:
        char = points[index]
        return [EncodeCase(char), EncodeCase(char * 2), EncodeCase(f"a{char}b")]

    def sample(name: str, total: int) -> Sequence[int]:
        if extent == "full":
            return range(total)
        rng = Rng("sweep", seed, sha256, name)
        return tuple(index for index in range(total) if rng.chance(SAMPLE))

    match extent:
        case "none":
            return ()
        case "sample" | "full":
            return (
                Sweep("ids", sample("ids", len(material.ids)), ids),
                Sweep("surfaces", sample("surfaces", len(material.surfaces)), surfaces),
                Sweep("pieces", sample("pieces", len(material.pieces)), pieces),
                Sweep("added", range(len(material.added)), added),
                Sweep("characters", sample("characters", len(points)), characters),
            )
