"""`Split`: cut at every match of a pattern."""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.splitting import (
    BEHAVIORS,
    Behavior,
    cut,
    isolate,
    read_behavior,
    removing,
    segments,
)
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.regexes.tokenizer_json import read_pattern
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import FLAG, Option, StageType
from tokparity.reference_impl.text.aligned import Aligned


@dataclass(frozen=True, slots=True)
class Split:
    """Cut each piece at the matches of `pattern`, as `Split` in tokenizer.json.

    `invert` swaps matches and gaps *before* the behaviour looks at them: Removed
    with `invert` keeps the matches. Source: tokenizers 0.23 pre_tokenizers/split.rs.
    """

    pattern: Literal | Regex
    behavior: Behavior
    invert: bool

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return [part for piece in pieces for part in self._split(piece)]

    def _split(self, piece: Aligned) -> list[Aligned]:
        matches = self.pattern.spans(piece.text)
        if self.behavior == "Isolated":
            return isolate(piece, matches)
        parts = segments(matches, len(piece.text))
        if self.invert:
            parts = [(start, end, not is_match) for start, end, is_match in parts]
        return cut(piece, parts, self.behavior)


_PATTERNS = (
    {"String": " "},
    {"String": "e"},
    {"String": "an"},
    {"String": "\u25c1"},
    {"Regex": r"\s+"},
    {"Regex": r"\p{N}{1,3}| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"},
    {"Regex": r"(?i:'s|'t|'re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"},
    {"Regex": r"[A-Z]+|[aeiou]"},
    {"Regex": r"(?<=[.,!?])|\b"},
)
_CLASSES = (
    r"\s",
    r"\w",
    r"\d",
    r"\p{L}",
    r"\p{N}",
    r"\p{P}",
    r"\p{Han}",
    "[[:punct:]]",
    r"(?i)k|σ",
)
TYPE = StageType(
    "Split",
    Split,
    (
        Option("pattern", read_pattern, _PATTERNS),
        Option("behavior", read_behavior, BEHAVIORS),
        Option("invert", Node.boolean, FLAG),
    ),
    array=("type", "pattern", "behavior", "invert"),
    sweep={pattern: {"pattern": {"Regex": pattern}, "behavior": "Removed"} for pattern in _CLASSES},
    loses=removing,
)
