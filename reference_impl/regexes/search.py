"""What a split or a replacement looks for: a string, or a pattern in Oniguruma's syntax."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tokparity.reference_impl.regexes.oniguruma import CompiledPattern, compile_pattern


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
