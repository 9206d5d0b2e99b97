"""Normalizing what is normalized already changes nothing."""

from tokparity.harness.properties.property import INVARIANT, Breach, Property, Reading, Subject
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.normalizers.strip import StripNormalizer
from tokparity.reference_impl.stage_types import type_name

IDEMPOTENT = (NFC, NFD, NFKC, NFKD, Lowercase, StripNormalizer)
"""Alone: two of them in a row may need a second time (NFC, then Lowercase)."""


def _single(stage: Normalizer | None) -> Normalizer | None:
    match stage:
        case NormalizerSequence(()):
            return None
        case NormalizerSequence((part,)):
            return _single(part)
        case _:
            return stage


def _reading(subject: Subject) -> Reading:
    stage = _single(subject.tokenizer.normalizer)
    if stage is None:
        return Reading("none", "there is no normalizer")
    if isinstance(stage, IDEMPOTENT):
        return INVARIANT
    return Reading("observation", f"the normalizer {type_name(stage)} need not be")


def _changed(subject: Subject) -> tuple[int, list[Breach]]:
    count, found = 0, []
    for text in subject.texts:
        try:
            once = subject.tokenizer.normalize(text)
            twice = subject.tokenizer.normalize(once)
        except TokparityError:
            continue
        count += 1
        if twice != once:
            found.append(Breach(text, f"{once!r:.40}, then {twice!r:.40}"))
    return count, found


IDEMPOTENCE = Property(
    "normalizing twice", "a normalized text is its own normal form", _reading, _changed
)
