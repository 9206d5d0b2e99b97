"""Unicode normal forms: none at all, one for another, in a wrong unit, or cut off."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Change, FaultModel, fault_model
from tokparity.harness.fault_models.stages import change_normalizers
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Form = type[NFC] | type[NFD] | type[NFKC] | type[NFKD]


@fault_model(
    "no-normalizer", "normalizer", "does not normalize at all", "huggingface/swift-transformers#96"
)
def no_normalizer(tokenizer: Tokenizer) -> Tokenizer:
    """The text goes to the pre-tokenizer as it is."""
    return tokenizer if tokenizer.normalizer is None else replace(tokenizer, normalizer=None)


@fault_model("no-nfc", "normalizer", "does not normalize Unicode")
def no_nfc(tokenizer: Tokenizer) -> Tokenizer:
    """Drops NFC, NFD, NFKC and NFKD; other normalizers stay."""
    rest = _without(tokenizer.normalizer)
    return tokenizer if rest == tokenizer.normalizer else replace(tokenizer, normalizer=rest)


@fault_model("nfc-unasked", "normalizer", "makes NFC of a text, which the file does not ask for")
def nfc_unasked(tokenizer: Tokenizer) -> Tokenizer:
    """A file that cuts words, and has no normalizer, has one."""
    is_plain = tokenizer.normalizer is None and tokenizer.pre_tokenizer is not None
    return replace(tokenizer, normalizer=NFC()) if is_plain else tokenizer


def _without(normalizer: Normalizer | None) -> Normalizer | None:
    match normalizer:
        case NFC() | NFD() | NFKC() | NFKD():
            return None
        case NormalizerSequence(parts):
            rest = (_without(part) for part in parts)
            return NormalizerSequence(tuple(part for part in rest if part is not None))
    return normalizer


def form_for(wrong: Form, right: Form) -> Change:
    """The change that puts one form in the place of another."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        return change_normalizers(
            tokenizer, lambda part: wrong() if isinstance(part, right) else part
        )

    return apply


@dataclass(frozen=True, slots=True)
class _FormOfEach:
    """A form of each character alone: nothing is composed or reordered."""

    form: Normalizer

    def normalize(self, text: Aligned) -> Aligned:
        return text.replace_each(lambda char: self.form.normalize(Aligned.of(char)).text)


@dataclass(frozen=True, slots=True)
class _CutOff:
    """A form as long as the text was: what grows pushes the end out."""

    form: Normalizer

    def normalize(self, text: Aligned) -> Aligned:
        return self.form.normalize(text)[: len(text)]


@fault_model("normal-form-of-characters", "normalizer", "normalizes each character by itself")
def normal_form_of_characters(tokenizer: Tokenizer) -> Tokenizer:
    """Characters are normalized one by one."""
    return change_normalizers(
        tokenizer,
        lambda part: _FormOfEach(part) if isinstance(part, NFC | NFD | NFKC | NFKD) else part,
    )


@fault_model(
    "normal-form-cut-off",
    "normalizer",
    "cuts a text that grows by normalization to the length it had",
    "guillaume-be/rust-tokenizers#57",
)
def normal_form_cut_off(tokenizer: Tokenizer) -> Tokenizer:
    """The length is taken before normalization."""
    return change_normalizers(
        tokenizer, lambda part: _CutOff(part) if isinstance(part, NFD | NFKC | NFKD) else part
    )


FAULT_MODELS = (
    no_normalizer,
    no_nfc,
    nfc_unasked,
    FaultModel(
        "nfc-for-nfkc", "normalizer", "makes NFC where NFKC is asked for", form_for(NFC, NFKC)
    ),
    FaultModel(
        "nfkc-for-nfc", "normalizer", "makes NFKC where NFC is asked for", form_for(NFKC, NFC)
    ),
    FaultModel("nfd-for-nfc", "normalizer", "makes NFD where NFC is asked for", form_for(NFD, NFC)),
    FaultModel("nfc-for-nfd", "normalizer", "makes NFC where NFD is asked for", form_for(NFC, NFD)),
    normal_form_of_characters,
    normal_form_cut_off,
)
