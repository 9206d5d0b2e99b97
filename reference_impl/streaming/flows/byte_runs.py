"""`ByteRuns`: byte pieces wait for the end of their run, which one bad byte spoils as a whole."""

from tokparity.reference_impl.decoders.byte_fallback import ByteFallback, byte_of


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
