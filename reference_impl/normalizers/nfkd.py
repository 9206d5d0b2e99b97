"""`NFKD` of tokenizer.json, with the Unicode version and alignment of `tokenizers`."""

from dataclasses import dataclass

from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.normalization import form


@dataclass(frozen=True, slots=True)
class NFKD:
    """Compatibility decomposition; the text itself where nothing changes.

    >>> NFKD().normalize(Aligned.of("½"))
    Aligned(text='1⁄2', origin=(0, 0, 0))

    Source: tokenizers 0.23.3 normalizers/unicode.rs, NFKD.
    """

    def normalize(self, text: Aligned) -> Aligned:
        return form("compatibility", composes=False).normalize(text)


TYPE = StageType("NFKD", NFKD)
