"""Ids that decoding leaves out, or does not: options ignored, tokens taken for nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.contract import Bytes, Decoded, DecodeOptions
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Asked = tuple[list[int], DecodeOptions]


@dataclass(frozen=True, slots=True)
class _Redecoded:
    """Decodes as a whole tokenizer does, asked something else."""

    tokenizer: Tokenizer
    ask: Callable[[list[int], DecodeOptions], Asked]

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Decoded:
        return self.tokenizer.decode(*self.ask(list(ids), options))


@dataclass(frozen=True, slots=True)
class _WithoutFirst:
    """Bytes without their first, whatever it is."""

    inner: LlamaDetokenizer

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Bytes:
        return Bytes(self.inner.decode(ids, options).value[1:])


def specials_kept(tokenizer: Tokenizer) -> Tokenizer:
    """`skip_special` is not looked at."""
    return _skipping(tokenizer, False)


def specials_skipped(tokenizer: Tokenizer) -> Tokenizer:
    """Special tokens are always left out."""
    return _skipping(tokenizer, True)


def ends_kept(tokenizer: Tokenizer) -> Tokenizer:
    """`remove_special` is not looked at."""
    detokenizer = tokenizer.detokenizer
    if not isinstance(detokenizer, LlamaDetokenizer):
        return tokenizer
    if detokenizer.bos is None and detokenizer.eos is None:
        return tokenizer
    return _asking(tokenizer, lambda ids, options: (ids, replace(options, remove_special=False)))


def ordinary_skipped(tokenizer: Tokenizer) -> Tokenizer:
    """Added tokens that are not special are decoded to nothing."""
    blank = {token.id for token in tokenizer.added_tokens if not token.special}
    if not blank:
        return tokenizer
    return _asking(tokenizer, lambda ids, options: ([i for i in ids if i not in blank], options))


def first_byte_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """The first character goes as if it always were the space of the prefix."""
    detokenizer = tokenizer.detokenizer
    if not isinstance(detokenizer, LlamaDetokenizer) or not detokenizer.add_space_prefix:
        return tokenizer
    whole = replace(detokenizer, add_space_prefix=False)
    return replace(tokenizer, detokenizer=_WithoutFirst(whole))


def _skipping(tokenizer: Tokenizer, skip: bool) -> Tokenizer:
    detokenizer = tokenizer.detokenizer
    hides = isinstance(detokenizer, LlamaDetokenizer) and bool(detokenizer.hidden)
    if not hides and not any(token.special for token in tokenizer.added_tokens):
        return tokenizer
    return _asking(tokenizer, lambda ids, options: (ids, replace(options, skip_special=skip)))


def _asking(tokenizer: Tokenizer, ask: Callable[[list[int], DecodeOptions], Asked]) -> Tokenizer:
    return replace(tokenizer, detokenizer=_Redecoded(tokenizer, ask))


FAULT_MODELS = (
    FaultModel("specials-kept", "decoder", "never leaves special tokens out", specials_kept),
    FaultModel(
        "specials-skipped",
        "decoder",
        "always leaves special tokens out",
        specials_skipped,
        "microsoft/onnxruntime-extensions#983",
    ),
    FaultModel("ends-kept", "decoder", "never takes bos and eos away", ends_kept),
    FaultModel(
        "ordinary-added-tokens-skipped",
        "decoder",
        "decodes added tokens that are not special to nothing",
        ordinary_skipped,
        "ggml-org/llama.cpp#4916",
    ),
    FaultModel(
        "first-character-dropped",
        "decoder",
        "takes the first character for a space",
        first_byte_dropped,
        "abetlen/llama-cpp-python#1375",
    ),
)
