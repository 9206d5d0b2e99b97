"""White space in normalizers: runs kept or joined, not escaped, or known in ASCII only."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_normalizers
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGM
from tokparity.reference_impl.normalizers.replace import Replace
from tokparity.reference_impl.normalizers.sentencepiece import Sentencepiece
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.normalizers.strip import Strip
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_ASCII = " \t\n\v\f\r"


def extra_kept(tokenizer: Tokenizer) -> Tokenizer:
    """`remove_extra_whitespaces` is taken for false."""
    return change_normalizers(tokenizer, _keeping)


def extra_removed(tokenizer: Tokenizer) -> Tokenizer:
    """`remove_extra_whitespaces` is taken for true."""
    return change_normalizers(tokenizer, _removing)


def not_escaped(tokenizer: Tokenizer) -> Tokenizer:
    """Spaces do not become "▁"."""
    return change_normalizers(tokenizer, _plain)


def strip_of_ascii(tokenizer: Tokenizer) -> Tokenizer:
    """`Strip` leaves white space beyond ASCII at the ends."""
    return change_normalizers(
        tokenizer, lambda part: _AsciiStrip(part) if isinstance(part, Strip) else part
    )


def _keeping(part: Normalizer) -> Normalizer:
    match part:
        case Sentencepiece(remove_extra_whitespaces=True):
            return replace(part, remove_extra_whitespaces=False)
        case LlamaUGM(merge_spaces=True):
            return replace(part, merge_spaces=False, add_space_prefix=True)
    return part


def _removing(part: Normalizer) -> Normalizer:
    match part:
        case Sentencepiece(remove_extra_whitespaces=False):
            return replace(part, remove_extra_whitespaces=True)
        case LlamaUGM(merge_spaces=False):
            return replace(part, merge_spaces=True)
    return part


def _plain(part: Normalizer) -> Normalizer | None:
    match part:
        case Replace(Literal(" "), "▁"):
            return None
        case Sentencepiece(escape_whitespaces=True):
            return replace(part, escape_whitespaces=False)
        case LlamaUGM(space="▁"):
            return replace(part, space=" ")
    return part


@dataclass(frozen=True, slots=True)
class _AsciiStrip:
    strip: Strip

    def normalize(self, text: Aligned) -> Aligned:
        content = text.text
        start = len(content) - len(content.lstrip(_ASCII)) if self.strip.strip_left else 0
        end = len(content.rstrip(_ASCII)) if self.strip.strip_right else len(content)
        return text[start : max(start, end)]


FAULT_MODELS = (
    FaultModel(
        "extra-spaces-kept",
        "normalizer",
        "keeps runs of spaces that are to be one",
        extra_kept,
        "huggingface/transformers#6150",
    ),
    FaultModel(
        "extra-spaces-removed",
        "normalizer",
        "makes one of several spaces, and takes them off the ends",
        extra_removed,
    ),
    FaultModel("spaces-not-escaped", "normalizer", 'does not make "▁" of a space', not_escaped),
    FaultModel(
        "strip-of-ascii",
        "normalizer",
        "leaves white space beyond ASCII at the ends",
        strip_of_ascii,
    ),
)
