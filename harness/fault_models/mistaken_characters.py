"""Characters of a range that a pre-tokenizer takes for another: for a letter, a digit, a space.

It is shown that one in their place, and what it cuts is cut out of the text as it is: so every
kind of pattern and of table can be wrong about a character. Not here: whole classes
(`unicode_classes`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import regex

from tokparity.harness.fault_models.fault_model import Family
from tokparity.harness.fault_models.parts import change_pre_tokenizers
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevel
from tokparity.reference_impl.pre_tokenizers.metaspace import Metaspace
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, Sequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def seen_as(first: int, last: int, other: str) -> Callable[[Tokenizer], Tokenizer]:
    """Characters from code point `first` to `last` are judged as if they were `other`."""
    sought = regex.compile(f"[{regex.escape(chr(first))}-{regex.escape(chr(last))}]")

    def changed(part: PreTokenizer) -> PreTokenizer:
        match part:
            case ByteLevel(use_regex=True, add_prefix_space=False):
                words = Split(Regex(GPT2.pattern), "Isolated", invert=False)
                spells = replace(part, use_regex=False)
                return Sequence((_Mistaken(words, sought, other), spells))
            case ByteLevel() | Metaspace():  # these write what they do not cut
                return part
        return _Mistaken(part, sought, other)

    return lambda tokenizer: change_pre_tokenizers(tokenizer, changed)


@dataclass(frozen=True, slots=True)
class _Mistaken:
    """`inner` only cuts and leaves out."""

    inner: PreTokenizer
    sought: "regex.Pattern[str]"
    other: str

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        if not any(self.sought.search(piece.text) for piece in pieces):
            return self.inner.pre_tokenize(pieces)
        cut: list[Aligned] = []
        for piece in pieces:
            shown = Aligned(self.sought.sub(self.other, piece.text), range(len(piece)))
            for part in self.inner.pre_tokenize([shown]):
                at = part.origin[0] if part.text else 0
                cut.append(piece[at : at + len(part)])
        return cut


FAMILIES = (
    Family(
        "characters-mistaken",
        "pre_tokenizer",
        "takes what is from code point {first} to {last} for {other!r}",
        seen_as,
    ),
)
