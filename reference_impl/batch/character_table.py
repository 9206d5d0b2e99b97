"""`CharacterTable`: what a normalizer that looks at single characters makes of many, at once.

Each character is given to the normalizer itself, when it comes for the first time, with others and
a letter between: what is made of it, is what comes from its place. Not here: which normalizers look
at no other character (`bert_words`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints

Codes = NDArray[np.uint32]
_CODES = 0x110000
_BETWEEN = "a"


@dataclass
class CharacterTable:
    """`spelled`: what becomes of a text, and where each character of that comes from.

    >>> def spelled(text):
    ...     parts = [{"é": "e", "-": "", "中": " 中 "}.get(char, char) for char in text]
    ...     return "".join(parts), [at for at, part in enumerate(parts) for _ in part]
    >>> table = CharacterTable(spelled)
    >>> codes, came = table.respelled(np.frombuffer("é-a".encode("utf-32-le"), np.uint32))
    >>> codes.tobytes().decode("utf-32-le"), came.tolist()
    ('ea', [0, 2])
    """

    spelled: Callable[[str], tuple[str, Sequence[int]]]
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
        new = np.unique(codes)
        chars = new.tobytes().decode("utf-32-le", "surrogatepass")
        made, came = self.spelled(_BETWEEN.join(["", *chars, ""]))
        origin = np.fromiter(came, np.int64, len(came))
        of_char = origin % 2 == 1  # the others are what stands between
        counts = np.bincount(origin[of_char] // 2, minlength=len(new))
        self._counts[new] = counts
        self._firsts[new] = self._length + np.cumsum(counts) - counts
        letters = np.frombuffer(made.encode("utf-32-le", "surrogatepass"), np.uint32)[of_char]
        self._parts.append(letters.tobytes().decode("utf-32-le", "surrogatepass"))
        self._length += int(counts.sum())
