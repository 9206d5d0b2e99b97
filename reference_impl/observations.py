"""Observations as JSON: one form for findings, regression cases, golden cases and workers."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, get_args

from tokparity.reference_impl.contract import (
    Bytes,
    Encoding,
    FullEncoding,
    Observation,
    Refusal,
    RefusalKind,
    Rendered,
    StageOutput,
    Streamed,
    Text,
)

FULL_COLUMNS = tuple(one.name for one in fields(FullEncoding) if one.name != "overflowing")
"""What a full encoding has an entry a token of."""


def observation_to_json(observation: Observation) -> dict[str, Any]:
    """A tagged object: {"ids", "offsets"} | {"text"} | {"bytes"} (hex) | {"refusal", "detail"} |
    {"full"} (a list a column, and the windows cut off) | {"rows"} | {"parts"} |
    {"rendered", "ids"}."""
    match observation:
        case Encoding(ids, offsets):
            return {"ids": list(ids), "offsets": offsets and [list(span) for span in offsets]}
        case FullEncoding():
            return {"full": full_to_json(observation)}
        case StageOutput(rows):
            return {"rows": [list(row) for row in rows]}
        case Streamed(parts):
            return {"parts": list(parts)}
        case Rendered(text, ids):
            return {"rendered": text, "ids": None if ids is None else list(ids)}
        case Text(value):
            return {"text": value}
        case Bytes(value):
            return {"bytes": value.hex()}
        case Refusal(kind, detail):
            return {"refusal": kind, "detail": detail}


def observation_from_json(data: dict[str, Any]) -> Observation:
    """The inverse of `observation_to_json`; KeyError, TypeError or ValueError for what is none."""
    if "full" in data:
        return full_from_json(data["full"])
    if "rows" in data:
        return StageOutput(_rows(data["rows"]))
    if "parts" in data:
        parts = tuple(data["parts"])
        _check((part for part in parts if part is not None), str)
        return Streamed(parts)
    if "rendered" in data:
        text, ids = data["rendered"], data["ids"]
        _check((text,) if text is not None else (), str)
        _check(ids or (), int)
        return Rendered(text, None if ids is None else tuple(ids))
    if "ids" in data:
        offsets = data["offsets"]
        spans = None if offsets is None else tuple((start, end) for start, end in offsets)
        _check(data["ids"], int)
        _check((at for span in spans or () for at in span), int)
        return Encoding(tuple(data["ids"]), spans)
    if "text" in data:
        _check((data["text"],), str)
        return Text(data["text"])
    if "bytes" in data:
        return Bytes(bytes.fromhex(data["bytes"]))
    if data["refusal"] not in get_args(RefusalKind):
        raise ValueError(f"{data['refusal']!r:.40} is no kind of refusal")
    _check((data["detail"],), str)
    return Refusal(data["refusal"], data["detail"])


def full_to_json(encoding: FullEncoding) -> dict[str, Any]:
    """{"ids": [...], "offsets": [[start, end], ...], …, "overflowing": [the same, ...]}."""
    columns: dict[str, Any] = {name: list(getattr(encoding, name)) for name in FULL_COLUMNS}
    columns["offsets"] = [list(span) for span in encoding.offsets]
    return columns | {"overflowing": [full_to_json(one) for one in encoding.overflowing]}


def full_from_json(data: dict[str, Any]) -> FullEncoding:
    """The inverse of `full_to_json`; KeyError, TypeError or ValueError for what is none."""
    columns: dict[str, Any] = {name: tuple(data[name]) for name in FULL_COLUMNS}
    columns["offsets"] = tuple((start, end) for start, end in data["offsets"])
    if {len(column) for column in columns.values()} != {len(columns["ids"])}:
        raise ValueError("columns of different lengths")
    _check(columns["tokens"], str)
    _check((word for word in columns["words"] if word is not None), int)
    _check((at for span in columns["offsets"] for at in span), int)
    for name in ("ids", "type_ids", "special_tokens_mask", "attention_mask"):
        _check(columns[name], int)
    return FullEncoding(
        **columns, overflowing=tuple(full_from_json(one) for one in data["overflowing"])
    )


def _rows(rows: Any) -> tuple[tuple[str | int | None, ...], ...]:
    found = tuple(tuple(row) for row in rows)
    _check((cell for row in found for cell in row if not isinstance(cell, str | None)), int)
    return found


def _check(values: Iterable[Any], kind: type) -> None:
    found = list(values)
    if set(map(type, found)) - {kind}:
        wrong = next(value for value in found if type(value) is not kind)
        raise TypeError(f"{wrong!r:.40} is no {kind.__name__}")
