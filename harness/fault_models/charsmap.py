"""The rewrite rules of sentencepiece: not applied, or to single characters only."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_normalizers
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGM
from tokparity.reference_impl.normalizers.precompiled import Precompiled
from tokparity.reference_impl.normalizers.sentencepiece import Sentencepiece
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.normalizers.xcda import Xcda
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def ignored(tokenizer: Tokenizer) -> Tokenizer:
    """No rule is applied."""
    return change_normalizers(tokenizer, _without)


def characters_only(tokenizer: Tokenizer) -> Tokenizer:
    """Rules of several characters are not found: what reading character by character gives."""
    return change_normalizers(tokenizer, _single)


def _without(part: Normalizer) -> Normalizer | None:
    match part:
        case Precompiled():
            return None
        case Sentencepiece() if part.charsmap is not None:
            return replace(part, charsmap=None)
        case LlamaUGM() if part.charsmap.units:
            return replace(part, charsmap=Xcda())
    return part


def _single(part: Normalizer) -> Normalizer:
    return _EachCharacter(part) if isinstance(part, Precompiled) else part


@dataclass(frozen=True, slots=True)
class _EachCharacter:
    rules: Precompiled

    def normalize(self, text: Aligned) -> Aligned:
        return text.replace_each(lambda char: self.rules.normalize(Aligned.of(char)).text)


FAULT_MODELS = (
    FaultModel("charsmap-ignored", "normalizer", "does not apply the charsmap", ignored),
    FaultModel(
        "charsmap-of-characters",
        "normalizer",
        "finds no rule of the charsmap that is for several characters",
        characters_only,
        "huggingface/tokenizers#2116",
    ),
)
