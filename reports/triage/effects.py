"""`effect_sentence`: what one side does to a decoded text that the other does not, in words."""

from tokparity.reference_impl.contract import Bytes, DecodeCase, Observation, Text
from tokparity.reports.records.finding import Sighting
from tokparity.reports.text.visible import visible

LONGEST = 24
"""Characters of a stretch that is told; of a longer one the title and the texts tell."""
CONTEXT = 12
"""Characters of what a stretch stands behind."""


def effect_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """A sentence, "" where two texts do not part in one short stretch; `at_left` says which side
    is to blame.

    >>> from types import SimpleNamespace
    >>> sides = {"left": Text("ab"), "right": Text("a b")}
    >>> effect_sentence(SimpleNamespace(case=DecodeCase((1,)), **sides), at_left=False)
    'It puts · behind a.'
    """
    if not isinstance(sighting.case, DecodeCase):
        return ""
    texts = _text(sighting.left), _text(sighting.right)
    got, expected = texts if at_left else texts[::-1]
    if got is None or expected is None or got == expected:
        return ""
    before = _alike(got, expected)
    behind = _alike(got[before:][::-1], expected[before:][::-1])
    more, less = (text[before : len(text) - behind] for text in (got, expected))
    if max(len(more), len(less)) > LONGEST:
        return ""
    if more and less:
        return f"It gives {visible(more)} in the place of {visible(less)}{_place(got, before)}."
    verb = "puts" if more else "leaves out"
    return f"It {verb} {visible(more or less)}{_place(got, before)}."


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
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
