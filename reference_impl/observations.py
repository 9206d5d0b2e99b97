"""Observations as JSON: one form for findings, regression cases and golden cases."""

from typing import Any

from reference_impl.contract import Bytes, Encoding, Observation, Refusal, Text


def observation_to_json(observation: Observation) -> dict[str, Any]:
    """A tagged object: {"ids", "offsets"} | {"text"} | {"bytes"} (hex) | {"refusal", "detail"}."""
    match observation:
        case Encoding(ids, offsets):
            return {"ids": list(ids), "offsets": offsets and [list(span) for span in offsets]}
        case Text(value):
            return {"text": value}
        case Bytes(value):
            return {"bytes": value.hex()}
        case Refusal(kind, detail):
            return {"refusal": kind, "detail": detail}


def observation_from_json(data: dict[str, Any]) -> Observation:
    """The inverse of `observation_to_json`."""
    if "ids" in data:
        offsets = data["offsets"]
        spans = None if offsets is None else tuple((start, end) for start, end in offsets)
        return Encoding(tuple(data["ids"]), spans)
    if "text" in data:
        return Text(data["text"])
    if "bytes" in data:
        return Bytes(bytes.fromhex(data["bytes"]))
    return Refusal(data["refusal"], data["detail"])
