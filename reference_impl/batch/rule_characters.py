"""`rule_characters`: which characters the rules of a sentencepiece charsmap begin with, and which
they have behind these.

Where none of the latter comes, each character of a text is replaced by itself. The trie is walked
level by level: 225,000 rules in a tenth of a second. Not what rules put in their place: that the
charsmap says.
"""

from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap

_LEAF, _HAS_LEAF = 0x80000000, 0x100
_MOST_BYTES, _MOST_NODES = 128, 1 << 22
"""Of a rule, and of all. A trie that somebody made up may lead in circles."""


@dataclass(frozen=True)
class RuleCharacters:
    """`heads` begin rules, `tails` come behind."""

    heads: frozenset[str] = frozenset()
    tails: frozenset[str] = frozenset()


def rule_characters(charsmap: SentencepieceCharsmap) -> RuleCharacters | None:
    """None where a rule ends inside a character, or there is no end of rules."""
    units = np.array(charsmap.units, np.uint32).astype(np.int64)
    bases = np.arange(len(units)) ^ units & 0xFF  # where the node above would have its nodes
    order = np.argsort(np.where(units & _LEAF, -1, bases), kind="stable")
    sorted_bases = np.where(units & _LEAF, -1, bases)[order]
    nodes = _below(np.zeros(1, np.int64), units)
    heads: list[Ints] = []
    tails: list[Ints] = []
    codes, left, is_tail = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.bool_)
    count = 0
    for _ in range(_MOST_BYTES):
        first, behind = (np.searchsorted(sorted_bases, nodes, side) for side in ("left", "right"))
        counts = behind - first
        parent = np.repeat(np.arange(len(nodes)), counts)
        at = order[np.arange(len(parent)) + np.repeat(first - bounds_of(counts)[:-1], counts)]
        byte, left = units[at] & 0xFF, left[parent]
        begins = left == 0
        more = (byte >= 0xC0).astype(np.int64) + (byte >= 0xE0) + (byte >= 0xF0)
        is_part = (byte & 0xC0) == 0x80
        own = np.where(more > 0, 0x3F >> more, 0x7F)
        codes = np.where(begins, byte & own, codes[parent] << 6 | byte & 0x3F)
        left = np.where(begins, more, left - 1)
        is_tail = is_tail[parent]
        there = np.flatnonzero((is_part != begins) & (byte > 0))  # others are no UTF-8
        at, codes, left, is_tail = at[there], codes[there], left[there], is_tail[there]
        if (units[at] & _HAS_LEAF != 0)[left > 0].any():
            return None
        heads.append(codes[~is_tail & (left == 0)])
        tails.append(np.unique(codes[is_tail & (left == 0)]))
        is_tail |= left == 0
        nodes = _below(at, units)
        count += len(nodes)
        if not len(nodes):
            return RuleCharacters(_characters(heads), _characters(tails))
        if count > _MOST_NODES:
            break
    return None


def _characters(codes: list[Ints]) -> frozenset[str]:
    return frozenset(map(chr, np.unique(np.concatenate(codes)).tolist()))


def _below(at: Ints, units: Ints) -> Ints:
    unit = units[at]
    below: Ints = at ^ (unit >> 10) << ((unit & 0x200) >> 6)
    return below
