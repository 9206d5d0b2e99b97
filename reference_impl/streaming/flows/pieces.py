"""Decoders that see pieces, as flows: a piece goes in, and what is certain then comes out."""

from typing import Protocol

from tokparity.reference_impl.decoders.byte_fallback import ByteFallback, byte_of
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


class EachPiece:
    """Replace, Strip: every piece by itself.

    >>> from tokparity.reference_impl.decoders.strip import StripDecoder
    >>> flow = EachPiece(StripDecoder(" ", 1, 0))
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

    >>> from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
    >>> flow = FirstPiece(MetaspaceDecoder("▁"))
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
        before, self._last = self._last, [piece]
        return self._decoder.decode([*before, "a"])[:-1]

    def flush(self) -> list[str]:
        return self._decoder.decode(self._last)


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


class ByteRuns:
    """ByteFallback. That a character is complete does not settle it: a bad byte behind it, in the
    same run, makes U+FFFD of it too.

    >>> flow = ByteRuns(ByteFallback())
    >>> [flow.push(piece) for piece in ("<0xC3>", "<0xA9>", "a", "<0xFF>")], flow.flush()
    ([[], [], ['é', 'a'], []], ['\\ufffd'])
    """

    def __init__(self, decoder: ByteFallback) -> None:
        self._decoder = decoder
        self._run: list[str] = []

    def push(self, piece: str) -> list[str]:
        if byte_of(piece) is not None:
            self._run.append(piece)
            return []
        return [*self.flush(), piece]

    def flush(self) -> list[str]:
        run, self._run = self._run, []
        return self._decoder.decode(run)
