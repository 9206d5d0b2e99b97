"""A tokenizer that does not normalize Unicode."""

from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.sequence import Normalizer, Sequence
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def no_normal_form(tokenizer: Tokenizer) -> Tokenizer:
    """Drops NFC, NFD, NFKC and NFKD; other normalizers stay."""
    kept = _without(tokenizer.normalizer)
    return tokenizer if kept == tokenizer.normalizer else replace(tokenizer, normalizer=kept)


def _without(normalizer: Normalizer | None) -> Normalizer | None:
    match normalizer:
        case NFC() | NFD() | NFKC() | NFKD():
            return None
        case Sequence(parts):
            kept = [left for part in parts if (left := _without(part)) is not None]
            return Sequence(tuple(kept))
    return normalizer


FAULT_MODELS = (FaultModel("no-nfc", "normalizer", "does not normalize Unicode", no_normal_form),)
