"""`CharacterTable`: what a normalizer that looks at single characters makes of many, at once.

Each character is given to the normalizer itself, when it comes for the first time. Not here: which
normalizers look at no other character (`bert_words`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints

Codes = NDArray[np.uint32]
_CODES = 0x110000


@dataclass
class CharacterTable:
    """`spelled`: what becomes of a character, any number of them.

    >>> table = CharacterTable(lambda char: {"é": "e", "-": "", "中": " 中 "}.get(char, char))
    >>> codes, came = table.respelled(np.frombuffer("é-a".encode("utf-32-le"), np.uint32))
    >>> codes.tobytes().decode("utf-32-le"), came.tolist()
    ('ea', [0, 2])
    """

    spelled: Callable[[str], str]
    _counts: NDArray[np.int8] = field(default_factory=lambda: np.full(_CODES, -1, np.int8))
    _firsts: NDArray[np.int32] = field(default_factory=lambda: np.zeros(_CODES, np.int32))
    _parts: list[str] = field(default_factory=list)
    _length: int = 0

    def respelled(self, codes: Codes) -> tuple[Codes, Ints]:
        """The new characters, and the place of the one that each came of."""
        counts = self._counts[codes]
        if (counts < 0).any():
            self._learn(codes[counts < 0])
            counts = self._counts[codes]
        came = np.repeat(np.arange(len(codes)), counts)
        upto = np.cumsum(counts, dtype=np.int64)
        within = np.arange(len(came)) - np.repeat(upto - counts, counts)
        parts = np.frombuffer("".join(self._parts).encode("utf-32-le"), np.uint32)
        return parts[self._firsts[codes][came] + within], came

    def _learn(self, codes: Codes) -> None:
        for code in np.unique(codes).tolist():
            made = self.spelled(chr(code))
            self._counts[code], self._firsts[code] = len(made), self._length
            self._parts.append(made)
            self._length += len(made)
