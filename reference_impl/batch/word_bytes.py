"""`WordBytes`: the words of a batch as stretches of bytes, and how stretches are compared.

No Python object stands for a word: it is a place and a size in one array. Bytes are read eight at a
time, as numbers, of which those behind a word's end are masked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import places_of
from tokparity.reference_impl.batch.stretches import PADDING, Bytes, eights, joined
from tokparity.reference_impl.text.byte_level import utf8

Flags = NDArray[np.bool_]
Tags = NDArray[np.uint64]
LONGEST = 512
"""Bytes of a word that its tag is of."""
_SPREAD, _OF_SIZE = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
"""Odd numbers without a pattern: 2⁶⁴ divided by the golden ratio, and a prime."""
_FOLD = np.uint64(29)
_MASKS = np.array([(1 << 8 * size) - 1 for size in range(9)], np.uint64)


@dataclass(frozen=True)
class WordBytes:
    """N words: word i is `data[starts[i]:][:sizes[i]]`; `data` has `PADDING` behind."""

    data: Bytes
    starts: Ints
    sizes: Ints

    @classmethod
    def of(cls, words: Sequence[str]) -> "WordBytes":
        """Of texts.

        >>> WordBytes.of(["a", "\u00e9"]).sizes.tolist()
        [1, 2]
        """
        data = np.frombuffer(utf8("".join(words)) + PADDING, np.uint8)
        chars = np.fromiter(map(len, words), np.int64, len(words))
        bounds = places_of((data & 0xC0) != 0x80)[np.append(0, np.cumsum(chars))]
        return cls(data, bounds[:-1], np.diff(bounds))

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def bytes(self) -> Bytes:
        """All bytes but the `PADDING`."""
        return self.data[: -len(PADDING)]

    @cached_property
    def heads(self) -> Tags:
        """The first eight bytes of each word, as a number."""
        heads: Tags = eights(self.data)[self.starts] & _MASKS[np.minimum(self.sizes, 8)]
        return heads

    def some(self, which: Ints) -> "WordBytes":
        """Some of the words, where they are.

        >>> WordBytes.of(["a", "bc", "d"]).some(np.array([2, 1])).texts()
        ['d', 'bc']
        """
        return WordBytes(self.data, self.starts[which], self.sizes[which])

    def picked(self, some: Ints) -> "WordBytes":
        """Some of the words, one behind the other.

        >>> WordBytes.of(["a", "bc", "d"]).picked(np.array([2, 1])).texts()
        ['d', 'bc']
        """
        sizes = self.sizes[some]
        ends = sizes.cumsum()
        return WordBytes(joined(self.data, self.starts[some], ends), ends - sizes, sizes)

    def characters(self) -> Ints:
        """How many characters each word has."""
        leads = np.zeros(len(self.data) - len(PADDING) + 1, np.int64)
        ((self.bytes & 0xC0) != 0x80).cumsum(out=leads[1:])
        sizes: Ints = leads[self.starts + self.sizes] - leads[self.starts]
        return sizes

    def texts(self) -> list[str]:
        """The words."""
        whole, ends = self.data.tobytes(), (self.starts + self.sizes).tolist()
        return [
            whole[a:b].decode("utf-8", "surrogatepass")
            for a, b in zip(self.starts.tolist(), ends, strict=True)
        ]

    def tags(self) -> Tags:
        """A number for each word, the same for the same; hardly ever for two others."""
        sizes = self.sizes
        tags: Tags = (self.heads + sizes.view(np.uint64) * _OF_SIZE) * _SPREAD
        at, done = places_of(sizes > 8), 8
        if not len(at):
            return tags
        view, starts, sizes = eights(self.data), self.starts, np.minimum(sizes, LONGEST)
        while len(at):
            left = sizes[at] - done
            mixed = tags[at]
            more = view[starts[at] + done] & _MASKS[np.minimum(left, 8)]
            tags[at] = ((mixed ^ (mixed >> _FOLD)) + more) * _SPREAD
            done += 8
            at = at[left > 8]
        return tags

    def distinct(self, tags: Tags) -> tuple[Ints, Ints]:
        """One place of each different word, and which of these each word is; every word is one of
        its own where a tag stands for two."""
        order = tags.argsort()
        ordered = tags[order]
        is_first = np.ones(len(tags), np.bool_)
        np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
        place = order[is_first]
        which = np.empty(len(tags), np.int64)
        which[order] = is_first.cumsum() - 1
        if len(place) == len(tags):
            return place, which
        alike = place[which]
        again = places_of(alike != np.arange(len(self)))
        first, view = alike[again], eights(self.data)
        sizes = self.sizes[again]
        if (sizes == self.sizes[first]).all() and are_same(
            view, self.starts[again], view, self.starts[first], sizes
        ).all():
            return place, which
        every = np.arange(len(self))
        return every, every


def are_same(one: Tags, starts: Ints, other: Tags, begins: Ints, sizes: Ints) -> Flags:
    """Whether the stretches of `one` (its `eights`) are those of `other`, of these sizes."""
    same = np.ones(len(starts), np.bool_)
    at, done = places_of(sizes > 0), 0
    while len(at):
        left = sizes[at] - done
        differ = (one[starts[at] + done] ^ other[begins[at] + done]) & _MASKS[np.minimum(left, 8)]
        same[at[differ != 0]] = False
        done += 8
        at = at[(left > 8) & (differ == 0)]
    return same
