"""Accents: kept, taken although they are to stay, or lost with their letters."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_normalizers
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasic
from tokparity.reference_impl.normalizers.llama_wpm import LlamaWPM
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.sequence import Normalizer, Sequence
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import drop
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_LATIN_1 = "\xff"


def accents_kept(tokenizer: Tokenizer) -> Tokenizer:
    """No accent is taken off."""
    return change_normalizers(tokenizer, _kept)


def accents_always_off(tokenizer: Tokenizer) -> Tokenizer:
    """`strip_accents` false is not looked at."""
    return change_normalizers(tokenizer, _off)


def accented_letters_lost(tokenizer: Tokenizer) -> Tokenizer:
    """Letters beyond Latin-1 that have an accent are dropped with it."""
    return change_normalizers(
        tokenizer, lambda part: Sequence((_Lost(), part)) if _strips(part) else part
    )


def _strips(part: Normalizer) -> bool:
    match part:
        case BertNormalizer(lowercase=lowercase, strip_accents=strips):
            return lowercase if strips is None else strips
        case BertBasic(lowercase=lowercase, strip_accents=strips):
            return lowercase if strips is None else strips
        case LlamaWPM():
            return part.strip_accents
    return False


def _kept(part: Normalizer) -> Normalizer | None:
    if isinstance(part, StripAccents):
        return None
    if isinstance(part, BertNormalizer | BertBasic | LlamaWPM) and _strips(part):
        return replace(part, strip_accents=False)
    return part


def _off(part: Normalizer) -> Normalizer:
    if isinstance(part, BertNormalizer | BertBasic | LlamaWPM) and not _strips(part):
        return replace(part, strip_accents=True)
    return part


@dataclass(frozen=True, slots=True)
class _Lost:
    """Drops what has a canonical decomposition and is beyond Latin-1."""

    def normalize(self, text: Aligned) -> Aligned:
        return drop(
            text, {char for char in set(text.text) if char > _LATIN_1 and _falls_apart(char)}
        )


def _falls_apart(char: str) -> bool:
    return NFD().normalize(Aligned.of(char)).text != char


FAULT_MODELS = (
    FaultModel("accents-kept", "normalizer", "takes no accents off", accents_kept),
    FaultModel(
        "accents-always-off",
        "normalizer",
        "takes accents off that are to stay",
        accents_always_off,
        "ggml-org/llama.cpp#18756",
    ),
    FaultModel(
        "accented-letters-lost",
        "normalizer",
        "drops letters beyond Latin-1 together with their accents",
        accented_letters_lost,
        "ggml-org/llama.cpp#5496",
    ),
)
