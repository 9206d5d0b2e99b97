"""What is cleaned out of a text or set apart in it: control characters, ideographs."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_normalizers
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasic
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import drop
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_CONTROLS = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0)))) - frozenset("\t\n\r")


def text_not_cleaned(tokenizer: Tokenizer) -> Tokenizer:
    """`clean_text` is taken for false."""
    return change_normalizers(tokenizer, _uncleaned)


def ideographs_together(tokenizer: Tokenizer) -> Tokenizer:
    """`handle_chinese_chars` is taken for false."""
    return change_normalizers(tokenizer, _together)


def controls_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """Control characters are taken out of a text that a tekken.json leaves as it is."""
    if not isinstance(tokenizer.detokenizer, Tekken) or tokenizer.normalizer is not None:
        return tokenizer
    return replace(tokenizer, normalizer=_WithoutControls())


def _uncleaned(part: Normalizer) -> Normalizer:
    if isinstance(part, BertNormalizer) and part.clean_text:
        return replace(part, clean_text=False)
    return part


def _together(part: Normalizer) -> Normalizer:
    if isinstance(part, BertNormalizer | BertBasic) and part.handle_chinese_chars:
        return replace(part, handle_chinese_chars=False)
    return part


@dataclass(frozen=True, slots=True)
class _WithoutControls:
    def normalize(self, text: Aligned) -> Aligned:
        return drop(text, _CONTROLS)


FAULT_MODELS = (
    FaultModel(
        "text-not-cleaned",
        "normalizer",
        "leaves control characters and kinds of white space as they are",
        text_not_cleaned,
    ),
    FaultModel(
        "ideographs-together",
        "normalizer",
        "does not set ideographs apart",
        ideographs_together,
    ),
    FaultModel(
        "controls-dropped",
        "normalizer",
        "drops control characters that nothing says to drop",
        controls_dropped,
        "huggingface/transformers#42589",
    ),
)
