"""Numbered shards of generated cases: shard n depends only on (seed, sha256, pair, n).

So shards can be made by any process in any order, and a run can be repeated. Not the sweeps, which
are exhaustive (`sweeps`), and not the ids that encoding gives, which the engine decodes itself.
"""

from collections.abc import Sequence
from itertools import accumulate

from tokparity.corpora.generators.added import ADDED
from tokparity.corpora.generators.case import CASE
from tokparity.corpora.generators.categories import CATEGORIES
from tokparity.corpora.generators.combining import COMBINING
from tokparity.corpora.generators.digits import DIGITS
from tokparity.corpora.generators.edges import EDGES
from tokparity.corpora.generators.fragments import FRAGMENTS
from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.invalid_utf8 import INVALID_UTF8
from tokparity.corpora.generators.look_alikes import LOOK_ALIKES
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.mutations import MUTATIONS
from tokparity.corpora.generators.pieces import PIECES
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.runs import RUNS
from tokparity.corpora.generators.whitespace import WHITESPACE

Mix = Sequence[tuple[Generator, int]]
"""Generators and their weights."""

MIX: Mix = (
    (FRAGMENTS, 20),
    (ADDED, 14),
    (PIECES, 12),
    (MUTATIONS, 12),
    (COMBINING, 10),
    (CATEGORIES, 10),
    (WHITESPACE, 8),
    (CASE, 6),
    (DIGITS, 6),
    (EDGES, 6),
    (LOOK_ALIKES, 4),
    (RUNS, 1),
)
BYTES_MIX: Mix = (*MIX, (INVALID_UTF8, 6))
"""For engines that take bytes."""


def encode_texts(
    seed: int,
    sha256: str,
    pair: str,
    shard: int,
    count: int,
    material: Material,
    generators: Mix = MIX,
) -> list[tuple[str, str]]:
    """`count` texts of one shard, each with its generator's name: [(name, text), …].

    `sha256` is the artefact's, `pair` names the two sides. No text holds a lone surrogate, but for
    `INVALID_UTF8`, where they stand for bytes.
    """
    rng = Rng("encode", seed, sha256, pair, shard)
    ends = list(accumulate(weight for _, weight in generators))
    slots = [generator for generator, weight in generators for _ in range(weight)]
    total = ends[-1]
    texts = []
    for _ in range(count):
        generator = slots[rng.below(total)]
        texts.append((generator.name, generator.make(rng, material)))
    return texts
