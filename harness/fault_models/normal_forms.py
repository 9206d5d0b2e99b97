"""Unicode normal forms: one for another, in a wrong unit, or cut off."""

from collections.abc import Callable
from dataclasses import dataclass

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_normalizers
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Form = type[NFC] | type[NFD] | type[NFKC] | type[NFKD]


def form_for(wrong: Form, right: Form) -> Callable[[Tokenizer], Tokenizer]:
    """The change that puts one form in the place of another."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        return change_normalizers(
            tokenizer, lambda part: wrong() if isinstance(part, right) else part
        )

    return apply


@dataclass(frozen=True, slots=True)
class _EachCharacter:
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


def each_character(tokenizer: Tokenizer) -> Tokenizer:
    """Characters are normalized one by one."""
    return change_normalizers(
        tokenizer,
        lambda part: _EachCharacter(part) if isinstance(part, NFC | NFD | NFKC | NFKD) else part,
    )


def cut_off(tokenizer: Tokenizer) -> Tokenizer:
    """The length is taken before normalization."""
    return change_normalizers(
        tokenizer, lambda part: _CutOff(part) if isinstance(part, NFD | NFKC | NFKD) else part
    )


FAULT_MODELS = (
    FaultModel(
        "nfc-for-nfkc", "normalizer", "makes NFC where NFKC is asked for", form_for(NFC, NFKC)
    ),
    FaultModel(
        "nfkc-for-nfc", "normalizer", "makes NFKC where NFC is asked for", form_for(NFKC, NFC)
    ),
    FaultModel("nfd-for-nfc", "normalizer", "makes NFD where NFC is asked for", form_for(NFD, NFC)),
    FaultModel("nfc-for-nfd", "normalizer", "makes NFC where NFD is asked for", form_for(NFC, NFD)),
    FaultModel(
        "normal-form-of-characters",
        "normalizer",
        "normalizes each character by itself",
        each_character,
    ),
    FaultModel(
        "normal-form-cut-off",
        "normalizer",
        "cuts a text that grows by normalization to the length it had",
        cut_off,
        "guillaume-be/rust-tokenizers#57",
    ),
)
