"""The shapes ask for each field of the records that they are the shapes of, and for no other."""

from dataclasses import asdict

import pytest

from evaluation.pages.trial_shapes import HEAD, TRIAL
from evaluation.pages.trials import Event, Measured, NamedAs, Shrunk, Trial
from tokparity.reference_impl.contract import DecodeCase, case_to_json
from tokparity.reports.records.shapes import Misshapen

CASE = case_to_json(DecodeCase((1, 2)))
RECORD = Trial(
    *("m", "held-back", "v", "decoder", "qwen3", "BPE", "decode", "a", 0, 9, 8, 0.5, False),
    *(Event(1, 0.1), None, Event(2, 0.2)),
    shrunk=Shrunk(2, 3, 1, 40, 0.3, True, CASE),
    named=(NamedAs("unknown", "unknown", "", "f"),),
)
HEAD_OF = Measured(9, (0,), ("a",), {"l": "1"}, ("x",), {"q": 0}, ())


def as_read(record):
    """Tuples as the lists that JSON has."""
    if isinstance(record, dict):
        return {name: as_read(value) for name, value in record.items()}
    return [*map(as_read, record)] if isinstance(record, list | tuple) else record


def objects(value, path=()):
    """Every object in a record, but for the case, which has shapes of its own."""
    if isinstance(value, dict):
        yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in items:
        if isinstance(inner, dict | list) and name not in ("case", "versions", "false_alarms"):
            yield from objects(inner, (*path, name))


def at(record, path):
    for name in path:
        record = record[name]
    return record


@pytest.mark.parametrize(
    ("shape", "record"),
    [
        (TRIAL, asdict(RECORD)),
        (HEAD, {k: v for k, v in asdict(HEAD_OF).items() if k not in ("trials", "grouping")}),
    ],
    ids=["trial", "head"],
)
def test_each_field_is_asked_for_and_no_other(shape, record):
    shape(as_read(record), "")
    for path, value in objects(as_read(record)):
        for name in set(value) - {"characters"}:
            broken = as_read(record)
            del at(broken, path)[name]
            with pytest.raises(Misshapen, match="is missing"):
                shape(broken, "")
        broken = as_read(record)
        at(broken, path)["more"] = 1
        with pytest.raises(Misshapen, match="more: is not a known field"):
            shape(broken, "")


def test_characters_may_be_missing_but_not_wrong():
    older = as_read(asdict(RECORD))
    del older["characters"]
    TRIAL(older, "")
    with pytest.raises(Misshapen, match=r"^characters: -1 is negative"):
        TRIAL({**older, "characters": -1}, "")
