"""`CachedWord`: the tokens of a word, as they are kept."""

from typing import NamedTuple


class CachedWord(NamedTuple):
    """What the model makes of a word: n ids, 2n positions in it, n pieces.

    `inside`: every range lies in the word. They grow, so it is enough that the last does.
    """

    ids: tuple[int, ...]
    positions: tuple[int, ...]
    texts: tuple[str, ...]
    inside: bool
