"""Decoders behind one that makes one text of all pieces: what they do to it, part by part."""

from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.decoders.sequence import Decoder


class Passed:
    """Fuse: nothing changes but that the pieces are parts of one text from here on."""

    def push(self, piece: str) -> list[str]:
        return [piece]

    def flush(self) -> list[str]:
        return []


class LeadingStripped:
    """Strip with nothing to take off the end: up to `start` times `content` off the start.

    >>> flow = LeadingStripped(" ", 1)
    >>> flow.push(""), flow.push("  a"), flow.push(" b")
    ([''], [' a'], [' b'])
    """

    def __init__(self, content: str, start: int) -> None:
        self._content, self._left = content, start

    def push(self, piece: str) -> list[str]:
        while self._left and piece.startswith(self._content):
            piece, self._left = piece[1:], self._left - 1
        if piece:
            self._left = 0
        return [piece]

    def flush(self) -> list[str]:
        return []


class FirstPieceMarks:
    """Metaspace: the text is its first piece.

    >>> flow = FirstPieceMarks(MetaspaceDecoder("▁", "never"))
    >>> flow.push("▁a"), flow.push("▁b")
    ([' a'], [' b'])
    """

    def __init__(self, decoder: MetaspaceDecoder) -> None:
        self._decoder = decoder

    def push(self, piece: str) -> list[str]:
        return self._decoder.decode([piece])

    def flush(self) -> list[str]:
        return []


class WholeText:
    """Any other: keeps everything to the end, for what only the whole text decides."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._parts: list[str] = []

    def push(self, piece: str) -> list[str]:
        self._parts.append(piece)
        return []

    def flush(self) -> list[str]:
        return self._decoder.decode(["".join(self._parts)])
