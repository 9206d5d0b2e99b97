"""`Sequence`: normalizers one after the other."""

from collections.abc import Iterator
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


def each_of(normalizer: Normalizer | None) -> Iterator[Normalizer]:
    """The normalizers that a normalizer puts a text through, one behind the other.

    >>> [*each_of(NormalizerSequence((NormalizerSequence(()),)))], [*each_of(None)]
    ([], [])
    """
    if isinstance(normalizer, NormalizerSequence):
        for each in normalizer.normalizers:
            yield from each_of(each)
    elif normalizer is not None:
        yield normalizer
