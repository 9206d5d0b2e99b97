"""`Split`: cut at every match of a pattern."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from reference_impl.pattern import CompiledPattern, compile_pattern
from reference_impl.pre_tokenizers.splitting import Behavior, cut, isolate, segments
from reference_impl.text import Aligned


@dataclass(frozen=True, slots=True)
class Literal:
    """A string pattern: matches from left to right, without overlap."""

    text: str

    def spans(self, text: str) -> list[tuple[int, int]]:
        return list(_occurrences(self.text, text))


def _occurrences(sought: str, text: str) -> Iterator[tuple[int, int]]:
    if not sought:  # as a regex it matches, empty, at every position
        yield from ((at, at) for at in range(len(text) + 1))
        return
    at = text.find(sought)
    while at >= 0:
        yield at, at + len(sought)
        at = text.find(sought, at + len(sought))


@dataclass(frozen=True, slots=True)
class Regex:
    """A regular expression in Oniguruma's syntax. Raises BadPattern where it does not compile."""

    source: str
    compiled: CompiledPattern = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "compiled", compile_pattern(self.source))

    def spans(self, text: str) -> list[tuple[int, int]]:
        return self.compiled.spans(text)


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
