"""Bytes that are no UTF-8, written as text: for libraries that take bytes.

A byte that is part of no character stands as the lone surrogate U+DC00 + byte (Python's
"surrogateescape"), so that a text stays a `str` wherever it is stored, shrunk or shown. A library
that takes only text refuses it; one that takes bytes is given `to_bytes`.
"""

from tokparity.reference_impl.errors import NotUnicode


def from_bytes(data: bytes) -> str:
    r"""The text that stands for any bytes.

    >>> from_bytes(b"a\xff")
    'a\udcff'
    """
    return data.decode("utf-8", "surrogateescape")


def to_bytes(text: str) -> bytes:
    r"""The bytes that a text stands for. Raises NotUnicode for a surrogate that stands for none.

    >>> to_bytes("\u00e9\udcff")
    b'\xc3\xa9\xff'
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise NotUnicode(error.start) from None


def canonical(text: str) -> str:
    r"""The one way to write the bytes of a text: escaped bytes that make a character become it.

    >>> canonical("\udcc3\udca9")
    '\xe9'
    """
    if text.isascii():
        return text
    return from_bytes(to_bytes(text))
