"""A run with implementations under test: the row of each, and the line of a finding."""

from dataclasses import replace

import pytest
from reports_fixtures import HF, sighting

from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding, Refusal
from tokparity.reports.records.finding import EXACT_TIE, UNICODE_VERSION, Finding, Signature
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Pair, Skipped
from tokparity.reports.summary.implementations import (
    NOT_COMPARED,
    finding_line,
    implementation_sheet,
    implementations,
    not_loaded_of,
    vocabularies_of,
)
from tokparity.reports.views.html import write_html

MINE, OTHER = "lib:kitoken", "subject:@mine/tok"
GIVEN = Encoding((5,), None)


def finding(component, answer=GIVEN, count=3, symptom=""):
    case = EncodeCase("\u00e9", EncodeOptions())
    seen = sighting("qwen3", case, Encoding((9, 6), ((0, 1), (0, 1))), answer, count=count)
    signature = Signature("parity", "encode", HF, MINE, "model", component, symptom)
    verdict = "refusal" if isinstance(answer, Refusal) else "divergence"
    return Finding(signature, "", verdict, "unknown", (seen,))


@pytest.fixture
def scoreboard_run(make_run, make_cell):
    asked = {"question": "parity", "left": HF, "right": MINE}
    cells = [
        make_cell("Qwen3", "qwen3", **asked, compared=10, agreed=6, diverged=4, unsupported=2),
        make_cell("Qwen3", "qwen3", **asked, op="decode", compared=5, agreed=5),
        make_cell("Qwen3", "qwen3", **{**asked, "right": OTHER}, compared=8, agreed=8),
    ]
    rows = [
        finding("BPE"),
        finding(UNICODE_VERSION, count=2, symptom="16 and 15"),
        finding(EXACT_TIE, count=4, symptom="tie"),
        finding("crash", Refusal("crash", "SIGSEGV"), count=1, symptom="crash"),
    ]
    made = make_run(
        sorted(rows, key=lambda it: it.key),
        cells,
        [],
        pairs=(Pair("parity", HF, MINE), Pair("parity", HF, OTHER)),
        skipped=(Skipped(f"minilm {HF}~{MINE}", "minilm: kitoken does not load it: error: no"),),
        oracles={HF: "0.23.3", MINE: "0.11.1", OTHER: "2"},
    )
    return read_run(made)


def test_a_row_says_what_a_run_found(scoreboard_run):
    best, mine = implementations(scoreboard_run)
    assert (best.name, best.version, best.percent, best.library) == ("@mine/tok", "2", 100.0, None)
    assert (mine.name, mine.compared, mine.agreed) == ("kitoken", 15, 11)
    assert mine.library is not None
    assert mine.stages == {"model": 2}
    assert (mine.cases(UNICODE_VERSION), mine.cases(EXACT_TIE)) == (2, 4)
    assert (mine.refusals(crashes=True), mine.refusals(crashes=False)) == (1, 0)
    assert mine.not_loaded == (("minilm", "error: no"),)


def test_what_both_refuse_is_neither_equal_nor_other(make_run, make_cell):
    """Two refusals are no answers; a vocabulary without one that is compared is told as such."""
    asked = {"question": "parity", "left": HF, "right": MINE}
    nothing = {"compared": 0, "agreed": 0}
    cells = [
        make_cell("Qwen3", "qwen3", **asked, compared=10, agreed=6, diverged=2, refused=2),
        make_cell("Qwen3", "qwen3", **asked, op="decode", **nothing, unsupported=5),
        make_cell("Other", "minilm", **asked, compared=3, agreed=0, refused=3, unsupported=500),
    ]
    run = read_run(make_run([], cells, [], pairs=(Pair("parity", HF, MINE),)))
    (mine,) = implementations(run)
    assert (mine.compared, mine.agreed, mine.percent) == (8, 6, 75.0)
    assert [row.name for row in mine.vocabularies] == ["qwen3"]
    assert [row.name for row in mine.not_compared] == ["minilm"]
    sheet = vocabularies_of(mine)
    assert sheet.columns == ("vocabulary", "decode", "encode", "unsupported")
    assert sheet.rows == (
        ("qwen3", NOT_COMPARED, "6 of 8", 5),
        ("minilm", None, NOT_COMPARED, 500),
    )
    whole = implementation_sheet(run)
    (row,) = whole.rows
    assert dict(zip(whole.columns, row, strict=True)) | {
        "vocabularies": 1, "not loaded": 0, NOT_COMPARED: 1, "cases": 8, "% equal": 75.0
    } == dict(zip(whole.columns, row, strict=True))  # fmt: skip


def test_sheets(scoreboard_run):
    sheet = implementation_sheet(scoreboard_run, {MINE: 2.5})
    assert [row[0] for row in sheet.rows] == ["@mine/tok", "kitoken"]
    assert [row[-1] for row in sheet.rows] == [None, 2.5]
    mine = implementations(scoreboard_run)[1]
    assert vocabularies_of(mine).rows == (("qwen3", "5 of 5", "6 of 10", 2),)
    assert not_loaded_of(mine).rows == (("minilm", "error: no"),)


def test_a_finding_is_a_line():
    assert finding_line(finding("BPE")) == (
        "encode, model BPE: \u00e9 gives 5, and not 9 6 (qwen3, 3 cases)"
    )
    ranges = finding("BPE", Encoding((9, 6), ((0, 1), (1, 1))))
    moved = replace(ranges, sightings=(replace(ranges.sightings[0], field="offsets"),))
    assert finding_line(moved) == (
        "encode, model BPE: \u00e9 gives the ranges 0-1 1-1, and not the ranges 0-1 0-1"
        " (qwen3, 3 cases)"
    )


def test_each_has_a_page(scoreboard_run):
    index = write_html(scoreboard_run)
    page = index.with_name("implementation-kitoken.html").read_text()
    assert "11 of 15 cases equal" in page
    assert "error: no" in page
    assert 'href="implementation-_40mine_2ftok.html"' in index.read_text()
