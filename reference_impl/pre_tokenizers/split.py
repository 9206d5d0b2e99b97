"""`Split`: cut at every match of a pattern."""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.splitting import Behavior, cut, isolate, segments
from tokparity.reference_impl.regexes.search import Literal, Regex
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
