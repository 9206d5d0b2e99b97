"""Bytes that are no UTF-8, taken for characters, or left out, where a text is decoded of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import regex

from tokparity.harness.fault_models.fault_model import fault_model
from tokparity.harness.fault_models.models.byte_pieces import BYTE_PIECE
from tokparity.harness.fault_models.stages import change_decoders
from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.sequence import Decoder
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_OVERLONG = regex.compile(rb"[\xc0\xc1][\x80-\xbf]")
_SURROGATE = regex.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_BEYOND = regex.compile(rb"\xf4[\x90-\xbf][\x80-\xbf]{2}|[\xf5-\xf7][\x80-\xbf]{3}")
_CUT = regex.compile(
    rb"(?:[\xc3-\xdf]|[\xe1-\xec][\x80-\xbf]?|[\xf1-\xf3][\x80-\xbf]{0,2}"
    rb"|\xf0(?:[\x90-\xbf][\x80-\xbf]?)?)\Z"
)
"""The beginning of a character at the end; no byte that UTF-8 does not allow there."""
_CUT_OF_FOUR = regex.compile(rb"(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf])[\x80-\xbf]\Z")
_REPLACEMENT = "\ufffd".encode()

Rewrite = Callable[[bytes], bytes]
"""What becomes of the bytes before they are decoded as UTF-8."""


@fault_model("overlong-decoded", "decoder", "decodes C0 80 and the like to ASCII")
def overlong_decoded(tokenizer: Tokenizer) -> Tokenizer:
    """Two bytes that spell a character of ASCII are that character."""
    return _rewriting(
        tokenizer, _replacing(_OVERLONG, lambda two: bytes([(two[0] & 1) << 6 | two[1] & 0x3F]))
    )


@fault_model("surrogates-decoded", "decoder", "takes the bytes of a surrogate for one")
def surrogates_decoded(tokenizer: Tokenizer) -> Tokenizer:
    """The three bytes of a surrogate are one character that cannot be shown."""
    return _rewriting(tokenizer, _replacing(_SURROGATE, lambda _: _REPLACEMENT))


@fault_model("beyond-unicode-decoded", "decoder", "takes bytes beyond U+10FFFF for one")
def beyond_unicode_decoded(tokenizer: Tokenizer) -> Tokenizer:
    """The four bytes of a number beyond U+10FFFF are one character that cannot be shown."""
    return _rewriting(tokenizer, _replacing(_BEYOND, lambda _: _REPLACEMENT))


@fault_model(
    "cut-character-dropped",
    "decoder",
    "leaves out the beginning of a character that a text ends with",
    "timtoole02/Camelid#288",
)
def cut_character_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """The beginning of a character that a text ends with is left out, not replaced."""
    return _rewriting(tokenizer, _replacing(_CUT, lambda _: b""))


@fault_model(
    "cut-character-of-four-dropped",
    "decoder",
    "leaves out three bytes of four that a text ends with",
)
def cut_character_of_four_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """Three bytes of a character of four that a text ends with are left out, not replaced."""
    return _rewriting(tokenizer, _replacing(_CUT_OF_FOUR, lambda _: b""))


def _replacing(sought: "regex.Pattern[bytes]", put: Callable[[bytes], bytes]) -> Rewrite:
    return lambda data: bytes(sought.sub(lambda match: put(match[0]), data))


@dataclass(frozen=True, slots=True)
class _ByteLevelRewritten:
    rewrite: Rewrite

    def decode(self, pieces: list[str]) -> list[str]:
        data = bytearray()
        for piece in pieces:
            spelled = unspell(piece)
            data += piece.encode() if spelled is None else spelled
        return [self.rewrite(bytes(data)).decode("utf-8", "replace")]


@dataclass(frozen=True, slots=True)
class _TekkenRewritten:
    inner: Tekken
    rewrite: Rewrite

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        self.inner.decode(ids, options)  # raises for an id that no token has
        count = len(self.inner.specials)
        written: list[str] = []
        for special, run in groupby(ids, lambda token_id: token_id < count):
            some = tuple(run)
            if special:  # special tokens part the bytes
                written.append(self.inner.decode(some, options).value)
            else:
                data = b"".join(self.inner.surfaces[token_id] for token_id in some)
                written.append(self.rewrite(data).decode("utf-8", "replace"))
        return Text("".join(written))


@dataclass(frozen=True, slots=True)
class _RunsRewritten:
    """Runs of byte pieces, changed before they are decoded."""

    inner: ByteFallback
    rewrite: Rewrite

    def decode(self, pieces: list[str]) -> list[str]:
        written: list[str] = []
        data = bytearray()
        for piece in (*pieces, ""):
            if BYTE_PIECE.fullmatch(piece):
                data.append(int(piece[3:5], 16))
                continue
            written += (f"<0x{byte:02X}>" for byte in self.rewrite(bytes(data)))
            data.clear()
            written.append(piece)
        return self.inner.decode(written[:-1])


def _rewriting(tokenizer: Tokenizer, rewrite: Rewrite) -> Tokenizer:
    if isinstance(tokenizer.detokenizer, Tekken):
        return replace(tokenizer, detokenizer=_TekkenRewritten(tokenizer.detokenizer, rewrite))

    def changed(part: Decoder) -> Decoder:
        match part:
            case ByteLevelDecoder():
                return _ByteLevelRewritten(rewrite)
            case ByteFallback():
                return _RunsRewritten(part, rewrite)
        return part

    return change_decoders(tokenizer, changed)


FAULT_MODELS = (
    overlong_decoded,
    surrogates_decoded,
    beyond_unicode_decoded,
    cut_character_dropped,
    cut_character_of_four_dropped,
)
