"""`Repeats`: a decoder to which equal neighbours are one piece."""

from tokparity.reference_impl.decoders.sequence import Decoder


class Repeats:
    """CTC: a piece that repeats the one before gives nothing.

    >>> from tokparity.reference_impl.decoders.ctc import CTC
    >>> flow = Repeats(CTC("<pad>", "|", True))
    >>> [flow.push(piece) for piece in ("h", "h", "<pad>", "h", "|")]
    [['h'], [], [], ['h'], [' ']]
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._last: str | None = None

    def push(self, piece: str) -> list[str]:
        if piece == self._last:
            return []
        self._last = piece
        return self._decoder.decode([piece])

    def flush(self) -> list[str]:
        return []
