"""Special tokens out of plain text: what a library lets through, and that `safe_encode` stops."""

from tokparity.harness.properties.property import (
    INVARIANT,
    PLAIN,
    Breach,
    Property,
    Reading,
    Subject,
    each,
)
from tokparity.reference_impl.contract import Encoding, FullEncoding
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.safe_encoding import safe_encode

MOST = 200
"""Special tokens whose contents are tried, the first ones."""


def contents(subject: Subject) -> list[str]:
    """The names of special tokens as plain text, alone and between words."""
    pieces = subject.tokenizer.pieces()
    names = [
        pieces[token_id] for token_id in sorted(subject.special)[:MOST] if pieces.get(token_id)
    ]
    return [text for name in names for text in (name, f"a {name} b")]


def _injection(subject: Subject) -> Reading:
    if not subject.special:
        return Reading("none", "there is no special token")
    if subject.native is None:
        return Reading("none", "no library was asked")
    return Reading("observation", "what the library does with special tokens off")


def _injected(subject: Subject) -> tuple[int, list[Breach]]:
    assert subject.native is not None
    # What is too large for the reference could keep the library busy for minutes, each text anew.
    texts = [text for text, _ in subject.encoded]
    nothing, *answers = subject.native(["", *texts], PLAIN)
    always = set(nothing.ids) if isinstance(nothing, Encoding | FullEncoding) else set()  # padding
    count, found = 0, []
    for text, answer in zip(texts, answers, strict=True):
        if isinstance(answer, Encoding | FullEncoding):
            count += 1
            if given := (set(answer.ids) & subject.special) - always:
                found.append(Breach(text, f"gives the special token {min(given)}"))
    return count, found


INJECTION = Property(
    "no special token of plain text",
    "with special tokens off, the library gives none of them",
    _injection,
    _injected,
)


def _safe(subject: Subject) -> Reading:
    return INVARIANT if subject.special else Reading("none", "there is no special token")


def _unsafe(subject: Subject, text: str, encoding: Encoding) -> str | None:
    special = subject.special
    # Of the text itself: a template may leave the text out.
    harmless = special.isdisjoint(subject.alone.tokenize(text, parse_special=False).ids)
    try:
        safe = safe_encode(subject.alone, text, special)
    except TokparityError as error:
        # A text that would become a special token may be refused: then nothing is given.
        return f"is refused: {error}" if harmless else None
    if not special.isdisjoint(safe.ids):
        return f"gives the special token {min(special & set(safe.ids))}"
    if harmless and safe.ids != encoding.ids:
        return "gives other ids although there was no special token"
    return None


SAFE = Property(
    "safe encoding",
    "`safe_encode` gives no special token, and else what `encode` gives",
    _safe,
    each(_unsafe),
)
