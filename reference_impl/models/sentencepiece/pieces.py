"""`Pieces`: the vocabulary of a .model file, and what its library makes of a segmentation.

The four kinds of model differ in how they cut a text; what becomes of the pieces that are
unknown is the same for all. Not here: the cutting, and the checks of a file
(`sentencepiece.pieces`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

TokenSpan = tuple[int, int, int]
"""(id, start, end) in characters of the word."""

PieceType = Literal["normal", "unknown", "control", "user_defined", "unused", "byte"]

MATCHABLE = frozenset[PieceType](("normal", "user_defined", "unused"))
"""Types whose pieces can be found in a text; the others are reserved."""

SPACE = "\u2581"
"""What stands for a space in a piece: LOWER ONE EIGHTH BLOCK."""


@dataclass(frozen=True)  # no slots: what is derived is a plain attribute
class Pieces:
    """n pieces with their scores (32-bit floats) and types; `byte_fallback` as in the file.

    A piece that is no UTF-8 is written as `byte_text` does: no text has it. `matchable` maps the
    pieces that a text may have to ids, `reserved` the others. `unknown` is the id of the unknown
    piece, -1 where there is none. Source: sentencepiece 0.2.3 model_interface.cc
    `InitializePieces`.
    """

    texts: Sequence[str]
    scores: Sequence[float]
    types: Sequence[PieceType]
    byte_fallback: bool = False
    vocab: Mapping[str, int] = field(init=False, repr=False, compare=False)
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)
    matchable: Mapping[str, int] = field(init=False, repr=False, compare=False)
    reserved: Mapping[str, int] = field(init=False, repr=False, compare=False)
    unknown: int = field(init=False)

    def __post_init__(self) -> None:
        derive = object.__setattr__
        kinds = list(enumerate(self.types))
        reserved = {self.texts[at]: at for at, kind in kinds if kind not in MATCHABLE}
        matchable = {self.texts[at]: at for at, kind in kinds if kind in MATCHABLE}
        matchable.pop("\0", None)  # allowed where it is unused, and then it is in no table
        derive(self, "matchable", matchable)
        derive(self, "reserved", reserved)
        derive(self, "unknown", next((at for at, kind in kinds if kind == "unknown"), -1))
        derive(self, "vocab", matchable | reserved)
        derive(self, "pieces", dict(enumerate(self.texts)))

    @property
    def user_defined(self) -> list[str]:
        """The pieces that are found before anything else is."""
        return [self.texts[i] for i, kind in enumerate(self.types) if kind == "user_defined"]

    def id_of(self, text: str) -> int:
        """As `PieceToId`: the unknown id for what is no piece."""
        token_id = self.reserved.get(text)
        return self.matchable.get(text, self.unknown) if token_id is None else token_id

    def finish(self, word: str, segments: Iterable[TokenSpan]) -> tuple[TokenSpan, ...]:
        """The tokens of a segmentation, in which what is unknown has the id of that, or -1.

        With `byte_fallback` each unknown segment becomes the bytes of its UTF-8, of which only
        the last has its range; else neighbours that are unknown are one token. Source:
        sentencepiece_processor.cc `PopulateSentencePieceText`.
        """
        tokens: list[TokenSpan] = []
        unknown = self.unknown
        joining = False
        for token_id, start, end in segments:
            if token_id != unknown:
                tokens.append((token_id, start, end))
                joining = False
            elif self.byte_fallback:
                data = word[start:end].encode("utf-8", "surrogateescape")
                tokens += [(self.reserved[f"<0x{byte:02X}>"], start, start) for byte in data[:-1]]
                tokens.append((self.reserved[f"<0x{data[-1]:02X}>"], start, end))
            elif joining:
                tokens[-1] = (unknown, tokens[-1][1], end)
            else:
                tokens.append((unknown, start, end))
                joining = True
        return tuple(tokens)

    def called(self, word: str, tokens: Iterable[TokenSpan]) -> tuple[str, ...]:
        """The piece of each token; of an unknown one the text that it stands for."""
        return tuple(
            word[start:end] if token_id == self.unknown else self.texts[token_id]
            for token_id, start, end in tokens
        )
