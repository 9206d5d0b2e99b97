"""`effect_sentence`: what one side does that the other does not, in words: to a decoded text, or to
the tokens of one."""

from collections.abc import Sequence
from typing import TypeVar

from tokparity.reference_impl.contract import Bytes, Encoding, Observation, Text
from tokparity.reports.records.finding import Sighting
from tokparity.reports.text.visible import harmless, visible

T = TypeVar("T", str, tuple[int, ...])
MOST = 4
"""Tokens that are told; of more the rows of tokens tell."""
LONGEST = 24
"""Characters of a stretch that is told; of a longer one the title and the texts tell."""
CONTEXT = 12
"""Characters of what a stretch stands behind."""


def effect_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """A sentence, "" where two answers do not part in one short stretch; `at_left` says which side
    is to blame.

    >>> from types import SimpleNamespace
    >>> effect_sentence(SimpleNamespace(left=Text("ab"), right=Text("a b")), at_left=False)
    'It puts · behind a.'
    """
    sides = (sighting.left, sighting.right) if at_left else (sighting.right, sighting.left)
    match sides:
        case Encoding(got), Encoding(expected):
            return _of_tokens(got, expected, sighting)
    got_text, expected_text = map(_text, sides)
    if got_text is None or expected_text is None:
        return ""
    return _of_texts(got_text, expected_text)


def _of_tokens(got: tuple[int, ...], expected: tuple[int, ...], sighting: Sighting) -> str:
    before, more, less = _parted(got, expected)
    if got == expected or max(len(more), len(less)) > MOST:
        return ""
    left, right = sighting.names

    def named(ids: Sequence[int]) -> str:
        names = (left.get(i) or right.get(i) or str(i) for i in ids)
        return " ".join(harmless(name[:LONGEST]) for name in names)

    place = f" behind {named(got[before - 1 : before])}" if before else ""
    if more and less:
        return f"It has {named(more)} where {named(less)} is due{place}."
    if not expected:
        return f"It has {named(more)} where no token is due."
    verb = "has a token too many" if more else "lacks"
    return f"It {verb}{':' * bool(more)} {named(more or less)}{place}."


def _of_texts(got: str, expected: str) -> str:
    before, more, less = _parted(got, expected)
    if got == expected or max(len(more), len(less)) > LONGEST:
        return ""
    if more and less:
        return f"It gives {visible(more)} in the place of {visible(less)}{_place(got, before)}."
    verb = "puts" if more else "leaves out"
    return f"It {verb} {visible(more or less)}{_place(got, before)}."


def _parted(got: T, expected: T) -> tuple[int, T, T]:
    """How much two begin with alike, and what each has between that and what they end with."""
    before = _alike(got, expected)
    behind = _alike(got[before:][::-1], expected[before:][::-1])
    return before, got[before : len(got) - behind], expected[before : len(expected) - behind]


def _alike(one: T, other: T) -> int:
    """How many characters, or ids, two begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _place(text: str, before: int) -> str:
    """Where in a text: behind what, or first of all."""
    if not before:
        return " at the beginning" if text else ""
    start = max(0, before - CONTEXT)
    return f" behind {'…' if start else ''}{visible(text[start:before])}"


def _text(answer: Observation) -> str | None:
    match answer:
        case Text(value):
            return value
        case Bytes(value):
            return value.decode("utf-8", "replace")
    return None
