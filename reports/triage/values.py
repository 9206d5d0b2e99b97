"""Answers as the plain Python values that a script compares, and values as its source text.

Every literal is ASCII, on one line, and made by Python's own `ascii`: nothing that a text, a
token or a pattern holds can leave it.
"""

import re
from typing import Any, Literal

from tokparity.reference_impl.contract import (
    Bytes,
    Case,
    ChatCase,
    DecodeCase,
    Encoding,
    FullEncoding,
    Observation,
    Refusal,
    Rendered,
    StageCase,
    StageOutput,
    StreamCase,
    Streamed,
    Text,
    case_ids,
    case_texts,
)
from tokparity.reports.records.finding import Field

Aspect = Literal[
    "ids",
    "offsets",
    "text",
    "tokens",
    "type_ids",
    "words",
    "special_tokens_mask",
    "attention_mask",
    "overflowing",
    "rows",
    "parts",
    "row_ids",
    "row_texts",
    "row_pairs",
    "joined",
]
"""What of an answer is compared. Of a stage's rows: all, the ids, the texts, both, or the texts
as one."""

LONGEST = 2_000
"""Characters of a value in a script; of a longer one only what is around the first difference."""
BEFORE, AFTER = 4, 12
WINDOW = ("ids", "offsets", "tokens", "type_ids", "words", "special_tokens_mask", "attention_mask")


def aspect_of(case: Case, field: Field) -> Aspect:
    """What a script compares for a field of a divergence; for a refusal what would be answered.

    >>> aspect_of(DecodeCase((1,)), "refusal")
    'text'
    """
    if field != "refusal":
        return field
    match case:
        case DecodeCase():
            return "text"
        case StageCase():
            return "rows"
        case StreamCase():
            return "parts"
        case ChatCase():
            return "text"
        case _:
            return "ids"


def value(answer: Observation, aspect: Aspect, *, as_text: bool = False) -> Any:
    """What the script's own expression for the aspect gives.

    `as_text`: bytes by the U+FFFD rule, where the other side answers a text. ValueError where an
    answer has no such aspect.

    >>> value(Encoding((1, 2), ((0, 1), (1, 2))), "offsets")
    [(0, 1), (1, 2)]
    """
    match answer:
        case Refusal(kind, detail):
            return refused(detail.partition(":")[0] or kind)
        case Bytes(raw):
            return raw.decode("utf-8", "replace") if as_text else raw
        case Text(text):
            return text
        case StageOutput(rows):
            return _of_rows(rows, aspect)
        case Streamed(parts):
            return list(parts)
        case Rendered(text, ids):
            return list(ids or ()) if aspect == "ids" else text
        case FullEncoding() if aspect == "overflowing":
            return [_window(part) for part in answer.overflowing]
        case Encoding(offsets=None) if aspect == "offsets":
            raise ValueError("no offsets are reported")
        case Encoding() | FullEncoding() if hasattr(answer, aspect):
            return list(getattr(answer, aspect))
        case _:
            raise ValueError(f"no {aspect} is reported")


def refused(name: str) -> str:
    """How a script writes that a library raised an error of this name."""
    return f"refuses: {name}"


def _window(encoding: FullEncoding) -> list[Any]:
    return [list(getattr(encoding, name)) for name in WINDOW]


def _of_rows(rows: tuple[tuple[str | int | None, ...], ...], aspect: Aspect) -> Any:
    match aspect:
        case "row_ids":
            return [_at(row, 0) for row in rows]
        case "row_texts":
            return [_at(row, 1) for row in rows]
        case "row_pairs":
            return [row[:2] for row in rows]
        case "joined":
            return "".join(str(_at(row, 0)) for row in rows)
        case _:
            return list(rows)


def _at(row: tuple[str | int | None, ...], index: int) -> str | int | None:
    if index < len(row):
        return row[index]
    raise ValueError(f"a row of {len(row)}")


def window(index: int) -> slice:
    """What is shown of a long value: a little before the first difference, and some behind it."""
    start = max(0, index - BEFORE)
    return slice(start, index + AFTER)


def case_literal(case: Case, limit: int) -> str:
    """What a case asks, as source; of a long text its beginning.

    >>> from tokparity.reference_impl.contract import EncodeCase
    >>> case_literal(EncodeCase("a \u00b7\u0301"), 40), case_literal(DecodeCase((1, 2)), 40)
    ("'a \\\\xb7\\\\u0301'", '[1, 2]')
    """
    ids = case_ids(case)
    literals = [str(list(ids))] if ids else [ascii(text) for text in case_texts(case)]
    whole = ", ".join(literals) or "''"
    return whole if len(whole) <= limit else f"{whole[:limit]}…"


def text_literal(text: str | bytes) -> str:
    """A text as source; where something stands in it very often, as a product.

    >>> text_literal("b" + "a" * 5000)
    "'b' + 'a' * 5000"
    """
    if len(text) <= 200:
        return ascii(text)
    letters = text if isinstance(text, str) else text.decode("latin-1")
    parts: list[str] = []
    end = 0
    for found in re.finditer(r"(?s)(.{1,8}?)\1{30,}", letters):
        if found.start() > end:
            parts.append(ascii(text[end : found.start()]))
        unit = text[found.start() : found.end(1)]
        parts.append(f"{unit!a} * {len(found[0]) // len(unit)}")
        end = found.end()
    if end < len(text):
        parts.append(ascii(text[end:]))
    return " + ".join(parts)
