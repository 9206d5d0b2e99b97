"""White space: the one that is put before a text, and the runs and the ends of what is in it."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.stages import change_normalizers
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGMNormalizer
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sentencepiece import Boundaries, SentencepieceNormalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.normalizers.strip import StripNormalizer
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_ASCII = " \t\n\v\f\r"


@fault_model(
    "no-dummy-prefix", "normalizer", "puts no space before a text", "ggml-org/llama.cpp#167"
)
def no_dummy_prefix(tokenizer: Tokenizer) -> Tokenizer:
    """No prefix is put before anything."""
    return change_normalizers(tokenizer, _bare)


@fault_model(
    "dummy-prefix-unasked",
    "normalizer",
    "puts a space before a text where the file says not to",
    "ggml-org/llama.cpp#8584",
)
def dummy_prefix_unasked(tokenizer: Tokenizer) -> Tokenizer:
    """A prefix where the file says that there is none."""
    changed = change_normalizers(tokenizer, _prefixed)
    normalizer = tokenizer.normalizer
    if changed is not tokenizer or not isinstance(tokenizer.model, LlamaSPM):
        return changed
    if isinstance(normalizer, NormalizerSequence) and not any(
        isinstance(part, Prepend) for part in normalizer.normalizers
    ):
        prefixed = NormalizerSequence((Prepend(" "), *normalizer.normalizers))
        return replace(tokenizer, normalizer=prefixed)
    return tokenizer


@fault_model(
    "dummy-prefix-once",
    "normalizer",
    "puts no space behind an added token",
    "ggml-org/llama.cpp#7094",
)
def dummy_prefix_once(tokenizer: Tokenizer) -> Tokenizer:
    """A prefix before the text, and none behind an added token."""
    if not tokenizer.added_tokens:
        return tokenizer
    return change_normalizers(
        tokenizer, lambda part: _AtTheStart(part) if isinstance(part, Prepend) else part
    )


@fault_model(
    "dummy-prefix-spared", "normalizer", "puts no space before a text that begins with one"
)
def dummy_prefix_spared(tokenizer: Tokenizer) -> Tokenizer:
    """No prefix before a text that begins with a space."""
    return change_normalizers(
        tokenizer, lambda part: _Spared(part) if isinstance(part, Prepend) else part
    )


@family(
    "dummy-prefix-spared-before",
    "normalizer",
    "puts no space before a text that begins with one of {chars!r}",
)
def dummy_prefix_spared_before(chars: str) -> Change:
    """No prefix before a text that begins with one of these characters."""

    def changed(part: Normalizer) -> Normalizer:
        bare = _bare(part)
        return part if bare is part else _SparedBefore(part, bare, tuple(chars))

    return lambda tokenizer: change_normalizers(tokenizer, changed)


@fault_model(
    "dummy-prefix-of-nothing",
    "normalizer",
    "puts its space also before a text of which nothing is left",
)
def dummy_prefix_of_nothing(tokenizer: Tokenizer) -> Tokenizer:
    """A text of spaces alone, which are taken away, is the prefix."""

    def changed(part: Normalizer) -> Normalizer:
        is_so = isinstance(part, SentencepieceNormalizer) and part.add_dummy_prefix
        return _OfNothing(part) if is_so and isinstance(part, SentencepieceNormalizer) else part

    return change_normalizers(tokenizer, changed)


def _bare(part: Normalizer) -> Normalizer | None:
    match part:
        case Prepend():
            return None
        case SentencepieceNormalizer(add_dummy_prefix=True):
            return replace(part, add_dummy_prefix=False)
        case LlamaUGMNormalizer(add_space_prefix=True, merge_spaces=False):
            return replace(part, add_space_prefix=False)
    return part


def _prefixed(part: Normalizer) -> Normalizer:
    match part:
        case SentencepieceNormalizer(add_dummy_prefix=False):
            return replace(part, add_dummy_prefix=True)
        case LlamaUGMNormalizer(add_space_prefix=False, merge_spaces=False):
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
class _OfNothing:
    inner: SentencepieceNormalizer

    def normalize(self, text: Aligned) -> Aligned:
        made = self.inner.normalize(text)
        if made.text or not text.text:
            return made
        space = SPACE if self.inner.escape_whitespaces else " "
        return Boundaries(space, [0, len(text.text)])


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


@fault_model(
    "extra-spaces-kept",
    "normalizer",
    "keeps runs of spaces that are to be one",
    "huggingface/transformers#6150",
)
def extra_spaces_kept(tokenizer: Tokenizer) -> Tokenizer:
    """`remove_extra_whitespaces` is taken for false."""
    return change_normalizers(tokenizer, _keeping)


@fault_model(
    "extra-spaces-removed", "normalizer", "makes one of several spaces, and takes them off the ends"
)
def extra_spaces_removed(tokenizer: Tokenizer) -> Tokenizer:
    """`remove_extra_whitespaces` is taken for true."""
    return change_normalizers(tokenizer, _removing)


@fault_model("spaces-not-escaped", "normalizer", 'does not make "▁" of a space')
def spaces_not_escaped(tokenizer: Tokenizer) -> Tokenizer:
    """Spaces do not become "▁"."""
    return change_normalizers(tokenizer, _plain)


@fault_model("strip-of-ascii", "normalizer", "leaves white space beyond ASCII at the ends")
def strip_of_ascii(tokenizer: Tokenizer) -> Tokenizer:
    """`Strip` leaves white space beyond ASCII at the ends."""
    return change_normalizers(
        tokenizer, lambda part: _AsciiStrip(part) if isinstance(part, StripNormalizer) else part
    )


def _keeping(part: Normalizer) -> Normalizer:
    match part:
        case SentencepieceNormalizer(remove_extra_whitespaces=True):
            return replace(part, remove_extra_whitespaces=False)
        case LlamaUGMNormalizer(merge_spaces=True):
            return replace(part, merge_spaces=False, add_space_prefix=True)
    return part


def _removing(part: Normalizer) -> Normalizer:
    match part:
        case SentencepieceNormalizer(remove_extra_whitespaces=False):
            return replace(part, remove_extra_whitespaces=True)
        case LlamaUGMNormalizer(merge_spaces=False):
            return replace(part, merge_spaces=True)
    return part


def _plain(part: Normalizer) -> Normalizer | None:
    match part:
        case ReplaceNormalizer(Literal(" "), "▁"):
            return None
        case SentencepieceNormalizer(escape_whitespaces=True):
            return replace(part, escape_whitespaces=False)
        case LlamaUGMNormalizer(space="▁"):
            return replace(part, space=" ")
    return part


@dataclass(frozen=True, slots=True)
class _AsciiStrip:
    strip: StripNormalizer

    def normalize(self, text: Aligned) -> Aligned:
        content = text.text
        start = len(content) - len(content.lstrip(_ASCII)) if self.strip.strip_left else 0
        end = len(content.rstrip(_ASCII)) if self.strip.strip_right else len(content)
        return text[start : max(start, end)]


FAULT_MODELS = (
    no_dummy_prefix,
    dummy_prefix_unasked,
    dummy_prefix_once,
    dummy_prefix_spared,
    dummy_prefix_of_nothing,
    extra_spaces_kept,
    extra_spaces_removed,
    spaces_not_escaped,
    strip_of_ascii,
)

FAMILIES = (dummy_prefix_spared_before,)
