"""`KnownWords`: the words of a byte-level BPE that are one token: its pieces.

They are known before any text comes, and looked up as all words are (`word_table`). Proof: a piece
is a word like any other, so that merging tells whether it becomes that piece; and where a model
takes a word that is a piece as it is, it is that. A part of a word is not taken so: of those, what
merging makes is known for `alone` pieces.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.byte_merges import ByteMerges
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.spelled_pieces import unspelled
from tokparity.reference_impl.batch.word_table import WordTable

if TYPE_CHECKING:
    from tokparity.reference_impl.batch.word_bytes import WordBytes

LONGEST = 128
"""Bytes of a stretch that is merged here: each round makes one merge of it."""


@dataclass(frozen=True)
class KnownWords:
    """`table`: n words; `ids`, shape (n + 1,): of each, and a 0; `alone`, shape (n + 1,): merges
    alone make it that, and False."""

    table: WordTable
    ids: NDArray[np.int32]
    alone: NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        pieces: Sequence[str],
        ids: Ints,
        merges: ByteMerges,
        certain: "NDArray[np.bool_] | None" = None,
        *,
        whole: bool,
    ) -> "KnownWords":
        """By pieces in the byte-level alphabet; `whole`: a word that is one is taken as it is.
        `certain`, by id: merging makes it of its own bytes (`alone_pieces`); the others are merged.
        """
        words, which = unspelled(pieces)
        alone = _alone(words, ids[which], merges, certain)
        stays = np.flatnonzero((whole | alone) & (words.sizes > 0))
        some, table = words.picked(stays), WordTable()
        table.add(some, some.tags())
        numbers = np.append(ids[which[stays]], 0).astype(np.int32)
        return cls(table, numbers, np.append(alone[stays], False))


def _alone(
    words: "WordBytes", ids: Ints, merges: ByteMerges, certain: NDArray[np.bool_] | None
) -> NDArray[np.bool_]:
    """Which words merging makes one token of, which is that piece."""
    alone = np.zeros(len(words), np.bool_)
    lacks = np.append(0, np.cumsum(merges.symbols[words.bytes] < 0))
    has_all = lacks[words.starts] == lacks[words.starts + words.sizes]
    asked = has_all & (words.sizes > 0) & (words.sizes <= LONGEST)
    if certain is not None:
        alone = asked & certain[ids]
    which = np.flatnonzero(asked & ~alone)
    some = words.picked(which)
    made, counts = merges.merged(some.bytes, some.sizes)
    firsts = np.cumsum(counts) - counts
    alone[which] = counts == 1
    alone[which] &= made[firsts] == ids[which]
    return alone
