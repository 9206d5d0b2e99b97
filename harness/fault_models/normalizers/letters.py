"""Letters: their case, their accents, and what is cleaned out or set apart between them."""

from dataclasses import dataclass, replace

import regex

from tokparity.harness.fault_models.fault_model import FaultModel, fault_model
from tokparity.harness.fault_models.stages import change_normalizers, with_options
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasicNormalizer
from tokparity.reference_impl.normalizers.llama_wpm import LlamaWPMNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.pre_tokenizers.bert_basic import BertBasicPreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import drop
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_LETTER = regex.compile(r"\p{L}")
_LATIN_1 = "\xff"
"""The last character of Latin-1: what a table of 256 letters still holds."""

_CONTROLS = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0)))) - frozenset("\t\n\r")


@fault_model("case-kept", "normalizer", "does not make lower case")
def case_kept(tokenizer: Tokenizer) -> Tokenizer:
    """Capitals stay; whether accents go is as it was."""
    return change_normalizers(tokenizer, _cased)


@fault_model(
    "always-lower-case",
    "normalizer",
    "makes lower case where the file says not to",
    "ggml-org/llama.cpp#23899",
)
def always_lower_case(tokenizer: Tokenizer) -> Tokenizer:
    """`lowercase` false is not looked at; whether accents go is as it was."""
    return change_normalizers(tokenizer, _lowered)


@fault_model("final-sigma", "normalizer", "writes a capital sigma that ends a word as ς")
def final_sigma(tokenizer: Tokenizer) -> Tokenizer:
    """The last sigma of a word becomes "ς", as where whole words are made lower case."""
    return change_normalizers(tokenizer, _with_final_sigma)


def _cased(part: Normalizer) -> Normalizer | None:
    match part:
        case Lowercase():
            return None
        case BertNormalizer(lowercase=True) | BertBasicNormalizer(lowercase=True):
            return replace(part, lowercase=False, strip_accents=part.strip_accents is not False)
        case LlamaWPMNormalizer(lowercase=True):
            return replace(part, lowercase=False)
    return part


def _lowered(part: Normalizer) -> Normalizer:
    match part:
        case BertNormalizer(lowercase=False) | BertBasicNormalizer(lowercase=False):
            return replace(part, lowercase=True, strip_accents=bool(part.strip_accents))
        case LlamaWPMNormalizer(lowercase=False):
            return replace(part, lowercase=True)
    return part


def _with_final_sigma(part: Normalizer) -> Normalizer:
    match part:
        case Lowercase() | BertNormalizer(lowercase=True) | LlamaWPMNormalizer(lowercase=True):
            return NormalizerSequence((_FinalSigma(), part))
    return part


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


@fault_model("accents-kept", "normalizer", "takes no accents off")
def accents_kept(tokenizer: Tokenizer) -> Tokenizer:
    """No accent is taken off."""
    return change_normalizers(tokenizer, _unstripped)


@fault_model(
    "accents-always-off",
    "normalizer",
    "takes accents off that are to stay",
    "ggml-org/llama.cpp#18756",
)
def accents_always_off(tokenizer: Tokenizer) -> Tokenizer:
    """`strip_accents` false is not looked at."""
    return change_normalizers(tokenizer, _stripped)


@fault_model(
    "accented-letters-lost",
    "normalizer",
    "drops letters beyond Latin-1 together with their accents",
    "ggml-org/llama.cpp#5496",
)
def accented_letters_lost(tokenizer: Tokenizer) -> Tokenizer:
    """Letters beyond Latin-1 that have an accent are dropped with it."""
    return change_normalizers(
        tokenizer,
        lambda part: NormalizerSequence((_WithoutAccented(), part)) if _strips(part) else part,
    )


def _strips(part: Normalizer) -> bool:
    match part:
        case BertNormalizer(lowercase=lowercase, strip_accents=strips):
            return lowercase if strips is None else strips
        case BertBasicNormalizer(lowercase=lowercase, strip_accents=strips):
            return lowercase if strips is None else strips
        case LlamaWPMNormalizer():
            return part.strip_accents
    return False


def _unstripped(part: Normalizer) -> Normalizer | None:
    if isinstance(part, StripAccents):
        return None
    if isinstance(part, BertNormalizer | BertBasicNormalizer | LlamaWPMNormalizer) and _strips(
        part
    ):
        return replace(part, strip_accents=False)
    return part


def _stripped(part: Normalizer) -> Normalizer:
    if isinstance(part, BertNormalizer | BertBasicNormalizer | LlamaWPMNormalizer) and not _strips(
        part
    ):
        return replace(part, strip_accents=True)
    return part


@dataclass(frozen=True, slots=True)
class _WithoutAccented:
    """Drops what has a canonical decomposition and is beyond Latin-1."""

    def normalize(self, text: Aligned) -> Aligned:
        return drop(
            text, {char for char in set(text.text) if char > _LATIN_1 and _falls_apart(char)}
        )


def _falls_apart(char: str) -> bool:
    return NFD().normalize(Aligned.of(char)).text != char


@fault_model(
    "controls-dropped",
    "normalizer",
    "drops control characters that nothing says to drop",
    "huggingface/transformers#42589",
)
def controls_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """Control characters are taken out of a text that a tekken.json leaves as it is."""
    if not isinstance(tokenizer.detokenizer, Tekken) or tokenizer.normalizer is not None:
        return tokenizer
    return replace(tokenizer, normalizer=_WithoutControls())


@dataclass(frozen=True, slots=True)
class _WithoutControls:
    def normalize(self, text: Aligned) -> Aligned:
        return drop(text, _CONTROLS)


@fault_model(
    "never-split-ignored",
    "normalizer",
    "takes [CLS] and other words of never_split apart, which are whole whatever is parsed",
)
def never_split_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """Words that BERT in Python leaves as they are written are rewritten and cut as others."""
    normalizer, cuts = tokenizer.normalizer, tokenizer.pre_tokenizer
    if not isinstance(normalizer, BertBasicNormalizer):
        return tokenizer
    if not isinstance(cuts, BertBasicPreTokenizer):
        return tokenizer
    return replace(
        tokenizer,
        normalizer=replace(normalizer, never_split=frozenset()),
        pre_tokenizer=replace(cuts, never_split=frozenset()),
    )


FAULT_MODELS = (
    never_split_ignored,
    case_kept,
    always_lower_case,
    final_sigma,
    accents_kept,
    accents_always_off,
    accented_letters_lost,
    FaultModel(
        "text-not-cleaned",
        "normalizer",
        "leaves control characters and kinds of white space as they are",
        with_options(change_normalizers, BertNormalizer, clean_text=False),
    ),
    FaultModel(
        "ideographs-together",
        "normalizer",
        "does not set ideographs apart",
        with_options(
            change_normalizers, BertNormalizer | BertBasicNormalizer, handle_chinese_chars=False
        ),
    ),
    controls_dropped,
)
