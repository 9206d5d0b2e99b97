"""`NFKC` of tokenizer.json, with the Unicode version and alignment of `tokenizers`."""

from dataclasses import dataclass

from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.normalization import form


@dataclass(frozen=True, slots=True)
class NFKC:
    """Compatibility decomposition, then composition; the text itself where nothing changes.

    >>> NFKC().normalize(Aligned.of("ﬁx"))
    Aligned(text='fix', origin=(0, 0, 1))

    Source: tokenizers 0.23.3 normalizers/unicode.rs, NFKC.
    """

    def normalize(self, text: Aligned) -> Aligned:
        return form("compatibility", composes=True).normalize(text)


TYPE = StageType("NFKC", NFKC)
