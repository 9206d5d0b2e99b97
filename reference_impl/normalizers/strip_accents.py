"""`StripAccents` of tokenizer.json: takes combining marks away, and decomposes nothing."""

from dataclasses import dataclass

from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import drop
from tokparity.reference_impl.unicode.classes import characters


@dataclass(frozen=True, slots=True)
class StripAccents:
    r"""Drop every combining mark (Mn, Mc, Me); "é" in one character keeps its accent.

    Source: tokenizers 0.23.3 normalizers/strip.rs.

    >>> StripAccents().normalize(Aligned.of("e\u0301é"))
    Aligned(text='eé', origin=(0, 2))

    Raises LostAlignment.
    """

    def normalize(self, text: Aligned) -> Aligned:
        return drop(text, characters("combining_mark"))


TYPE = StageType("StripAccents", StripAccents)
