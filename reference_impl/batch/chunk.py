"""`Chunk`: the tokens of a part of a text, as they are kept.

Ids and positions are the bytes of 32-bit numbers, so that those of many chunks are joined at once.
"""

from array import array
from collections.abc import Sequence
from typing import NamedTuple


class Chunk(NamedTuple):
    """n ids, and 2n positions counted from its first character, as bytes; n pieces. `size`: its
    characters, and the space behind it. `whole`: a text that has it is encoded whole."""

    ids: bytes
    positions: bytes
    texts: tuple[str, ...]
    size: int
    whole: bool = False


WHOLE = Chunk(b"", b"", (), 0, whole=True)


def chunk_of(
    ids: Sequence[int], positions: Sequence[int], texts: Sequence[str], size: int
) -> Chunk:
    """A chunk of `size` characters.

    >>> chunk_of([7], [0, 2], ["ab"], 2).size
    3
    """
    return Chunk(array("i", ids).tobytes(), array("i", positions).tobytes(), tuple(texts), size + 1)
