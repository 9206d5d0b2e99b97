"""`Sequence`: normalizers one after the other."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.growth import check_growth


class Normalizer(Protocol):
    """Rewrites text, keeping where each character came from."""

    def normalize(self, text: Aligned) -> Aligned: ...


@dataclass(frozen=True, slots=True)
class NormalizerSequence:
    """Each normalizer in turn, as `Sequence` in tokenizer.json.

    An empty sequence is the identity, and real files have one (DeepSeek). Source:
    tokenizers 0.23 normalizers/utils.rs. Raises TooLarge.
    """

    COMPONENT: ClassVar[str] = "Sequence"

    normalizers: tuple[Normalizer, ...]

    def normalize(self, text: Aligned) -> Aligned:
        length = len(text)
        for normalizer in self.normalizers:
            text = normalizer.normalize(text)
            check_growth(len(text) - length)
        return text
