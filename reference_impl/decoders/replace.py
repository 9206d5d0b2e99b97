"""`Replace` (decoder): what a pattern matches becomes something else."""

from dataclasses import dataclass

from tokparity.reference_impl.normalizers.replace import CONTENTS, PATTERNS
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.regexes.tokenizer_json import read_pattern
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType
from tokparity.reference_impl.text.growth import check_growth


@dataclass(frozen=True, slots=True)
class ReplaceDecoder:
    """Replace each match, in each piece by itself, by `content` as it stands.

    There are no references to groups. An empty match is a match, so an empty pattern puts
    `content` around every character; but nothing is found in an empty piece. Source:
    tokenizers 0.23 normalizers/replace.rs `decode_chain`, tokenizer/pattern.rs `find_matches`.
    Raises RegexLimit, TooLarge.

    >>> ReplaceDecoder(Literal("▁"), " ").decode(["▁a", "b▁"])
    [' a', 'b ']
    """

    pattern: Literal | Regex
    content: str

    def decode(self, pieces: list[str]) -> list[str]:
        return [piece and self._replaced(piece) for piece in pieces]

    def _replaced(self, piece: str) -> str:
        kept, done = [], 0
        matches = self.pattern.spans(piece)
        check_growth(len(matches) * len(self.content))
        for start, end in matches:
            kept += [piece[done:start], self.content]
            done = end
        return "".join([*kept, piece[done:]])


TYPE = StageType(
    "Replace",
    ReplaceDecoder,
    (Option("pattern", read_pattern, PATTERNS[1:-1]), Option("content", Node.string, CONTENTS)),
    array=("pattern", "content"),
)
