"""Random ids to decode: of tokens, of gaps in the vocabulary, and of nothing at all."""

from typing import Literal

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

IdKind = Literal["in_vocab", "gap", "outside"]
HIGHEST = 2**31 - 1


def in_vocab(rng: Rng, material: Material) -> tuple[int, ...]:
    """0 to 12 ids of tokens: any, one repeated, added ones, or pieces that are not valid UTF-8."""
    length = rng.below(13)
    match rng.below(6):
        case 0 if material.broken:
            pool = material.broken
        case 1 if material.added_ids:
            pool = material.added_ids
            length = min(length, 4)
        case 2:
            return (rng.choice(material.ids),) * length
        case 3:
            pools = [pool for pool in (material.broken, material.added_ids, material.ids) if pool]
            return tuple(rng.choice(rng.choice(pools)) for _ in range(length))
        case _:
            pool = material.ids
    return tuple(rng.choice(pool) for _ in range(length))


def with_gap(rng: Rng, material: Material) -> tuple[int, ...]:
    """Ids of tokens and one to three that no token has, below the highest one."""
    ids = list(in_vocab(rng, material))
    for _ in range(rng.between(1, 3)):
        low, high = rng.choice(material.gaps)
        ids.insert(rng.below(len(ids) + 1), low + rng.below(high - low))
    return tuple(ids)


def with_outside(rng: Rng, material: Material) -> tuple[int, ...]:
    """Ids of tokens and one or two above the highest one, up to 2^31 - 1."""
    ids = list(in_vocab(rng, material))
    for _ in range(rng.between(1, 2)):
        near = min(material.size + rng.below(3), HIGHEST)
        far = rng.between(min(material.size, HIGHEST), HIGHEST)
        ids.insert(rng.below(len(ids) + 1), rng.choice((near, far, HIGHEST)))
    return tuple(ids)


def decode_ids(
    seed: int, sha256: str, pair: str, shard: int, count: int, material: Material
) -> list[tuple[IdKind, tuple[int, ...]]]:
    """`count` sequences of ids of one shard, each with its kind: [(kind, ids), …].

    Eight in ten are `in_vocab`; where a vocabulary has no gaps there is no `gap`, and where its
    highest id is 2^31 - 1 no `outside`.
    """
    rng = Rng("decode", seed, sha256, pair, shard)
    sequences: list[tuple[IdKind, tuple[int, ...]]] = []
    for _ in range(count):
        kind = rng.below(10)
        if kind == 0 and material.gaps:
            sequences.append(("gap", with_gap(rng, material)))
        elif kind == 1 and material.size <= HIGHEST:
            sequences.append(("outside", with_outside(rng, material)))
        else:
            sequences.append(("in_vocab", in_vocab(rng, material)))
    return sequences
