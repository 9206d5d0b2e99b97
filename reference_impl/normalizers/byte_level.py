"""`ByteLevel` as a normalizer: each character as the bytes of its UTF-8."""

from dataclasses import dataclass

from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import spelled


@dataclass(frozen=True, slots=True)
class ByteLevelNormalizer:
    """Spell the text in the byte-level alphabet; no prefix space, no cutting.

    Source: tokenizers 0.23.3 normalizers/byte_level.rs.

    >>> ByteLevelNormalizer().normalize(Aligned.of(" é")).text
    'ĠÃ©'

    Raises LostAlignment.
    """

    def normalize(self, text: Aligned) -> Aligned:
        return spelled(text)


TYPE = StageType("ByteLevel", ByteLevelNormalizer)
