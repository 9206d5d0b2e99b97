"""`LastPiece`: a decoder that treats the last piece in another way waits for one more."""

from tokparity.reference_impl.decoders.sequence import Decoder


class LastPiece:
    """BPEDecoder: the mark of a word's end becomes a space, but at the end of the text nothing.

    >>> from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
    >>> flow = LastPiece(BPEDecoder("</w>"))
    >>> flow.push("a</w>"), flow.push("b</w>"), flow.flush()
    ([], ['a '], ['b'])
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._last: list[str] = []

    def push(self, piece: str) -> list[str]:
        made = self._decoder.decode([*self._last, "a"])[:-1]
        self._last = [piece]
        return made

    def flush(self) -> list[str]:
        return self._decoder.decode(self._last)
