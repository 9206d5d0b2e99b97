"""`CharacterTable`: what a normalizer that looks at single characters makes of many, at once.

A character that is not known from the start is given to the normalizer itself, when it comes for
the first time, with others and a letter between: what is made of it, is what comes from its place.
Not here: which normalizers look at no other character (`character_words`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.growing import Growing
from tokparity.reference_impl.batch.pair_table import Ints

Codes = NDArray[np.uint32]
CODES, UNKNOWN = 0x110000, -1
_BETWEEN = "a"


@dataclass
class CharacterTable:
    """`spelled`: what becomes of a text, and where each character of that comes from.

    `counts`, shape (CODES,): of each character how many it becomes, or UNKNOWN;
    `codes`, shape (CODES,): what it becomes, if one; else the first of its `parts`, and CODES.

    >>> def spelled(text):
    ...     parts = [{"é": "e", "-": "", "中": " 中 "}.get(char, char) for char in text]
    ...     return "".join(parts), [at for at, part in enumerate(parts) for _ in part]
    >>> table = CharacterTable(spelled)
    >>> codes, came = table.respelled(np.frombuffer("é-a".encode("utf-32-le"), np.uint32))
    >>> codes.tobytes().decode("utf-32-le"), came.tolist()
    ('ea', [0, 2])
    """

    spelled: Callable[[str], tuple[str, Sequence[int]]]
    counts: NDArray[np.int8] = field(default_factory=lambda: np.full(CODES, UNKNOWN, np.int8))
    codes: Codes = field(default_factory=lambda: np.zeros(CODES, np.uint32))
    parts: Growing = field(default_factory=lambda: Growing(np.uint32))

    def respelled(self, codes: Codes) -> tuple[Codes, Ints]:
        """The new characters, and the place of the one that each came of."""
        counts = self.counts[codes]
        least = counts.min(initial=1)
        if least < 0:
            self._learn(codes[counts < 0])
            counts = self.counts[codes]
            least = counts.min()
        made = self.codes[codes]
        if least == counts.max(initial=1) == 1:
            return made, np.arange(len(codes))
        came = np.repeat(np.arange(len(codes)), counts)
        before = np.cumsum(counts, dtype=np.int64) - counts
        made = made[came]
        several = np.flatnonzero(made >= CODES)
        of = came[several]
        made[several] = self.parts.values[made[several] - CODES + several - before[of]]
        return made, came

    def _learn(self, codes: Codes) -> None:
        new = np.unique(codes)
        chars = new.tobytes().decode("utf-32-le", "surrogatepass")
        made, came = self.spelled(_BETWEEN.join(["", *chars, ""]))
        origin = np.fromiter(came, np.int64, len(came))
        of_char = origin % 2 == 1  # the others are what stands between
        counts = np.bincount(origin[of_char] // 2, minlength=len(new))
        letters = np.frombuffer(made.encode("utf-32-le", "surrogatepass"), np.uint32)[of_char]
        self.know(new.astype(np.int64), counts, letters)

    def know(self, codes: Ints, counts: Ints, letters: Codes) -> None:
        """That n characters become so many each, in all these `letters`."""
        firsts = np.cumsum(counts) - counts
        self.counts[codes] = counts
        self.codes[codes] = CODES + self.parts.used + firsts
        alone = counts == 1
        self.codes[codes[alone]] = letters[firsts[alone]]
        self.parts.extend(letters)
