"""Characters at the borders of Unicode classes, and all of them, where their class shows."""

from collections.abc import Callable
from functools import cache

from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.corpora.generators.targets.class_contexts import PLAIN, Context
from tokparity.corpora.generators.targets.kind import Kind, texts

_ENDS = ("", "\n")
_LONG_RANGE = 600
_ONE_IN = 16


def edges(contexts: tuple[Context, ...]) -> Kind[str]:
    """The first and the last character of each range of each general category, and the neighbours
    outside, each in every telling context."""
    chars = borders()

    def target(number: int) -> str:
        at, which = divmod(number, len(contexts))
        before, after = contexts[which]
        return before + chars[at] + after

    return Kind("edges of classes", len(chars) * len(contexts), target, 20, (" ", "\n"))


def characters(contexts: tuple[Context, ...]) -> Kind[str]:
    """Every assigned character in the two most telling contexts; of ranges of over 600 alike (Han,
    Hangul) one in 16, and theirs in `others`."""
    chars = _few()
    first, *rest = contexts

    def target(number: int) -> str:
        char = chars[number]
        in_first = f"{first[0]}{char}{first[1]}"
        return f"{in_first} {rest[0][0]}{char}{rest[0][1]}" if rest else in_first

    share = 0.4 if contexts == (PLAIN,) else 2.0  # where no class shows, it is but the vocabulary
    return Kind("characters", len(chars), target, _row(target), (" ", "\n"), share)


def _row(target: Callable[[int], str]) -> int:
    """How many make about 150 characters."""
    return 150 // (len(target(0)) + 1)


def others(contexts: tuple[Context, ...]) -> Kind[str]:
    """What `characters` leaves out, in the most telling context."""
    before, after = contexts[0]
    chars = _many()
    return Kind(
        "other characters",
        len(chars),
        lambda number: f"{before}{chars[number]}{after}",
        40,
        (" ", "\n"),
        share=0.2,
    )


@cache
def white_space() -> Kind[str]:
    """White space of every kind, and what only looks like it, between and around words."""
    points = (*range(0x09, 0x0E), *range(0x1C, 0x21), 0x85, 0xA0, 0xAD, 0x1680, 0x180E)
    more = (*range(0x2000, 0x2010), 0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF, 0xFFA0)
    chars = [chr(point) for point in (*points, *more)]
    forms = ("a{0}b", "a{0}{0}b", "a{0} b", "a {0}b", "{0}a", "a{0}", "a{0}\nb", "{0}'s", ".{0}\n")
    forms_of_all = (form.format(char) for char in chars for form in forms)
    return texts("white space", forms_of_all, pack=4, between=("x", " ", "\n", "."))


@cache
def borders() -> tuple[str, ...]:
    """Every character at an end of a range of a general category, and its neighbour outside."""
    points = {
        point
        for name in categories()
        for low, high in code_points(name).ranges
        for point in (low - 1, low, high, high + 1)
    }
    return tuple(chr(point) for point in sorted(points) if _is_scalar(point))


@cache
def _ranges() -> tuple[tuple[int, int], ...]:
    names = [name for name in categories() if name not in ("Cn", "Co")]
    return tuple(sorted(span for name in names for span in code_points(name).ranges))


@cache
def _few() -> tuple[str, ...]:
    return tuple(
        chr(point)
        for low, high in _ranges()
        for point in range(low, high + 1, _ONE_IN if high - low > _LONG_RANGE else 1)
    )


@cache
def _many() -> tuple[str, ...]:
    return tuple(
        chr(point)
        for low, high in _ranges()
        if high - low > _LONG_RANGE
        for point in range(low, high + 1)
        if (point - low) % _ONE_IN
    )


def _is_scalar(point: int) -> bool:
    return 0 <= point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF
