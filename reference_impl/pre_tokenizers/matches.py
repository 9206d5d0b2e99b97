"""`Matches`: keep what a pattern matches, drop the rest, as tiktoken splits."""

from dataclasses import dataclass, field

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.regexes.rust import RustPattern, compile_pattern
from tokparity.reference_impl.text.aligned import Aligned


class EmptyMatch(TokparityError):
    """The pattern matched nothing at some place: tiktoken panics on the empty piece.

    `position` is in characters of the stretch.
    """

    def __init__(self, pattern: str, position: int) -> None:
        super().__init__(f"pattern {pattern!r} matches the empty text at character {position}")
        self.pattern, self.position = pattern, position


@dataclass(frozen=True, slots=True)
class Matches:
    """Cut each piece into the matches of `pattern`; text between two matches is *lost*.

    Unlike `Split` of tokenizer.json, which keeps it. Raises RegexLimit, EmptyMatch.
    Source: tiktoken 0.14 src/lib.rs `CoreBPE::encode` (`regex.find_iter`).

    >>> [piece.text for piece in Matches("[a-z]+").pre_tokenize([Aligned.of("ab-c")])]
    ['ab', 'c']
    """

    pattern: str
    compiled: RustPattern = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "compiled", compile_pattern(self.pattern))

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        found = []
        for piece in pieces:
            text, origin = piece.text, piece.origin
            for start, end in self.compiled.spans(text):
                if start == end:
                    raise EmptyMatch(self.pattern, start)
                found.append(Aligned(text[start:end], origin[start:end]))
        return found
