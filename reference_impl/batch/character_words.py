"""`CharacterWords`: the words of many texts, where single characters say where they begin and end.

The texts are put together with a line feed between, which is white space, and with which nothing
changes. Normal forms put a run of marks in order, each of which has the place then at which it
stands. A mark that is left has its own, where no other mark stands beside it, nor anything that is
dropped. Other texts are odd: they are normalized one by one. Not here: which stages take characters
one by one but for that (`word_stages`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tokparity.reference_impl.batch.character_table import CharacterTable, Codes
from tokparity.reference_impl.batch.code_table import CodeTable
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.batch.word_bytes import Flags

MARK, ODD, INSIDE, WHITE, ALONE = range(5)
"""What a character is to words, in this order. A text with one that is ODD is odd."""
_BETWEEN = "\n"


class Words(NamedTuple):
    """Of n texts: the characters that the normalizer makes, and the place that each came from;
    where words begin and end in them; n + 1 places where the texts begin, and the last one ends."""

    codes: Codes
    came: Ints
    begins: Ints
    ends: Ints
    firsts: Ints


@dataclass(frozen=True)
class CharacterWords:
    """`normalize`: what becomes of a text, and where each character of that comes from; `table`:
    of each character. `kinds`: of each that is made; a MARK may change places."""

    normalize: Callable[[str], tuple[str, Sequence[int]]]
    table: CharacterTable
    kinds: CodeTable

    def cut(self, texts: Sequence[str]) -> Words:
        """The words of texts without surrogates.

        >>> lower = lambda text: (text.lower(), range(len(text)))
        >>> kinds = CodeTable(lambda chars: [ALONE if c in "-\\n" else INSIDE for c in chars])
        >>> words = CharacterWords(lower, CharacterTable(lower), kinds).cut(["A-b"])
        >>> words.begins.tolist(), words.ends.tolist(), words.firsts.tolist()
        ([0, 1, 2, 3], [1, 2, 3, 4], [0, 4])
        """
        every = _BETWEEN.join([*texts, ""])
        firsts = bounds_of(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
        codes, came = self.table.respelled(np.frombuffer(every.encode("utf-32-le"), np.uint32))
        kinds = self.kinds.of(codes)
        if kinds.min(initial=INSIDE) < INSIDE:
            marks = _in_a_run(np.flatnonzero(kinds == MARK), came)
            moved = came[np.append(marks, np.flatnonzero(kinds == ODD))]
            odd = np.unique(np.searchsorted(firsts, moved, "right") - 1)
            codes, came = self._put_right(texts, odd.tolist(), codes, came, firsts)
            kinds = self.kinds.of(codes)
        apart = kinds >= WHITE
        opens = np.ones(len(codes) + 1, np.bool_)
        opens[1:-1] = apart[1:] | apart[:-1]
        places = np.flatnonzero(opens)
        begins, ends = places[:-1], places[1:]
        words = np.flatnonzero(kinds[begins] != WHITE)
        return Words(codes, came, begins[words], ends[words], firsts)

    def _put_right(
        self, texts: Sequence[str], odd: list[int], codes: Codes, came: Ints, firsts: Ints
    ) -> tuple[Codes, Ints]:
        """The characters with those of odd texts as the normalizer has them."""
        at = 0
        parts: list[Codes] = []
        places: list[Ints] = []
        for number in odd:
            first, end = firsts[number : number + 2]
            start, stop = np.searchsorted(came, (first, end - 1))  # the line feed stays
            made, origin = self.normalize(texts[number])
            letters = np.frombuffer(made.encode("utf-32-le"), np.uint32)
            parts += [codes[at:start], letters]
            places += [came[at:start], np.fromiter(origin, np.int64, len(made)) + first]
            at = stop
        return np.concatenate([*parts, codes[at:]]), np.concatenate([*places, came[at:]])


def _in_a_run(marks: Ints, came: Ints) -> Ints:
    """Those marks beside which another stands, or anything that is dropped."""
    alone = np.diff(marks, prepend=-2, append=-2) != 1
    before = came[np.maximum(marks - 1, 0)]
    before[marks == 0] = -1
    own = came[marks]
    stays: Flags = alone[1:] & alone[:-1] & (own - before <= 1) & (came[marks + 1] - own == 1)
    return marks[~stays]
