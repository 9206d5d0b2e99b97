"""`ByteIds`: the ids of words of bytes, looked up for a whole batch.

A word is known to its model (`known_words`), or was met before, or is new. A new one is cut where
no merge goes across (`byte_joins`), and its parts are looked up likewise: what is left to merge are
those that never came (`byte_merges`). Proof that a part is what it is as a word: neither is taken
whole, as whatever is so is a known word, and of these the `alone` ones are told.

What was met is kept up to a bound, and then all is forgotten, between two batches. Very long words
are made each time that they come: comparing them costs as much. Not here: ranges (`byte_rows`).
"""

from collections.abc import Callable

import numpy as np

from tokparity.reference_impl.batch.byte_joins import ByteJoins
from tokparity.reference_impl.batch.byte_merges import ByteMerges
from tokparity.reference_impl.batch.growing import Growing
from tokparity.reference_impl.batch.id_store import Ids, IdStore
from tokparity.reference_impl.batch.known_words import LONGEST as LONGEST_PART
from tokparity.reference_impl.batch.known_words import KnownWords
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import places_of, sizes_of
from tokparity.reference_impl.batch.word_bytes import LONGEST, Flags, Tags, WordBytes
from tokparity.reference_impl.batch.word_table import WordTable

IDS, BYTES = 1 << 18, 1 << 23
"""Ids that are kept, and one for each word; and bytes of the words: together up to 40 MB."""
OneByOne = Callable[[WordBytes], tuple[Ints, Ints]]
"""The ids of all of some words, and how many each has."""


class ByteIds:
    """Of one model, which makes `one_by_one` what is merged nowhere else. A word's number is that
    of a known word, or of its store."""

    def __init__(
        self, known: KnownWords, joins: ByteJoins, merges: ByteMerges, one_by_one: OneByOne
    ) -> None:
        self._known, self._joins, self._merges = known, joins, merges
        self._one_by_one = one_by_one
        self._forget()

    def _forget(self) -> None:
        self._table, self._numbers = WordTable(), Growing(np.int64)
        self._store = IdStore(self._known.ids)

    def of(self, words: WordBytes) -> tuple[Ids, Ints]:
        """The ids of all words, none of which is empty, and how many each has."""
        if self._store.used > IDS or self._table.bytes > BYTES:
            self._forget()
        tags = words.tags()
        numbers = self._known.table.get(words, tags)
        rest = places_of(numbers < 0)
        if len(rest):
            numbers[rest] = self._met(words.some(rest), tags[rest])
        return self._store.ids(numbers)

    def _met(self, words: WordBytes, tags: Tags) -> Ints:
        """The numbers of words that are not known."""
        found = self._looked_up(words, tags)
        is_new = found < 0
        long = places_of(is_new & (words.sizes > LONGEST))
        if len(long):
            is_new[long] = False
            found[long] = self._made(words.picked(long))
        new = places_of(is_new)
        if len(new):
            some, its_tags = words.some(new), tags[new]
            once, which = some.distinct(its_tags)
            some = some.picked(once)
            numbers = self._made(some)
            self._keep(some, its_tags[once], numbers)
            found[new] = numbers[which]
        return found

    def _looked_up(self, words: WordBytes, tags: Tags) -> Ints:
        places = self._table.get(words, tags)
        found: Ints = np.where(places < 0, -1, self._numbers.values[places])
        return found

    def _keep(self, words: WordBytes, tags: Tags, numbers: Ints) -> None:
        self._table.add(words, tags)
        self._numbers.extend(numbers)

    def _made(self, words: WordBytes) -> Ints:
        """The numbers of new words, one behind the other."""
        ends = words.starts + words.sizes
        cut = np.empty(len(words.bytes), np.bool_)
        np.logical_not(self._joins.between(words.bytes), out=cut[:-1])
        cut[ends - 1] = True
        stops = places_of(cut) + 1
        sizes = sizes_of(stops)
        parts = WordBytes(words.data, stops - sizes, sizes)
        upto = np.searchsorted(stops, ends) + 1
        counts = sizes_of(upto)
        is_long = np.logical_or.reduceat(parts.sizes > LONGEST_PART, upto - counts)
        numbers = np.empty(len(words), np.int64)
        if is_long.any():
            long = places_of(is_long)
            numbers[long] = self._store.add(*self._one_by_one(words.picked(long)))
        is_word, is_out = np.repeat(counts == 1, counts), np.repeat(is_long, counts)
        of_part = np.full(len(stops), -1, np.int64)
        several = places_of(~is_word & ~is_out)
        if len(several):
            of_part[several] = self._known_parts(parts.some(several))
        new = places_of((of_part < 0) & ~is_out)
        if len(new):
            of_part[new] = self._merged(parts.some(new), is_word[new])
        numbers[(counts == 1) & ~is_long] = of_part[is_word & ~is_out]
        if len(several):
            ids, each = self._store.ids(of_part[several])
            joined = (counts > 1) & ~is_long
            ends = np.cumsum(counts[joined])
            numbers[joined] = self._store.add(ids, np.add.reduceat(each, ends - counts[joined]))
        return numbers

    def _known_parts(self, parts: WordBytes) -> Ints:
        """The number of each part that is looked up, -1 of one that came nowhere."""
        tags = parts.tags()
        found = self._known.table.get(parts, tags)
        found[~self._known.alone[found]] = -1
        rest = places_of(found < 0)
        if len(rest):
            found[rest] = self._looked_up(parts.some(rest), tags[rest])
        return found

    def _merged(self, parts: WordBytes, is_word: Flags) -> Ints:
        """The numbers of parts that came nowhere. Those that are a word are kept by whoever asks,
        all others here."""
        tags = parts.tags()
        once, which = parts.distinct(tags)
        some = parts.picked(once)
        numbers = self._store.add(*self._merges.merged(some.bytes, some.sizes))
        is_kept = np.ones(len(once), np.bool_)
        is_kept[which[is_word]] = False
        kept = places_of(is_kept)
        if len(kept):
            self._keep(some.picked(kept), tags[once[kept]], numbers[kept])
        return numbers[which]
