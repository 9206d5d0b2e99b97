"""Characters that a normalizer does not know: they stay, and part what is around them."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import regex

from tokparity.harness.fault_models.fault_model import Family
from tokparity.harness.fault_models.parts import change_normalizers
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasic
from tokparity.reference_impl.normalizers.llama_wpm import LlamaWPM
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.precompiled import Precompiled
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_FORMS = NFC | NFD | NFKC | NFKD
_OTHERS = BertNormalizer | BertBasic | LlamaWPM | Lowercase | Precompiled | StripAccents


def spared(first: int, last: int) -> Callable[[Tokenizer], Tokenizer]:
    """Characters from code point `first` to `last` are in no table of a normalizer's."""
    sought = regex.compile(f"[{regex.escape(chr(first))}-{regex.escape(chr(last))}]+")

    def changed(part: Normalizer) -> Normalizer:
        return _Sparing(part, sought) if isinstance(part, _FORMS | _OTHERS) else part

    return lambda tokenizer: change_normalizers(tokenizer, changed)


def marks_in_parts(most: int) -> Callable[[Tokenizer], Tokenizer]:
    """Of a run of combining marks so many are put in order, and then so many again."""
    sought = regex.compile(rf"(?<=\P{{M}})\p{{M}}{{{most}}}(?=\p{{M}})")

    def changed(part: Normalizer) -> Normalizer:
        return _Buffered(part, sought) if isinstance(part, _FORMS) else part

    return lambda tokenizer: change_normalizers(tokenizer, changed)


@dataclass(frozen=True, slots=True)
class _Sparing:
    inner: Normalizer
    sought: "regex.Pattern[str]"

    def normalize(self, text: Aligned) -> Aligned:
        spans = [found.span() for found in self.sought.finditer(text.text)]
        if not spans:
            return self.inner.normalize(text)
        parts: list[Aligned] = []
        done = 0
        for start, end in (*spans, (len(text), len(text))):
            parts += (self.inner.normalize(text[done:start]), text[start:end])
            done = end
        return _joined(parts, text.begins)


@dataclass(frozen=True, slots=True)
class _Buffered:
    """Each full buffer is normalized without what follows it."""

    inner: Normalizer
    sought: "regex.Pattern[str]"

    def normalize(self, text: Aligned) -> Aligned:
        ends = [found.end() for found in self.sought.finditer(text.text)]
        if not ends:
            return self.inner.normalize(text)
        bounds = [0, *ends, len(text)]
        parts = [text[a:b] for a, b in pairwise(bounds)]
        return _joined([self.inner.normalize(part) for part in parts], text.begins)


def _joined(parts: list[Aligned], begins: int | None) -> Aligned:
    origin = tuple(came for part in parts for came in part.origin[: len(part)])
    return Aligned("".join(part.text for part in parts), origin, begins)


FAMILIES = (
    Family(
        "characters-spared",
        "normalizer",
        "leaves what is from code point {first} to {last} as it is",
        spared,
    ),
    Family(
        "marks-in-parts",
        "normalizer",
        "normalizes runs of combining marks in parts of {most}",
        marks_in_parts,
    ),
)
