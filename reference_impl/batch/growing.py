"""`Growing`: an array that grows at its end."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_ROOM = 1 << 15
"""Values for which there is room before anything is copied; what is not used of it takes none of
the machine's memory."""


class Growing:
    """`used` of its `values` are there; `padding`: zeros that are always behind these.

    >>> some = Growing(np.int64, padding=2)
    >>> some.extend(np.array([5, 6]))
    >>> some.padded.tolist()
    [5, 6, 0, 0]
    """

    def __init__(self, dtype: Any, padding: int = 0) -> None:
        self.values: NDArray[Any] = np.zeros(_ROOM, dtype)
        self.used, self.padding = 0, padding

    @property
    def padded(self) -> NDArray[Any]:
        """What is there, and the zeros behind."""
        return self.values[: self.used + self.padding]

    def extend(self, more: NDArray[Any]) -> None:
        """Append these."""
        need = self.used + len(more)
        if need + self.padding > len(self.values):
            grown = np.zeros(2 * need + self.padding, self.values.dtype)
            grown[: self.used] = self.values[: self.used]
            self.values = grown
        self.values[self.used : need] = more
        self.used = need
