"""Ranges that count in a wrong text: characters of the normalized one, or bytes."""

from dataclasses import dataclass

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_normalizers, change_pre_tokenizers
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevel
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class _Counted:
    """What a normalizer makes, as if nothing had become more or less."""

    inner: Normalizer

    def normalize(self, text: Aligned) -> Aligned:
        changed = self.inner.normalize(text)
        if not text.text or changed.text == text.text:
            return changed
        first = text.span(0, 1)[0]
        return Aligned(changed.text, range(first, first + len(changed)), text.begins)


@dataclass(frozen=True, slots=True)
class _Bytes:
    """Spelled bytes, one position each, from where the word begins."""

    inner: ByteLevel

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        spelled = self.inner.pre_tokenize(pieces)
        firsts = [piece.span(0, 1)[0] for piece in spelled]
        return [
            Aligned(piece.text, range(first, first + len(piece)))
            for piece, first in zip(spelled, firsts, strict=True)
        ]


def of_normalized_text(tokenizer: Tokenizer) -> Tokenizer:
    """Positions count what a normalizer left, not what it was given."""
    return change_normalizers(tokenizer, _Counted)


def of_bytes(tokenizer: Tokenizer) -> Tokenizer:
    """Each byte of a character has a position of its own."""
    return change_pre_tokenizers(
        tokenizer, lambda part: _Bytes(part) if isinstance(part, ByteLevel) else part
    )


FAULT_MODELS = (
    FaultModel(
        "ranges-of-normalized-text",
        "normalizer",
        "counts positions in the normalized text",
        of_normalized_text,
        "huggingface/tokenizers#663",
    ),
    FaultModel(
        "ranges-of-bytes",
        "pre_tokenizer",
        "counts positions in bytes within a word",
        of_bytes,
        "huggingface/tokenizers#156",
    ),
)
