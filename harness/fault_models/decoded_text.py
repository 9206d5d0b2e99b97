"""Decoded text or bytes that are changed once more, or put together of parts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Family, FaultModel
from tokparity.reference_impl.contract import Bytes, Decoded, DecodeOptions, Text
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Decode = Callable[[list[int], DecodeOptions], Decoded]

_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Redecoded:
    """A detokenizer that is a function."""

    function: Decode

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Decoded:
        return self.function(list(ids), options)


def decoding(tokenizer: Tokenizer, function: Decode) -> Tokenizer:
    """The tokenizer that decodes in another way."""
    return replace(tokenizer, detokenizer=Redecoded(function))


def rewritten(found: str, put: str) -> Callable[[Tokenizer], Tokenizer]:
    """Where the text has `found`, `put` comes out."""
    return lambda tokenizer: _changing(
        tokenizer, lambda text: text.replace(found, put), (found.encode(), put.encode())
    )


def mark_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """A byte order mark that a text begins with is taken for none of the text."""
    mark = _BYTE_ORDER_MARK

    def change(ids: list[int], options: DecodeOptions) -> Decoded:
        match tokenizer.decode(ids, options):
            case Text(text):
                return Text(text.removeprefix(mark))
            case Bytes(data):
                return Bytes(data.removeprefix(mark.encode()))

    return decoding(tokenizer, change) if _knows_mark(tokenizer) else tokenizer


def in_parts(tokens: int) -> Callable[[Tokenizer], Tokenizer]:
    """So many tokens are decoded, and then so many again."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        if tokenizer.decodes == "bytes" and tokenizer.detokenizer is None:
            return tokenizer

        def change(ids: list[int], options: DecodeOptions) -> Decoded:
            if len(ids) <= tokens:
                return tokenizer.decode(ids, options)
            parts = [
                tokenizer.decode(ids[at : at + tokens], options)
                for at in range(0, len(ids), tokens)
            ]
            if isinstance(parts[0], Bytes):
                return Bytes(b"".join(one.value for one in parts if isinstance(one, Bytes)))
            return Text("".join(one.value for one in parts if isinstance(one, Text)))

        return decoding(tokenizer, change)

    return apply


def ids_wrapped(modulus: int) -> Callable[[Tokenizer], Tokenizer]:
    """Ids are kept modulo a number: an integer too small for them."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        if max(tokenizer.pieces(), default=0) < modulus:
            return tokenizer
        return decoding(
            tokenizer,
            lambda ids, options: tokenizer.decode([one % modulus for one in ids], options),
        )

    return apply


def first_spaces_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """All the spaces that a text begins with go, not the one of the prefix alone."""
    detokenizer = tokenizer.detokenizer
    if not isinstance(detokenizer, LlamaDetokenizer) or not detokenizer.add_space_prefix:
        return tokenizer

    def change(ids: list[int], options: DecodeOptions) -> Decoded:
        decoded = tokenizer.decode(ids, options)
        return Bytes(decoded.value.lstrip(b" ")) if isinstance(decoded, Bytes) else decoded

    return decoding(tokenizer, change)


def space_behind_special(tokenizer: Tokenizer) -> Tokenizer:
    """The space of the prefix is taken off the first token that is text, wherever it stands."""
    detokenizer = tokenizer.detokenizer
    if not isinstance(detokenizer, LlamaDetokenizer) or not detokenizer.add_space_prefix:
        return tokenizer

    def change(ids: list[int], options: DecodeOptions) -> Decoded:
        count = next((at for at, one in enumerate(ids) if one not in detokenizer.hidden), 0)
        if not count or options.remove_special:
            return tokenizer.decode(ids, options)
        parts = detokenizer.decode(ids[:count], options), detokenizer.decode(ids[count:], options)
        return Bytes(parts[0].value + parts[1].value)

    return decoding(tokenizer, change)


def _changing(
    tokenizer: Tokenizer, change: Callable[[str], str], pair: tuple[bytes, bytes]
) -> Tokenizer:
    def decode(ids: list[int], options: DecodeOptions) -> Decoded:
        match tokenizer.decode(ids, options):
            case Text(text):
                return Text(change(text))
            case Bytes(data):
                return Bytes(data.replace(*pair))

    return decoding(tokenizer, decode)


def _knows_mark(tokenizer: Tokenizer) -> bool:
    """Whether there is a token that a text with the mark may begin with."""
    return len(tokenizer.pieces()) > 2


FAULT_MODELS = (
    FaultModel(
        "byte-order-mark-dropped",
        "decoder",
        "takes a byte order mark off the start of a text",
        mark_dropped,
    ),
    FaultModel(
        "first-spaces-dropped",
        "decoder",
        "takes every space off the start of a text",
        first_spaces_dropped,
    ),
    FaultModel(
        "space-behind-special-dropped",
        "decoder",
        "takes a space off the first token that is not special",
        space_behind_special,
    ),
)

FAMILIES = (
    Family("decoded-rewritten", "decoder", "writes {put!r} where {found!r} is due", rewritten),
    Family("decoded-in-parts", "decoder", "decodes {tokens} tokens at a time", in_parts),
    Family("decoded-ids-wrapped", "decoder", "keeps ids modulo {modulus}", ids_wrapped),
)
