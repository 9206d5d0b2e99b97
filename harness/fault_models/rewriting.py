"""Rewriting that nobody asked for: before the normalizer, or behind it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import regex

from tokparity.harness.fault_models.fault_model import Family
from tokparity.reference_impl.normalizers.replace import Replace
from tokparity.reference_impl.normalizers.sequence import Normalizer, Sequence
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def before(found: str, put: str) -> Callable[[Tokenizer], Tokenizer]:
    """What is written as `found` is `put` to the normalizer; "" takes it out."""
    return lambda tokenizer: _first(tokenizer, Replace(Literal(found), put))


def behind(found: str, put: str) -> Callable[[Tokenizer], Tokenizer]:
    """Where a normalizer leaves or makes `found`, `put` comes out. Only where there is one."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        if tokenizer.normalizer is None:
            return tokenizer
        both = Sequence((tokenizer.normalizer, Replace(Literal(found), put)))
        return replace(tokenizer, normalizer=both)

    return apply


def shorter_runs(char: str, most: int) -> Callable[[Tokenizer], Tokenizer]:
    """Of a longer run of a character so many are left."""
    sought = regex.compile(f"(?<={regex.escape(char)}{{{most}}}){regex.escape(char)}+")
    return lambda tokenizer: _first(tokenizer, _Without(sought))


def cut_off(characters: int) -> Callable[[Tokenizer], Tokenizer]:
    """Of a longer stretch of text the first characters are left: a buffer is full."""
    return lambda tokenizer: _first(tokenizer, _Beginning(characters))


def ended_by(char: str) -> Callable[[Tokenizer], Tokenizer]:
    """A stretch of text ends at this character, as a string of C does at NUL."""
    sought = regex.compile(regex.escape(char) + ".*", regex.DOTALL)
    return lambda tokenizer: _first(tokenizer, _Without(sought))


def _first(tokenizer: Tokenizer, part: Normalizer) -> Tokenizer:
    held = tokenizer.normalizer
    return replace(tokenizer, normalizer=part if held is None else Sequence((part, held)))


@dataclass(frozen=True, slots=True)
class _Without:
    """Takes out what a pattern finds."""

    sought: "regex.Pattern[str]"

    def normalize(self, text: Aligned) -> Aligned:
        content = text.text
        spans = [found.span() for found in self.sought.finditer(content)]
        if not spans:
            return text
        bounds = [0, *(at for span in spans for at in span), len(content)]
        kept = list(zip(bounds[::2], bounds[1::2], strict=True))
        origin = tuple(came for start, end in kept for came in text.origin[start:end])
        left = "".join(content[start:end] for start, end in kept)
        return Aligned(left, origin, text.begins)


@dataclass(frozen=True, slots=True)
class _Beginning:
    characters: int

    def normalize(self, text: Aligned) -> Aligned:
        return text if len(text) <= self.characters else text[: self.characters]


FAMILIES = (
    Family("text-rewritten", "normalizer", "takes {found!r} in a text for {put!r}", before),
    Family("normalized-rewritten", "normalizer", "writes {put!r} where {found!r} is due", behind),
    Family("runs-shortened", "normalizer", "leaves {most} of a run of {char!r}", shorter_runs),
    Family("text-cut-off", "normalizer", "sees {characters} characters of a text", cut_off),
    Family("text-ended", "normalizer", "ends a text at {char!r}", ended_by),
)
