"""Bytes put together wrong in decoding: one by one, late, or with other replacements."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tokparity.harness.fault_models.fault_model import fault_model
from tokparity.harness.fault_models.models.byte_pieces import BYTE_PIECE
from tokparity.harness.fault_models.stages import change_decoders
from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.sentencepiece import SentencepieceDecoder
from tokparity.reference_impl.decoders.sequence import Decoder
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.text.byte_level import CHAR_TO_BYTE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class _Alone:
    """Each piece is decoded as if there were no others."""

    inner: Decoder

    def decode(self, pieces: list[str]) -> list[str]:
        return [part for piece in pieces for part in self.inner.decode([piece])]


@dataclass(frozen=True, slots=True)
class _AloneById:
    """Each token is decoded as if there were no others, where `alone` says so."""

    inner: Tekken | SentencepieceDecoder
    alone: Callable[[int], bool]

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        parts: list[str] = []
        for is_alone, group in groupby(ids, self.alone):
            run = list(group)
            runs = [[token_id] for token_id in run] if is_alone else [run]
            parts += (self.inner.decode(run, options).value for run in runs)
        return Text("".join(parts))


@dataclass(frozen=True, slots=True)
class _Run:
    """A run of byte pieces with a bad byte becomes one U+FFFD."""

    def decode(self, pieces: list[str]) -> list[str]:
        decoded: list[str] = []
        for is_byte, run in groupby(pieces, _is_byte):
            parts = list(run)
            texts = ByteFallback().decode(parts) if is_byte else parts
            decoded += ["\ufffd"] if is_byte and texts[0] == "\ufffd" else texts
        return decoded


@dataclass(frozen=True, slots=True)
class _Late:
    """A run of byte pieces is written behind the piece that ends it."""

    def decode(self, pieces: list[str]) -> list[str]:
        decoded: list[str] = []
        waiting: list[str] = []
        for piece in pieces:
            if _is_byte(piece):
                waiting.append(piece)
                continue
            decoded += (piece, *ByteFallback().decode(waiting))
            waiting = []
        return decoded + ByteFallback().decode(waiting)


@dataclass(frozen=True, slots=True)
class _EachByte:
    """Every byte that is part of no character becomes U+FFFD, not every part of one."""

    def decode(self, pieces: list[str]) -> list[str]:
        data = b"".join(_bytes_of(piece) for piece in pieces)
        text = data.decode("utf-8", "surrogateescape")
        return ["".join("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in text)]


@dataclass(frozen=True, slots=True)
class _AlphabetOnly:
    """Characters outside the byte-level alphabet are lost."""

    def decode(self, pieces: list[str]) -> list[str]:
        data = bytes(CHAR_TO_BYTE[char] for char in "".join(pieces) if char in CHAR_TO_BYTE)
        return [data.decode("utf-8", "replace")]


@fault_model(
    "bytes-decoded-alone",
    "decoder",
    "decodes the bytes of each token by themselves",
    "vllm-project/vllm#8627",
)
def bytes_decoded_alone(tokenizer: Tokenizer) -> Tokenizer:
    """The bytes of a character that is spelled in several pieces are each no character."""
    match tokenizer.detokenizer:
        case Tekken(specials) as tekken:
            by_id = _AloneById(tekken, lambda token_id: token_id >= len(specials))
            return replace(tokenizer, detokenizer=by_id)
        case SentencepieceDecoder(known) as own if "byte" in known.types:
            types = known.types
            by_id = _AloneById(own, lambda at: 0 <= at < len(types) and types[at] == "byte")
            return replace(tokenizer, detokenizer=by_id)
    return change_decoders(
        tokenizer,
        lambda part: _Alone(part) if isinstance(part, ByteLevelDecoder | ByteFallback) else part,
    )


@fault_model(
    "one-replacement-a-run", "decoder", "makes one U+FFFD of a run of bytes that is no text"
)
def one_replacement_a_run(tokenizer: Tokenizer) -> Tokenizer:
    """A run of byte pieces that is no UTF-8 is one U+FFFD, not one a byte."""
    return change_decoders(
        tokenizer, lambda part: _Run() if isinstance(part, ByteFallback) else part
    )


@fault_model("bytes-late", "decoder", "writes bytes behind the piece that follows them")
def bytes_late(tokenizer: Tokenizer) -> Tokenizer:
    """Bytes come out behind the piece that follows them."""
    return change_decoders(
        tokenizer, lambda part: _Late() if isinstance(part, ByteFallback) else part
    )


@fault_model(
    "one-replacement-a-byte", "decoder", "makes a U+FFFD of each byte of a broken character"
)
def one_replacement_a_byte(tokenizer: Tokenizer) -> Tokenizer:
    """A broken sequence is a U+FFFD for each of its bytes, not one for each part of a character."""
    return change_decoders(
        tokenizer, lambda part: _EachByte() if isinstance(part, ByteLevelDecoder) else part
    )


@fault_model(
    "foreign-letters-lost",
    "decoder",
    "drops the letters of added tokens that are outside the byte-level alphabet",
    "huggingface/tokenizers#1555",
)
def foreign_letters_lost(tokenizer: Tokenizer) -> Tokenizer:
    """An added token is decoded like a piece of bytes: what is no byte is lost."""
    return change_decoders(
        tokenizer, lambda part: _AlphabetOnly() if isinstance(part, ByteLevelDecoder) else part
    )


def _is_byte(piece: str) -> bool:
    return BYTE_PIECE.fullmatch(piece) is not None


def _bytes_of(piece: str) -> bytes:
    spelled = [CHAR_TO_BYTE.get(char) for char in piece]
    data = bytes(byte for byte in spelled if byte is not None)
    return data if len(data) == len(spelled) else piece.encode()


FAULT_MODELS = (
    bytes_decoded_alone,
    one_replacement_a_run,
    bytes_late,
    one_replacement_a_byte,
    foreign_letters_lost,
)
