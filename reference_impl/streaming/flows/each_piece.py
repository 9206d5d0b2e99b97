"""Decoders that change each piece by itself: `EachPiece`; `FirstPiece`, where that counts."""

from tokparity.reference_impl.decoders.sequence import Decoder


class EachPiece:
    """Replace, Strip: every piece by itself.

    >>> from tokparity.reference_impl.decoders.strip import Strip
    >>> flow = EachPiece(Strip(" ", 1, 0))
    >>> flow.push(" a"), flow.push(" b"), flow.flush()
    (['a'], ['b'], [])
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder

    def push(self, piece: str) -> list[str]:
        return self._decoder.decode([piece])

    def flush(self) -> list[str]:
        return []


class FirstPiece:
    """Metaspace, WordPiece: the first piece in another way than those behind it.

    >>> from tokparity.reference_impl.decoders.metaspace import Metaspace
    >>> flow = FirstPiece(Metaspace("▁"))
    >>> flow.push("▁a"), flow.push("▁b"), flow.flush()
    (['a'], [' b'], [])
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._begun = False

    def push(self, piece: str) -> list[str]:
        if not self._begun:
            self._begun = True
            return self._decoder.decode([piece])
        return self._decoder.decode(["", piece])[1:]

    def flush(self) -> list[str]:
        return []
