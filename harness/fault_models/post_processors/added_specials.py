"""Special tokens around a text: twice, missing, in a wrong order, or never or always added."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import fault_model
from tokparity.harness.fault_models.stages import change_post_processors
from tokparity.reference_impl.post_processors.bert import BertProcessing
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.post_processors.roberta import RobertaProcessing
from tokparity.reference_impl.post_processors.sentencepiece import (
    SentencepieceBosEos,
)
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.template import (
    SequencePiece,
    SpecialPiece,
    TemplateProcessing,
)
from tokparity.reference_impl.post_processors.tokens import PostProcessor, Tokens
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Template = tuple[SequencePiece | SpecialPiece, ...]


@dataclass(frozen=True, slots=True)
class _Fixed:
    """A post-processor that adds special tokens, or not, whatever the options say."""

    inner: PostProcessor
    add_special: bool

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        return self.inner.process(parts, self.add_special)

    def added(self, pair: bool) -> int:
        return self.inner.added(pair) if self.add_special else 0


@fault_model(
    "specials-never-added", "post_processor", "adds no special tokens", "ohdearquant/lattice#101"
)
def specials_never_added(tokenizer: Tokenizer) -> Tokenizer:
    """No special token is added, whatever the options say."""
    return _fixed(tokenizer, add_special=False)


@fault_model(
    "specials-always-added", "post_processor", "adds special tokens where they are not wanted"
)
def specials_always_added(tokenizer: Tokenizer) -> Tokenizer:
    """Special tokens are added, whatever the options say."""
    return _fixed(tokenizer, add_special=True)


@fault_model(
    "first-special-twice",
    "post_processor",
    "begins a text with its first special token twice",
    "vllm-project/vllm#16976",
)
def first_special_twice(tokenizer: Tokenizer) -> Tokenizer:
    """The special token that begins a text is there twice, as where a chat template has it too."""

    def changed(part: PostProcessor) -> PostProcessor:
        match part:
            case LlamaBosEos(before=(_, _, _) as before):
                return PostProcessorSequence((LlamaBosEos(before), part))
            case SentencepieceBosEos(bos=(_, _), add_bos=True):
                return PostProcessorSequence((replace(part, add_eos=False, reverse=False), part))
        return _templates(
            part, lambda pieces: (*pieces[:1], *pieces) if _special(pieces[:1]) else pieces
        )

    return change_post_processors(tokenizer, changed)


@fault_model(
    "first-special-missing", "post_processor", "does not begin a text with its special token"
)
def first_special_missing(tokenizer: Tokenizer) -> Tokenizer:
    """The special token that begins a text is not there."""

    def changed(part: PostProcessor) -> PostProcessor:
        match part:
            case LlamaBosEos(before=(_, _, _)):
                return replace(part, before=None)
            case SentencepieceBosEos(bos=(_, _), add_bos=True):
                return replace(part, add_bos=False)
        return _templates(part, lambda pieces: pieces[1:] if _special(pieces[:1]) else pieces)

    return change_post_processors(tokenizer, changed)


@fault_model("last-special-missing", "post_processor", "does not end a text with its special token")
def last_special_missing(tokenizer: Tokenizer) -> Tokenizer:
    """The special token that ends a text is not there."""

    def changed(part: PostProcessor) -> PostProcessor:
        match part:
            case LlamaBosEos(behind=(_, _, _)):
                return replace(part, behind=None)
            case SentencepieceBosEos(eos=(_, _), add_eos=True):
                return replace(part, add_eos=False)
        return _templates(part, lambda pieces: pieces[:-1] if _special(pieces[-1:]) else pieces)

    return change_post_processors(tokenizer, changed)


@fault_model(
    "specials-swapped", "post_processor", "ends a text with what is to begin it, and the reverse"
)
def specials_swapped(tokenizer: Tokenizer) -> Tokenizer:
    """What is to begin a text ends it, and the reverse."""

    def changed(part: PostProcessor) -> PostProcessor:
        match part:
            case LlamaBosEos(before, behind) if before != behind:
                return LlamaBosEos(behind, before)
            case SentencepieceBosEos(bos, eos, add_bos, add_eos) if bos != eos:
                return replace(part, bos=eos, eos=bos, add_bos=add_eos, add_eos=add_bos)
            case BertProcessing(sep, cls) | RobertaProcessing(sep, cls) if sep != cls:
                return replace(part, sep=cls, cls=sep)
        return _templates(part, _swapped)

    return change_post_processors(tokenizer, changed)


@fault_model("no-separator", "post_processor", "puts nothing between the texts of a pair")
def no_separator(tokenizer: Tokenizer) -> Tokenizer:
    """Nothing stands between the texts of a pair."""

    def changed(part: PostProcessor) -> PostProcessor:
        if not isinstance(part, TemplateProcessing):
            return part
        inner = [at for at, piece in enumerate(part.pair) if isinstance(piece, SequencePiece)]
        if len(inner) != 2 or inner[0] + 1 == inner[1]:
            return part
        return replace(part, pair=(*part.pair[: inner[0] + 1], *part.pair[inner[1] :]))

    return change_post_processors(tokenizer, changed)


def _fixed(tokenizer: Tokenizer, add_special: bool) -> Tokenizer:
    return change_post_processors(
        tokenizer, lambda part: _Fixed(part, add_special) if part.added(pair=False) else part
    )


def _templates(part: PostProcessor, change: Callable[[Template], Template]) -> PostProcessor:
    """Both templates changed; the very post-processor where none is, or there are none."""
    if not isinstance(part, TemplateProcessing):
        return part
    single, pair = change(part.single), change(part.pair)
    if (single, pair) == (part.single, part.pair):
        return part
    return replace(part, single=single, pair=pair)


def _special(pieces: Template) -> bool:
    return bool(pieces) and all(isinstance(piece, SpecialPiece) for piece in pieces)


def _swapped(pieces: Template) -> Template:
    if len(pieces) < 2 or not (_special(pieces[:1]) or _special(pieces[-1:])):
        return pieces
    return (pieces[-1], *pieces[1:-1], pieces[0])


FAULT_MODELS = (
    specials_never_added,
    specials_always_added,
    first_special_twice,
    first_special_missing,
    last_special_missing,
    specials_swapped,
    no_separator,
)
