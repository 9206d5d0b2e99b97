"""Lower case: not made, always made, or made by a rule of whole words."""

from dataclasses import dataclass, replace

import regex

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_normalizers
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasic
from tokparity.reference_impl.normalizers.llama_wpm import LlamaWPM
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.sequence import Normalizer, Sequence
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def case_kept(tokenizer: Tokenizer) -> Tokenizer:
    """Capitals stay; whether accents go is as it was."""
    return change_normalizers(tokenizer, _kept)


def always_lower(tokenizer: Tokenizer) -> Tokenizer:
    """`lowercase` false is not looked at; whether accents go is as it was."""
    return change_normalizers(tokenizer, _lowered)


def final_sigma(tokenizer: Tokenizer) -> Tokenizer:
    """The last sigma of a word becomes "ς", as where whole words are made lower case."""
    return change_normalizers(tokenizer, _with_final_sigma)


def _kept(part: Normalizer) -> Normalizer | None:
    match part:
        case Lowercase():
            return None
        case BertNormalizer(lowercase=True) | BertBasic(lowercase=True):
            return replace(part, lowercase=False, strip_accents=part.strip_accents is not False)
        case LlamaWPM(lowercase=True):
            return replace(part, lowercase=False)
    return part


def _lowered(part: Normalizer) -> Normalizer:
    match part:
        case BertNormalizer(lowercase=False) | BertBasic(lowercase=False):
            return replace(part, lowercase=True, strip_accents=bool(part.strip_accents))
        case LlamaWPM(lowercase=False):
            return replace(part, lowercase=True)
    return part


def _with_final_sigma(part: Normalizer) -> Normalizer:
    match part:
        case Lowercase() | BertNormalizer(lowercase=True) | LlamaWPM(lowercase=True):
            return Sequence((_FinalSigma(), part))
    return part


_LETTER = regex.compile(r"\p{L}")


@dataclass(frozen=True, slots=True)
class _FinalSigma:
    """Σ behind a letter and before none becomes ς."""

    def normalize(self, text: Aligned) -> Aligned:
        content = text.text
        if "Σ" not in content:
            return text
        chars = [
            "ς"
            if char == "Σ"
            and _LETTER.fullmatch(content[at - 1 : at])
            and not _LETTER.fullmatch(content[at + 1 : at + 2])
            else char
            for at, char in enumerate(content)
        ]
        return Aligned("".join(chars), text.origin, text.begins)


FAULT_MODELS = (
    FaultModel("case-kept", "normalizer", "does not make lower case", case_kept),
    FaultModel(
        "always-lower-case",
        "normalizer",
        "makes lower case where the file says not to",
        always_lower,
        "ggml-org/llama.cpp#23899",
    ),
    FaultModel("final-sigma", "normalizer", "knows the final sigma in lower case", final_sigma),
)
