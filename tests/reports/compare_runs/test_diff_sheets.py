from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import Encoding
from tokparity.reports.compare_runs.diff import diff
from tokparity.reports.compare_runs.diff_sheets import diff_sheets, diff_tables, verdict_line
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import RunArtefact
from tokparity.reports.text.sheets import json_lines

A, B, C = "a" * 16, "b" * 16, "c" * 16


@pytest.fixture
def compared(make_run, make_cell, sample_findings):
    """A finding came, one grew, one went; a model answers otherwise, one was asked otherwise."""
    kinds = ("Split", "NFC", "ByteLevel", "BertProcessing")
    split, nfc, lossy, bert = (
        next(f for f in sample_findings if f.signature.component == name) for name in kinds
    )
    first = split.sightings[0]
    other = replace(split, sightings=(replace(first, count=9, right=Encoding((7,))),))

    def cells(*digests):
        return [
            make_cell(name.upper(), name, asked=asked, answers=answers)
            for name, asked, answers in digests
        ]

    models = {"qwen3": "Qwen3"} | {name: name.upper() for name in "mnop"}
    artefacts = tuple(RunArtefact(name, model, "gguf", "") for name, model in models.items())
    old = make_run(
        [split, nfc, bert],
        cells(("m", A, B), ("n", A, B), ("o", A, B), ("p", None, None)),
        [],
        name="old",
        artefacts=artefacts,
        oracles={"x": "1"},
    )
    new = make_run(
        [other, lossy, bert],
        cells(("m", A, C), ("n", A, B), ("o", C, C), ("p", A, B)),
        [],
        name="new",
        artefacts=artefacts,
        oracles={"x": "2"},
    )
    return diff(read_run(old), read_run(new))


def test_the_last_line(compared):
    assert verdict_line(compared) == (
        "findings: 1 added, 1 removed, 1 changed, 1 unchanged; answers: changed in 2 of 3 "
        "models that were asked the same, 1 asked other cases, 1 cannot be told"
    )


def test_sheets_list_what_changed(compared):
    sheets = {sheet.name: sheet for sheet in diff_sheets(compared)}
    findings = sheets["Findings"].rows
    assert [row[0] for row in findings] == [
        ("added", "not looked at before"),
        ("changed", "cases", "artefacts", "sightings"),
        ("removed", "not looked at now"),
    ]
    assert findings[1][2:] == ("new", "819 → 9")
    assert sheets["Findings"].note == "1 more are unchanged"
    changed = {row[0]: row for row in sheets["Changed answers"].rows}
    assert changed.keys() == {"M", "Qwen3"}
    assert (changed["M"][1], changed["M"][-1]) == (1, ("m encode",))
    assert sheets["Cases answered otherwise"].rows[0][-1] == (
        "40 2776 220 4513 1774 at 0:1 1:3 3:4 4:7 7:9",
        "7",
    )
    assert sheets["Other versions"].rows == (("x", "1", "2"),)
    assert not sheets["Other files"].has_something_to_say


def test_a_program_gets_every_row(compared):
    tables = diff_tables(compared)
    assert set(tables["finding"]["change"]) == {"added", "removed", "changed", "unchanged"}
    assert tables["verdict"].to_dict("records") == [
        {
            "added": 1,
            "removed": 1,
            "changed": 1,
            "unchanged": 1,
            "changed_models": ["M", "Qwen3"],
        }
    ]
    assert len(list(json_lines(tables))) == 2 + 4 + 4 + 1 + 1 + 0 + 1


def test_a_run_with_itself(sample_run):
    same = diff(read_run(sample_run), read_run(sample_run))
    shown = {sheet.name: sheet for sheet in diff_sheets(same) if sheet.has_something_to_say}
    assert shown.keys() == {"Runs", "Findings", "Changed answers"}
    assert (shown["Findings"].rows, shown["Changed answers"].rows) == ((), ())
    assert verdict_line(same).startswith("findings: 0 added, 0 removed, 0 changed, 6 unchanged; ")
