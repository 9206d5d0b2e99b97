"""`Prepend` of tokenizer.json: a string before every text that is not empty."""

from dataclasses import dataclass

from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import begin


@dataclass(frozen=True, slots=True)
class Prepend:
    """Put a string before the text; its characters have the range of the first one.

    Whatever the text begins with: a second "▁" is put before a first. And an empty string
    is not nothing: it takes the range of the first character away, as that becomes one
    that was added to nothing. Source: tokenizers 0.23.3 tokenizer/normalizer.rs `prepend`.

    >>> Prepend("▁").normalize(Aligned.of("ab"))
    Aligned(text='▁ab', origin=(0, 0, 1))
    >>> Prepend("").normalize(Aligned.of("ab")).span(0, 1)
    (0, 0)
    """

    prepend: str

    def normalize(self, text: Aligned) -> Aligned:
        if not text.text:
            return text
        first, *others = text.origin
        if not self.prepend:
            first = ~begin(text)
        origin = (*[first] * len(self.prepend), first, *others)
        return Aligned(self.prepend + text.text, origin, text.begins)


TYPE = StageType(
    "Prepend",
    Prepend,
    (Option("prepend", Node.string, ("\u2581", "", " ", "ab", "e\u0301")),),
    array=("prepend",),
    sweep={},  # it looks at no character
)
