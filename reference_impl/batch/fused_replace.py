"""`replaced_pieces`: a `Replace` of one character behind `Fuse`, done in each piece.

There it sees the whole text. Proof that it is the same piece by piece: a match is one character,
and no character is of two pieces but where byte pieces spell it. A run of bytes that is decoded
holds a character only with the first byte of its UTF-8. So of the piece of that byte nothing is
told: no other run spells what is sought. A bad run is U+FFFD, which is not sought. Nothing grows:
of one character comes one at the most. Which pieces are bytes, and what parts their runs, is
decided before.
"""

from collections.abc import Callable

from tokparity.reference_impl.decoders.replace import ReplaceDecoder
from tokparity.reference_impl.decoders.sequence import Decoder
from tokparity.reference_impl.regexes.search import Literal

Last = Callable[[str], tuple[bytes, bool] | None]
"""What is left to do with a piece: its bytes, and whether it is a byte piece; None: not told."""


def replaced_pieces(last: Last, decoder: Decoder) -> Last | None:
    """The same, and replaced behind it; None where the decoder is no such `Replace`.

    >>> plain = lambda piece: (piece.encode(), False)
    >>> last = replaced_pieces(plain, ReplaceDecoder(Literal("▁"), " "))
    >>> last and last("▁a▁")
    (b' a ', False)
    """
    match decoder:
        case ReplaceDecoder(Literal(sought), content) if len(sought) == 1 and len(content) <= 1:
            if sought == "\ufffd":
                return None
        case _:
            return None
    try:
        was, becomes = sought.encode(), content.encode()
    except UnicodeEncodeError:
        return None

    def replaced(piece: str) -> tuple[bytes, bool] | None:
        told = last(piece)
        if told is None:
            return None
        data, is_byte = told
        if is_byte:
            return None if data[0] == was[0] else told
        return data.replace(was, becomes), False

    return replaced
