"""`CharDelimiterSplit` of tokenizer.json: what stands between a character."""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType
from tokparity.reference_impl.text.aligned import Aligned


@dataclass(frozen=True, slots=True)
class CharDelimiterSplit:
    """Cut at a character and drop it. Source: tokenizers 0.23.3 pre_tokenizers/delimiter.rs.

    >>> [piece.text for piece in CharDelimiterSplit("-").pre_tokenize([Aligned.of("-a--b")])]
    ['a', 'b']
    """

    delimiter: str

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        split = Split(Literal(self.delimiter), "Removed", invert=False)
        return split.pre_tokenize(pieces)


TYPE = StageType(
    "CharDelimiterSplit",
    CharDelimiterSplit,
    (Option("delimiter", Node.char, (" ", "e", "-", "\u2581", "\u4e16")),),
    sweep={"": {"delimiter": "▁"}},
)
