"""The text that stands behind a piece of the model, whatever alphabet the file writes it in."""

from collections.abc import Callable
from functools import cache

from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def speller(tokenizer: Tokenizer) -> Callable[[str], bytes]:
    """Piece → bytes of text: "Ġa" is b" a" where pieces are spelled in bytes."""
    if not tokenizer.spells_bytes:
        return lambda piece: piece.encode("utf-8", "surrogateescape")

    @cache
    def bytes_of(piece: str) -> bytes:
        raw = unspell(piece)
        return piece.encode("utf-8", "surrogateescape") if raw is None else raw

    return bytes_of


def as_text(data: bytes) -> str:
    r"""The text of bytes, without what is no UTF-8 in them: a merge may begin inside a character.

    >>> as_text(b"a\xc3")
    'a'
    """
    return data.decode("utf-8", "ignore")
