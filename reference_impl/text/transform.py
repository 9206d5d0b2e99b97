"""Rewriting a text with its alignment, as `NormalizedString` does.

`transform` is the one way in which tokenizers 0.23 tokenizer/normalizer.rs changes text
(`transform_range` over the whole original), `drop` and `respell` are its `filter` and `map`.
Not a stage: the normalizers are made of these. `Replace` and `Prepend` go other ways.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.text.aligned import Aligned

Change = tuple[str, int]
"""A character of the result, and how many characters of the source it takes: 1 - change.

0 replaces one, 1 is new, -n also removes the n that follow.
"""


class LostAlignment(TokparityError):
    """The library panics: it looks for the origin of a character behind the end of the text.

    It leaves characters that came from nothing (`Replace` of "^") out of what a normalizer
    replaces when they begin a text, but not out of what it is replaced with.
    """

    def __init__(self, text: str) -> None:
        super().__init__(f"{text[:40]!r} begins with characters that came from nothing")
        self.text = text


def begins_with_nothing(text: Aligned) -> bool:
    """Whether the first character came from no original one, so that alignment goes astray."""
    return bool(text.text) and text.origin[0] < 0


def transform(text: Aligned, changes: Iterable[Change], removed: int = 0) -> Aligned:
    """Replace the text from its first character that came from something, `removed` left out first.

    >>> transform(Aligned.of("abc"), [("x", -1), ("y", 1), ("c", 0)])
    Aligned(text='xyc', origin=(0, 1, 2))

    Raises LostAlignment.
    """
    origin = text.origin
    first, last = _replaced(text)
    at = min(first + removed, last)
    chars: list[str] = []
    came: list[int] = []
    for char, change in changes:
        chars.append(char)
        if change > 0:
            came.append(origin[at - 1] if at else ~begin(text))
            continue
        if at >= len(origin):
            raise LostAlignment(text.text)
        came.append(origin[at])
        at = min(at + 1 - change, last)
    return Aligned(
        text.text[:first] + "".join(chars) + text.text[last:],
        (*origin[:first], *came, *origin[last:]),
        text.begins,
    )


def begin(text: Aligned) -> int:
    """Where the original of a text begins; 0 for an empty one that does not say."""
    if text.begins is not None:
        return text.begins
    return text.span(0, 1)[0] if text.text else 0


def _replaced(text: Aligned) -> tuple[int, int]:
    """`convert_offsets` of the whole original."""
    length = len(text)
    if not begins_with_nothing(text):
        return 0, length
    first = next((at for at, came in enumerate(text.origin) if came >= 0), None)
    if first is not None:
        return first, length
    start, end = text.span(0, length)
    return (0, 0) if text.begins is None and start == end else (length, length)


def drop(text: Aligned, dropped: AbstractSet[str]) -> Aligned:
    """The text without some characters; the same object where it has none.

    >>> drop(Aligned.of("abc"), {"b"})
    Aligned(text='ac', origin=(0, 2))

    Raises LostAlignment.
    """
    if begins_with_nothing(text):
        return transform(text, *_changes(text.text, dropped))
    if dropped.isdisjoint(text.text):
        return text
    pairs = zip(text.text, text.origin, strict=True)
    rest = [(char, came) for char, came in pairs if char not in dropped]
    return Aligned("".join(c for c, _ in rest), tuple(came for _, came in rest), text.begins)


def _changes(text: str, dropped: AbstractSet[str]) -> tuple[list[Change], int]:
    """What remains, each with how many were removed behind it, and how many were before it."""
    changes: list[Change] = []
    before = 0
    for char in text:
        if char not in dropped:
            changes.append((char, 0))
        elif changes:
            changes[-1] = changes[-1][0], changes[-1][1] - 1
        else:
            before += 1
    return changes, before


def respell(text: Aligned, table: Mapping[str, str]) -> Aligned:
    """Each character by one or more others; the same object where none is in the table.

    >>> respell(Aligned.of("abc"), {"b": "xy"})
    Aligned(text='axyc', origin=(0, 1, 1, 2))

    Raises LostAlignment.
    """
    if begins_with_nothing(text):
        return transform(
            text,
            [(c, min(n, 1)) for char in text.text for n, c in enumerate(table.get(char, char))],
        )
    if table.keys().isdisjoint(text.text):
        return text
    parts = [table.get(char, char) for char in text.text]
    pairs = zip(text.origin, parts, strict=True)
    origin = tuple(came for came, part in pairs for _ in part)
    return Aligned("".join(parts), origin, text.begins)
