"""Added tokens beside one character of every kind, in long white space, and many in a row.

Of each kind of added token (its flags) a few stand for the others: with all of them these would be
millions.
"""

from collections.abc import Iterator
from functools import cache

from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.corpora.generators.targets.added import TWICE
from tokparity.corpora.generators.targets.characters import borders
from tokparity.corpora.generators.targets.kind import Kind, sound, texts
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_OF_EACH_KIND = 3
_LONG_RANGE = 600
_LONGEST = 60
_WHOLE = 20_000
"""Longer texts would be cut."""
_WHITE = (*range(0x09, 0x0E), *range(0x1C, 0x20), 0x85, 0x180E, *range(0x200B, 0x2010), 0x2060)
_RUNS = (2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000)
_APART = 513
_COUNTS = (3, 16, 17, 64, 65, 128, 129, 255, 256, 257, 512, 513, 1000, 1001, 1024, 1025, 4097)


def beside_classes(tokenizer: Tokenizer) -> Kind[str]:
    """Behind and before characters of every general category, and whatever may be white space."""
    contents, chars = _telling(tokenizer), characters()
    forms = ("{0}{1}", "{1}{0}", "a{0}{1}", "{1}{0}b")

    def target(number: int) -> str:
        number, form = divmod(number, len(forms))
        char, which = divmod(number, len(contents))
        return forms[form].format(chars[char], contents[which])

    size = len(forms) * len(chars) * len(contents)
    return Kind("added tokens beside classes", size, target, 6, (" ", "x", "\n"), 2.0, 2 * TWICE)


def beside_characters(tokenizer: Tokenizer) -> Kind[str]:
    """Between two of them each character that is no letter and no number, and the first and the
    last of every range of letters."""
    contents, chars = _telling(tokenizer), _no_letters()

    def target(number: int) -> str:
        left, right = (contents[(number + at) % len(contents)] for at in (0, 1))
        return left + chars[number] + right

    size = len(chars) if contents else 0
    return Kind("added tokens beside characters", size, target, 8, (" ", "\n"), 2.0, 2 * TWICE)


def in_long_space(tokenizer: Tokenizer) -> Kind[str]:
    """In runs of white space up to a thousand characters long, of one kind and mixed."""

    def forms() -> Iterator[str]:
        for content in _telling(tokenizer):
            for size in _RUNS:
                for run in (" " * size, "\n" * size, (" \t\n" * size)[:size]):
                    yield from (f"a{content}{run}b", f"a{run}{content}b")

    return texts(
        "added tokens in long space", forms(), pack=2, between=("a", "", ".\n"), sweeps=TWICE
    )


def in_a_row(tokenizer: Tokenizer) -> Kind[str]:
    """The shortest ones many times: close together up to 4,097 times, apart up to 513 times, since
    each text between costs llama.cpp up to a millisecond."""

    def forms() -> Iterator[str]:
        for content in sorted(_telling(tokenizer), key=len)[:2]:
            for count in _COUNTS:
                yield content * count
                if count <= _APART:
                    yield f"{content} " * count

    rows = (form for form in forms() if len(form) <= _WHOLE)
    return texts("added tokens in a row", rows, share=0.4, sweeps=TWICE)


def _telling(tokenizer: Tokenizer) -> list[str]:
    """A few contents of each combination of flags: the first, the last, and one between."""
    kinds: dict[tuple[bool, ...], list[str]] = {}
    for token in tokenizer.added_tokens:
        if 0 < len(token.content) <= _LONGEST and sound(token.content):
            kinds.setdefault(_flags(token), []).append(token.content)
    contents_by_place: dict[str, None] = {}
    for contents in kinds.values():
        steps = range(_OF_EACH_KIND)
        last = len(contents) - 1
        contents_by_place |= dict.fromkeys(
            contents[last * at // (_OF_EACH_KIND - 1)] for at in steps
        )
    return list(contents_by_place)


def _flags(token: AddedToken) -> tuple[bool, ...]:
    return token.single_word, token.lstrip, token.rstrip, token.normalized, token.special


@cache
def _no_letters() -> tuple[str, ...]:
    """The borders of all classes, and every character but letters, numbers and symbols, of which
    ranges of over 600 are left out."""
    points = dict.fromkeys(map(ord, borders()))
    for name in categories():
        if (name[0] not in "LNC" and name != "So") or name == "Cf":
            for low, high in code_points(name).ranges:
                points |= dict.fromkeys(range(low, high + 1) if high - low < _LONG_RANGE else ())
    return tuple(chr(point) for point in sorted(points) if sound(chr(point)))


@cache
def characters() -> tuple[str, ...]:
    """The first, a middle and the last range of each category by one character, and white space."""
    points = dict.fromkeys(_WHITE)
    for name in categories():
        ranges = code_points(name).ranges
        for low, high in {ranges[0], ranges[len(ranges) // 2], ranges[-1]}:
            points |= dict.fromkeys((low, high))
        if name.startswith("Z"):
            points |= dict.fromkeys(p for low, high in ranges for p in range(low, high + 1))
    chars = (chr(point) for point in sorted(points) if 0 <= point <= 0x10FFFF)
    return tuple(char for char in chars if sound(char))
