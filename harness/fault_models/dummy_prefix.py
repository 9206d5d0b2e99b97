"""The space that is put before a text: never, unasked, only once, or only where there is none."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Family, FaultModel
from tokparity.harness.fault_models.parts import change_normalizers
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGM
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.sentencepiece import Sentencepiece
from tokparity.reference_impl.normalizers.sequence import Normalizer, Sequence
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def never(tokenizer: Tokenizer) -> Tokenizer:
    """No prefix is put before anything."""
    return change_normalizers(tokenizer, _without)


def unasked(tokenizer: Tokenizer) -> Tokenizer:
    """A prefix where the file says that there is none."""
    changed = change_normalizers(tokenizer, _with)
    normalizer = tokenizer.normalizer
    if changed is not tokenizer or not isinstance(tokenizer.model, LlamaSPM):
        return changed
    if isinstance(normalizer, Sequence) and not any(
        isinstance(part, Prepend) for part in normalizer.normalizers
    ):
        prefixed = Sequence((Prepend(" "), *normalizer.normalizers))
        return replace(tokenizer, normalizer=prefixed)
    return tokenizer


def once(tokenizer: Tokenizer) -> Tokenizer:
    """A prefix before the text, and none behind an added token."""
    if not tokenizer.added_tokens:
        return tokenizer
    return change_normalizers(
        tokenizer, lambda part: _AtTheStart(part) if isinstance(part, Prepend) else part
    )


def spared(tokenizer: Tokenizer) -> Tokenizer:
    """No prefix before a text that begins with a space."""
    return change_normalizers(
        tokenizer, lambda part: _Spared(part) if isinstance(part, Prepend) else part
    )


def spared_before(chars: str) -> Callable[[Tokenizer], Tokenizer]:
    """No prefix before a text that begins with one of these characters."""

    def changed(part: Normalizer) -> Normalizer:
        bare = _without(part)
        return part if bare is part else _SparedBefore(part, bare, tuple(chars))

    return lambda tokenizer: change_normalizers(tokenizer, changed)


def _without(part: Normalizer) -> Normalizer | None:
    match part:
        case Prepend():
            return None
        case Sentencepiece(add_dummy_prefix=True):
            return replace(part, add_dummy_prefix=False)
        case LlamaUGM(add_space_prefix=True, merge_spaces=False):
            return replace(part, add_space_prefix=False)
    return part


def _with(part: Normalizer) -> Normalizer:
    match part:
        case Sentencepiece(add_dummy_prefix=False):
            return replace(part, add_dummy_prefix=True)
        case LlamaUGM(add_space_prefix=False, merge_spaces=False):
            return replace(part, add_space_prefix=True)
    return part


@dataclass(frozen=True, slots=True)
class _AtTheStart:
    prefix: Prepend

    def normalize(self, text: Aligned) -> Aligned:
        starts = bool(text.text) and text.span(0, 1)[0] == 0
        return self.prefix.normalize(text) if starts else text


@dataclass(frozen=True, slots=True)
class _Spared:
    prefix: Prepend

    def normalize(self, text: Aligned) -> Aligned:
        begins = text.text.startswith((" ", self.prefix.prepend))
        return text if begins else self.prefix.normalize(text)


@dataclass(frozen=True, slots=True)
class _SparedBefore:
    """`bare` is the normalizer that puts no prefix, None where it did nothing else."""

    prefixing: Normalizer
    bare: Normalizer | None
    begins: tuple[str, ...]

    def normalize(self, text: Aligned) -> Aligned:
        if not text.text.startswith(self.begins):
            return self.prefixing.normalize(text)
        return text if self.bare is None else self.bare.normalize(text)


FAULT_MODELS = (
    FaultModel(
        "no-dummy-prefix",
        "normalizer",
        "puts no space before a text",
        never,
        "ggml-org/llama.cpp#167",
    ),
    FaultModel(
        "dummy-prefix-unasked",
        "normalizer",
        "puts a space before a text where the file says not to",
        unasked,
        "ggml-org/llama.cpp#8584",
    ),
    FaultModel(
        "dummy-prefix-once",
        "normalizer",
        "puts no space behind an added token",
        once,
        "ggml-org/llama.cpp#7094",
    ),
    FaultModel(
        "dummy-prefix-spared",
        "normalizer",
        "puts no space before a text that begins with one",
        spared,
    ),
)

FAMILIES = (
    Family(
        "dummy-prefix-spared-before",
        "normalizer",
        "puts no space before a text that begins with one of {chars!r}",
        spared_before,
    ),
)
