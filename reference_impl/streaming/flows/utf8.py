"""Bytes that come in parts, as characters: `Utf8`, and the flow of the ByteLevel decoder."""

from codecs import getincrementaldecoder

from tokparity.reference_impl.text.byte_level import unspell


class Utf8:
    r"""Complete characters as soon as they are; U+FFFD for each maximal part of a broken one.

    `each_byte`: one for each byte of it, as sentencepiece has it.

    >>> utf8 = Utf8()
    >>> utf8.push(b"\xe2\x82"), utf8.push(b"\xac\xe2"), utf8.push(b"a"), utf8.flush()
    ('', '€', '\ufffda', '')
    """

    def __init__(self, *, each_byte: bool = False) -> None:
        self._decoder = getincrementaldecoder("utf-8")(
            "surrogateescape" if each_byte else "replace"
        )

    def push(self, data: bytes) -> str:
        return _replace_surrogates(self._decoder.decode(data))

    def flush(self) -> str:
        """What an incomplete character at the end becomes."""
        return _replace_surrogates(self._decoder.decode(b"", final=True))


def _replace_surrogates(text: str) -> str:
    if text.isascii():
        return text
    return "".join("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in text)


class ByteLevelPieces:
    """ByteLevel: from pieces to one text.

    >>> flow = ByteLevelPieces()
    >>> flow.push("Ã"), flow.push("©Ġ"), flow.flush()
    ([''], ['é '], [''])
    """

    def __init__(self) -> None:
        self._utf8 = Utf8()

    def push(self, piece: str) -> list[str]:
        spelled = unspell(piece)
        return [self._utf8.push(piece.encode() if spelled is None else spelled)]

    def flush(self) -> list[str]:
        return [self._utf8.flush()]
