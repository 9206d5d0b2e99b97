"""`Flow`: a decoder that is given its pieces one by one, and `Whole`, the one for any decoder."""

from typing import Protocol

from tokparity.reference_impl.decoders.sequence import Decoder


class Flow(Protocol):
    """What goes through it, joined over all pushes and the flush, is what its decoder makes of all
    pieces at once. A flow is of one text: nothing is pushed behind the flush."""

    def push(self, piece: str) -> list[str]:
        """What is certain with one more piece. Raises as the decoder."""
        ...

    def flush(self) -> list[str]:
        """What waited for the end. Raises as the decoder."""
        ...


class Whole:
    """Keeps everything to the end: for what only the whole text decides."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._pieces: list[str] = []

    def push(self, piece: str) -> list[str]:
        self._pieces.append(piece)
        return []

    def flush(self) -> list[str]:
        return self._decoder.decode(self._pieces)


class WholeText:
    """As `Whole`, of the parts of one piece."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._parts: list[str] = []

    def push(self, piece: str) -> list[str]:
        self._parts.append(piece)
        return []

    def flush(self) -> list[str]:
        return self._decoder.decode(["".join(self._parts)])
