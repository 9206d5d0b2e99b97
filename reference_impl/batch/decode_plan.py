"""`plan_of`: what a decoder does, where each piece adds its own bytes to the text.

A decoder that looks at no other piece than its own, but for whether it is the first, is a table: of
each piece the bytes that it adds at the start of a text, and behind another. Proof: each of STEPS
gives a list as long as the one it was given, whose entries hang on the piece at their place and on
whether that is the first; what several do one after the other is such a list again. `Fuse` joins
them, which is what is done with the pieces in the end. A `Strip` behind it sees the start of the
text alone. Bytes are decoded in the end, where all of them are: `ByteLevel` all that there are,
`ByteFallback` each run by itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from tokparity.reference_impl.batch.fused_replace import Last, replaced_pieces
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback, byte_of
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.fuse import Fuse
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.decoders.replace import ReplaceDecoder
from tokparity.reference_impl.decoders.sequence import Decoder, DecoderSequence
from tokparity.reference_impl.decoders.strip import NothingToStrip, StripDecoder
from tokparity.reference_impl.decoders.wordpiece import WordPieceDecoder
from tokparity.reference_impl.regexes.search import Literal as LiteralPattern
from tokparity.reference_impl.text.byte_level import unspell

Kind = Literal["whole", "runs", "all", "bytes"]
"""What the bytes of a text are, one behind the other: characters; characters and, in runs, bytes of
byte pieces (`ByteFallback`); bytes, where bad ones become U+FFFD (`ByteLevel`); or bytes that are
not decoded at all."""


@dataclass(frozen=True, slots=True)
class Surface:
    """What a piece adds to a text: `bare` at its start, `behind` after another piece; `byte`: it is
    a byte piece, and its bytes are that byte."""

    bare: bytes
    behind: bytes
    byte: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """`surface`: of a piece, None where the decoder itself is to be asked. `strips`: so many ASCII
    `stripped` characters go from the start of each text."""

    kind: Kind
    surface: Callable[[str], Surface | None]
    stripped: bytes = b""
    strips: int = 0


@dataclass(frozen=True, slots=True)
class NoPlan:
    """Why no table can decode: "CTC looks at the piece before"."""

    reason: str


class _Spaced:
    """Without a decoder the pieces are joined by spaces."""

    def decode(self, pieces: list[str]) -> list[str]:
        return pieces[:1] + [f" {piece}" for piece in pieces[1:]]


def plan_of(decoder: Decoder | None) -> Plan | NoPlan:
    """How a table decodes as a decoder of tokenizer.json does, or why none can.

    >>> plan = plan_of(WordPieceDecoder("##", False))
    >>> plan.surface("a"), plan.surface("##b").behind
    (Surface(bare=b'a', behind=b' a', byte=False), b'b')
    """
    if decoder is None:
        return Plan("whole", _surface([_Spaced()], _plain))
    parts = list(decoder.decoders if isinstance(decoder, DecoderSequence) else [decoder])
    steps: list[Decoder] = []
    while parts and _is_step(parts[0]):
        steps.append(parts.pop(0))
    kind: Kind = "whole"
    last: Last = _plain
    if parts and isinstance(parts[0], ByteLevelDecoder):
        kind, last = "all", _unspelled
        parts.pop(0)
    elif parts and isinstance(parts[0], ByteFallback):
        kind, last = "runs", _byte_piece
        parts.pop(0)
    if parts and isinstance(parts[0], Fuse):
        parts.pop(0)
        if parts and kind != "all" and (replaced := replaced_pieces(last, parts[0])):
            parts.pop(0)
            last = replaced
        if parts and kind != "all" and (strip := _at_the_start(parts[0])):
            parts.pop(0)
            if not parts:
                return Plan(kind, _surface(steps, last), strip.content.encode(), strip.start)
    if parts:
        name = type(parts[0]).__name__.removesuffix("Decoder")
        return NoPlan(f"{name} looks at more than a piece and whether it is the first")
    return Plan(kind, _surface(steps, last))


def _is_step(decoder: Decoder) -> bool:
    """A list as long as the one that is given; no piece grows without bound."""
    match decoder:
        case WordPieceDecoder() | MetaspaceDecoder():
            return True
        case ReplaceDecoder(LiteralPattern(sought), content):
            return 0 < len(sought) >= len(content)
        case StripDecoder(stop=0):
            return True
    return False


def _at_the_start(decoder: Decoder) -> StripDecoder | None:
    if isinstance(decoder, StripDecoder) and not decoder.stop and decoder.content.isascii():
        return decoder
    return None


def _surface(steps: Sequence[Decoder], last: Last) -> Callable[[str], Surface | None]:
    def surface(piece: str) -> Surface | None:
        alone, pair = [piece], ["", piece]
        try:
            for step in steps:
                alone, pair = step.decode(alone), step.decode(pair)
            bare, behind = last(alone[0]), last(pair[1])
        except (NothingToStrip, UnicodeEncodeError):
            return None
        if bare is None or behind is None or bare[1] != behind[1]:
            return None
        return Surface(bare[0], behind[0], bare[1])

    return surface


def _plain(piece: str) -> tuple[bytes, bool]:
    return piece.encode(), False


def _unspelled(piece: str) -> tuple[bytes, bool]:
    spelled = unspell(piece)
    return (piece.encode() if spelled is None else spelled), False


def _byte_piece(piece: str) -> tuple[bytes, bool] | None:
    """None of a piece that is empty: it adds nothing, but parts two runs of bytes."""
    byte = byte_of(piece)
    if byte is None:
        return (piece.encode(), False) if piece else None
    return bytes([byte]), True
