"""`LlamaCppRaw`: words that llama.cpp does not spell in the byte-level alphabet (gemma4)."""

from dataclasses import dataclass

from reference_impl.byte_level import utf8
from reference_impl.byte_text import from_bytes
from reference_impl.text import Aligned


@dataclass(frozen=True, slots=True)
class LlamaCppRaw:
    r"""Writes what was cut as UTF-8 again; an encoded surrogate is then three bytes that are none.

    >>> [word.text for word in LlamaCppRaw().pre_tokenize([Aligned.of("a\ud800")])]
    ['a\udced\udca0\udc80']
    """

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return [piece if _whole(piece.text) else _written(piece) for piece in pieces]


def _whole(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _written(piece: Aligned) -> Aligned:
    parts = [from_bytes(utf8(char)) for char in piece.text]
    origin = [at for at, part in zip(piece.origin, parts, strict=True) for _ in part]
    return Aligned("".join(parts), origin)
