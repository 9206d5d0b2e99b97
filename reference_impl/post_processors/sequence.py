"""`Sequence` (post-processor): post-processors one after the other."""

from dataclasses import dataclass
from typing import ClassVar

from tokparity.reference_impl.post_processors.tokens import PostProcessor, Tokens


@dataclass(frozen=True, slots=True)
class PostProcessorSequence:
    """Each post-processor in turn, on the *parts* the one before made.

    So a ByteLevel after a template sees the text as a part of its own, and its
    "first token" is the text's first. Source: tokenizers 0.23 processors/sequence.rs.
    """

    COMPONENT: ClassVar[str] = "Sequence"

    processors: tuple[PostProcessor, ...]

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        for processor in self.processors:
            parts = processor.process(parts, add_special)
        return parts

    def added(self, pair: bool) -> int:
        """The sum, whatever the later ones see."""
        return sum(processor.added(pair) for processor in self.processors)
