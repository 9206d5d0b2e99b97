import json
from dataclasses import replace

import pytest

from tokparity.reports.records.errors import BadRecord
from tokparity.reports.records.properties import (
    PropertyRecord,
    property_lines,
    property_sheet,
    read_properties,
    write_properties,
)
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.summary.verdict import headline
from tokparity.reports.views.write import write_views

INVARIANT = PropertyRecord("gpt2", "offsets", "in order", "invariant", "", 300, 0, None, None)
SEEN = replace(
    INVARIANT, name="round trip", reading="observation", why="NFC", broken=7, text="e\u0301"
)
NONE = replace(
    INVARIANT, name="normalizing twice", reading="none", why="no normalizer", tried_texts=0
)
BROKEN = replace(INVARIANT, broken=2, text="<b>\u202e", breach="token 0 has the range 0:9")


def test_records_are_read_back(tmp_path):
    records = (INVARIANT, SEEN, NONE, replace(BROKEN, text="\ud800"))
    write_properties(tmp_path, records)
    assert read_properties(tmp_path) == records
    assert [path.name for path in tmp_path.iterdir()] == ["properties.jsonl"]


def test_a_run_that_did_not_try_them_has_none(tmp_path):
    assert read_properties(tmp_path) == ()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"reading": "guess"}, "reading: 'guess' is not one of law, observation, none"),
        ({"broken": -1}, "broken: -1 is negative"),
        ({"more": 1}, "more: is not a known field"),
        ({"schema_version": 2}, "schema_version: 2 is newer than 1: update tokparity"),
    ],
    ids=["reading", "negative", "more", "newer"],
)
def test_what_is_no_record_is_said(tmp_path, change, said):
    write_properties(tmp_path, [INVARIANT])
    path = tmp_path / "properties.jsonl"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(BadRecord) as told:
        read_properties(tmp_path)
    assert str(told.value) == f"{path}:1: {said}"


def test_no_json_is_said(tmp_path):
    (tmp_path / "properties.jsonl").write_text("{")
    with pytest.raises(BadRecord, match="1: line: not a JSON object"):
        read_properties(tmp_path)


def test_a_line_an_artefact_and_one_a_broken_law():
    other = replace(INVARIANT, artefact="llama2")
    unasked = replace(SEEN, name="injection", tried_texts=0, broken=0)
    head, none = "properties of gpt2:", "injection: nothing could be asked"
    assert property_lines([INVARIANT, SEEN, NONE, unasked, other]) == [
        f"{head} invariants: 1 of 1 held; observations: round trip: not for 7 of 300 texts, {none}",
        "properties of llama2: invariants: 1 of 1 held; observations: none",
    ]
    what = "“<b>\\u202e”: token 0 has the range 0:9"
    assert property_lines([INVARIANT, BROKEN]) == [
        f"{head} invariant broken: offsets, by 2 of 300 texts: {what}",
        f"{head} invariants: 1 of 2 held; observations: none",
    ]


def test_broken_laws_stand_first_and_what_does_not_apply_nowhere():
    sheet = property_sheet([SEEN, NONE, INVARIANT, BROKEN])
    assert [row[1] for row in sheet.rows] == ["invariant broken", "observation", "invariant"]
    assert sheet.rows[0][4:] == (2, "<b>\\u202e", ("token 0 has the range 0:9",))
    assert sheet.rows[1][6] == ("NFC",)


def test_a_broken_law_fails_a_run_and_is_in_its_report(clean_run):
    write_properties(clean_run, [INVARIANT, SEEN])
    assert (read_run(clean_run).ok, headline(read_run(clean_run))) == (True, "All agree")
    write_properties(clean_run, [BROKEN, INVARIANT, SEEN])
    run = write_views(clean_run)
    assert (run.ok, run.broken_invariants, headline(run)) == (False, 1, "1 invariant broken")
    page = (clean_run / "report" / "index.html").read_text("utf-8")
    assert page.index(" open><summary>Properties: ") < page.index(
        '<td class="bad">invariant broken</td>'
    )
    assert "&lt;b&gt;\\u202e" in page
    assert "<b>\u202e" not in page


def test_a_report_without_properties_does_not_speak_of_them(clean_run):
    write_views(clean_run)
    assert "Properties" not in (clean_run / "report" / "index.html").read_text("utf-8")
