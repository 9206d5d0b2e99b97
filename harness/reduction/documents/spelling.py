"""A part of a text under another name, in pieces of any spelling."""

import re
from collections.abc import Callable, Collection, Hashable

from tokparity.reference_impl.text.byte_level import spell

_BYTE = re.compile(r"<0x[0-9A-F]{2}>")
MARK = "▁"


def respelling(old: str, new: str) -> Callable[[str], str]:
    """A function that renames what stands in a piece: plainly, with "▁" for spaces, or in letters
    that stand for bytes. The piece of a byte stays.

    >>> respelling(" é", "a")("xĠÃ©"), respelling(" é", "a")("▁é"), respelling("x", "a")("<0x41>")
    ('xa', 'a', '<0x41>')
    """
    olds = dict.fromkeys((old, old.replace(" ", MARK), spell(old.encode("utf-8", "surrogatepass"))))

    def change(piece: str) -> str:
        if _BYTE.fullmatch(piece):
            return piece
        for spelling in olds:
            piece = piece.replace(spelling, new)
        return piece

    return change


def all_apart(pieces: Collection[Hashable]) -> bool:
    """Whether there is no empty piece, and none twice."""
    return len(set(pieces)) == len(pieces) and all(pieces)
