"""`Lowercase` of tokenizer.json: every character alone."""

from dataclasses import dataclass

from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import respell
from tokparity.reference_impl.unicode.lower_case import lower_case


@dataclass(frozen=True, slots=True)
class Lowercase:
    """Lowercase each character alone, by Rust's `char::to_lowercase`.

    Not `str.lower`, which sees context: it turns the final sigma of "ΑΣ" into "ς".
    Source: tokenizers 0.23.3 tokenizer/normalizer.rs `lowercase`.

    >>> Lowercase().normalize(Aligned.of("ΑΣİ"))
    Aligned(text='ασi̇', origin=(0, 1, 2, 2))

    Raises LostAlignment.
    """

    def normalize(self, text: Aligned) -> Aligned:
        return respell(text, lower_case())


TYPE = StageType("Lowercase", Lowercase)
