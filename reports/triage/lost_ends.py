"""`lost_end_sentence`: that a side leaves out an end of each text which it gets wrong."""

from collections.abc import Mapping

from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    EncodeCase,
    Encoding,
    Observation,
    Text,
)
from tokparity.reports.records.finding import Beside, Sighting
from tokparity.reports.triage.effects import in_bytes

ENOUGH = 3
"""Texts of which an end must be missing, of two characters at least."""


def lost_end_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """A sentence, "" where it is not so; `at_left` says which side is to blame.

    Of a decoded text the first character may be missing, of one that is encoded the last: what is
    missing at the other ends has other reasons.
    """
    case, rows = sighting.case, sighting.beside
    small = Beside(case, sighting.left, sighting.right)
    texts = [
        (_text(row.left, sighting.names[0]), _text(row.right, sighting.names[1]))
        for row in (small, *rows)
    ]
    wrong = [(pair if at_left else pair[::-1]) for pair in texts if pair[0] != pair[1]]
    if not all(due for _, due in wrong) or len({due for _, due in wrong}) < ENOUGH:
        return ""
    ends = {due and (due[-1] if isinstance(case, EncodeCase) else due[0]) for _, due in wrong}
    if len(ends) < 2:
        return ""
    if isinstance(case, DecodeCase) and all(got == due[1:] for got, due in wrong if due):
        return "It leaves out the first character of the text, whatever that is."
    if isinstance(case, EncodeCase) and all(got == due[:-1] for got, due in wrong if due):
        but = ", but not of each text: see the rows that are alike"
        return f"It leaves out the last character{but * any(row.is_alike for row in rows)}."
    return ""


def _text(answer: Observation, names: Mapping[int, str | None]) -> str | None:
    """A text, or what the pieces of one spell."""
    match answer:
        case Text(value):
            return value
        case Bytes(value):
            return value.decode("utf-8", "replace")
        case Encoding(ids):
            pieces = (in_bytes(names.get(i) or f"<{i}>") for i in ids)
            return b"".join(pieces).decode("utf-8", "replace")
    return None
