"""`NFD` of tokenizer.json, with the Unicode version and alignment of `tokenizers`."""

from dataclasses import dataclass

from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.normalization import form


@dataclass(frozen=True, slots=True)
class NFD:
    """Canonical decomposition; the text itself where nothing changes.

    >>> NFD().normalize(Aligned.of("éx")).origin
    (0, 0, 1)

    Source: tokenizers 0.23.3 normalizers/unicode.rs, NFD.
    """

    def normalize(self, text: Aligned) -> Aligned:
        return form("canonical", composes=False).normalize(text)


TYPE = StageType("NFD", NFD)
