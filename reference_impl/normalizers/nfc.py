"""`NFC` of tokenizer.json, with the Unicode version and alignment of `tokenizers`."""

from dataclasses import dataclass

from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.normalization import form


@dataclass(frozen=True, slots=True)
class NFC:
    r"""Canonical decomposition, then composition; the text itself where nothing changes.

    >>> NFC().normalize(Aligned.of("e\u0301x"))
    Aligned(text='éx', origin=(0, 2))

    Source: tokenizers 0.23.3 normalizers/unicode.rs, NFC.
    """

    def normalize(self, text: Aligned) -> Aligned:
        return form("canonical", composes=True).normalize(text)


TYPE = StageType("NFC", NFC)
