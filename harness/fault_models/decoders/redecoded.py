"""Decoding of other ids or with other options, or of a text that is changed once more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.reference_impl.contract import Bytes, Decoded, DecodeOptions, Text
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Decode = Callable[[list[int], DecodeOptions], Decoded]


@dataclass(frozen=True, slots=True)
class Redecoded:
    """A detokenizer that is a function."""

    function: Decode

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Decoded:
        return self.function(list(ids), options)


def decoding(tokenizer: Tokenizer, function: Decode) -> Tokenizer:
    """The tokenizer that decodes in another way."""
    return replace(tokenizer, detokenizer=Redecoded(function))


@fault_model("specials-kept", "decoder", "never leaves special tokens out")
def specials_kept(tokenizer: Tokenizer) -> Tokenizer:
    """`skip_special` is not looked at."""
    return _skipping(tokenizer, False)


@fault_model(
    "specials-skipped",
    "decoder",
    "always leaves special tokens out",
    "microsoft/onnxruntime-extensions#983",
)
def specials_skipped(tokenizer: Tokenizer) -> Tokenizer:
    """Special tokens are always left out."""
    return _skipping(tokenizer, True)


@fault_model("ends-kept", "decoder", "never takes bos and eos away")
def ends_kept(tokenizer: Tokenizer) -> Tokenizer:
    """`remove_special` is not looked at."""
    detokenizer = tokenizer.detokenizer
    if not isinstance(detokenizer, LlamaDetokenizer):
        return tokenizer
    if detokenizer.bos is None and detokenizer.eos is None:
        return tokenizer
    return decoding(
        tokenizer,
        lambda ids, options: tokenizer.decode(ids, replace(options, remove_special=False)),
    )


@fault_model(
    "ordinary-added-tokens-skipped",
    "decoder",
    "decodes added tokens that are not special to nothing",
    "ggml-org/llama.cpp#4916",
)
def ordinary_added_tokens_skipped(tokenizer: Tokenizer) -> Tokenizer:
    """Added tokens that are not special are decoded to nothing."""
    blank = {token.id for token in tokenizer.added_tokens if not token.special}
    if not blank:
        return tokenizer
    return decoding(
        tokenizer,
        lambda ids, options: tokenizer.decode([i for i in ids if i not in blank], options),
    )


@fault_model(
    "first-character-dropped",
    "decoder",
    "takes the first character for a space",
    "abetlen/llama-cpp-python#1375",
)
def first_character_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """The first character goes as if it always were the space of the prefix."""
    detokenizer = tokenizer.detokenizer
    if not isinstance(detokenizer, LlamaDetokenizer) or not detokenizer.add_space_prefix:
        return tokenizer
    whole = replace(detokenizer, add_space_prefix=False)
    return decoding(tokenizer, lambda ids, options: Bytes(whole.decode(ids, options).value[1:]))


def _skipping(tokenizer: Tokenizer, skip: bool) -> Tokenizer:
    detokenizer = tokenizer.detokenizer
    hides = isinstance(detokenizer, LlamaDetokenizer) and bool(detokenizer.hidden)
    if not hides and not any(token.special for token in tokenizer.added_tokens):
        return tokenizer
    return decoding(
        tokenizer, lambda ids, options: tokenizer.decode(ids, replace(options, skip_special=skip))
    )


@family("decoded-rewritten", "decoder", "writes {put!r} where {found!r} is due")
def decoded_rewritten(found: str, put: str) -> Change:
    """Where the text has `found`, `put` comes out."""
    return lambda tokenizer: _changing(
        tokenizer, lambda text: text.replace(found, put), (found.encode(), put.encode())
    )


@fault_model(
    "byte-order-mark-dropped", "decoder", "takes a byte order mark off the start of a text"
)
def byte_order_mark_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """A byte order mark that a text begins with is taken for none of the text."""
    mark = "\ufeff"

    def change(ids: list[int], options: DecodeOptions) -> Decoded:
        match tokenizer.decode(ids, options):
            case Text(text):
                return Text(text.removeprefix(mark))
            case Bytes(data):
                return Bytes(data.removeprefix(mark.encode()))

    return decoding(tokenizer, change) if _knows_mark(tokenizer) else tokenizer


@family("decoded-in-parts", "decoder", "decodes {tokens} tokens at a time")
def decoded_in_parts(tokens: int) -> Change:
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
                return Bytes(b"".join(part.value for part in parts if isinstance(part, Bytes)))
            return Text("".join(part.value for part in parts if isinstance(part, Text)))

        return decoding(tokenizer, change)

    return apply


@family("decoded-ids-wrapped", "decoder", "keeps ids modulo {modulus}")
def decoded_ids_wrapped(modulus: int) -> Change:
    """Ids are kept modulo a number: an integer too small for them."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        if max(tokenizer.pieces(), default=0) < modulus:
            return tokenizer
        return decoding(
            tokenizer,
            lambda ids, options: tokenizer.decode([i % modulus for i in ids], options),
        )

    return apply


@fault_model("first-spaces-dropped", "decoder", "takes every space off the start of a text")
def first_spaces_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """All the spaces that a text begins with go, not the one of the prefix alone."""
    detokenizer = tokenizer.detokenizer
    if not isinstance(detokenizer, LlamaDetokenizer) or not detokenizer.add_space_prefix:
        return tokenizer

    def change(ids: list[int], options: DecodeOptions) -> Decoded:
        decoded = tokenizer.decode(ids, options)
        return Bytes(decoded.value.lstrip(b" ")) if isinstance(decoded, Bytes) else decoded

    return decoding(tokenizer, change)


@fault_model(
    "space-behind-special-dropped",
    "decoder",
    "takes a space off the first token that is not special",
)
def space_behind_special_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """The space of the prefix is taken off the first token that is text, wherever it stands."""
    detokenizer = tokenizer.detokenizer
    if not isinstance(detokenizer, LlamaDetokenizer) or not detokenizer.add_space_prefix:
        return tokenizer

    def change(ids: list[int], options: DecodeOptions) -> Decoded:
        visible = (at for at, i in enumerate(ids) if i not in detokenizer.hidden)
        count = next(visible, 0)
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


OF_IDS = (
    specials_kept,
    specials_skipped,
    ends_kept,
    ordinary_added_tokens_skipped,
    first_character_dropped,
)

OF_TEXT = (byte_order_mark_dropped, first_spaces_dropped, space_behind_special_dropped)

FAMILIES = (decoded_rewritten, decoded_in_parts, decoded_ids_wrapped)
