"""Generated tokenizers: a sample agrees, and a fault is found and shrunk."""

import json

import pytest

from tokparity.corpora.embedded import tokenizer_bytes
from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.corpora.generators.pipelines.stages import places
from tokparity.harness.pipelines.block import try_pipeline
from tokparity.harness.pipelines.job import PipelinesRequest, coverage_to_json, try_pipelines
from tokparity.harness.shards.job_pool import Inline, Pool
from tokparity.reference_impl.decoders.ctc import CTC
from tokparity.reference_impl.tokenizer.padding import Padding
from tokparity.reports.records.engine import REFERENCE, FaultyReference
from tokparity.reports.records.run_directory import read_findings
from tokparity.reports.views.write import write_views

QUIET = lambda done, total, what: None  # noqa: E731 (a progress that nobody sees)


@pytest.fixture
def attempt(slot, tmp_path):
    """Run so many pipelines in this process."""

    def go(name="run", runs=None, **wanted):
        runs = runs or Inline(slot)
        return try_pipelines(PipelinesRequest(**wanted), runs, tmp_path / name, 1, QUIET)

    return go


def test_a_sample_agrees(attempt):
    report = attempt(pipelines=150, texts=8, seed=11)
    findings = [(one.key, one.sightings[0].case) for one in report.outcome.findings]
    assert findings == []
    assert report.outcome.failed == ()
    assert report.distinct == 150
    assert report.outcome.info.cases > 150 * 8 * 6
    told = coverage_to_json(report.coverage)
    assert sum(row["in"] > 0 for row in told["options"]) > 0.8 * len(told["options"])


def _with_delimiter(other):
    """As many pipelines as it takes for two whose CTC cleans up, with a delimiter but "|"."""
    met = 0
    for number in range(2000):
        for place in places(pipeline(11, number, 1).document):
            if place.component == ("decoder", "CTC") and place.options["cleanup"]:
                met += place.options["word_delimiter_token"] == other
        if met == 2:
            return number + 1
    raise AssertionError("no such pipelines")


def test_a_defect_of_the_padding_is_found_and_shrunk(attempt, monkeypatch, tmp_path):
    right = Padding.pad
    once = lambda self, tokens: right(  # noqa: E731 (the defect, beside what it replaces)
        Padding(self.length, self.direction, 0, self.pad_id, self.pad_type_id, self.pad_token),
        tokens,
    )
    monkeypatch.setattr(Padding, "pad", once)
    report = attempt(pipelines=80, texts=3, seed=11)
    assert report.exit_code == 1
    for finding in report.outcome.findings:
        for sighting in finding.sightings:
            document = report.documents[sighting.sha256]
            assert document["padding"]["pad_to_multiple_of"] == 8
            assert document["added_tokens"] == []
            absent = ("truncation", "normalizer", "pre_tokenizer", "decoder", "post_processor")
            assert sum(document[section] is not None for section in absent) <= 1
            assert len(document["model"]["vocab"]) <= 2
            assert len(sighting.case.text) <= 2
            saved = tmp_path / "run" / "tokenizers" / f"{sighting.sha256[:16]}.json"
            assert saved.read_bytes() == tokenizer_bytes(document)
    assert report.outcome.findings


def test_a_defect_of_a_decoder_is_found_and_shrunk(attempt, monkeypatch):
    right = CTC.decode
    monkeypatch.setattr(
        CTC, "decode", lambda self, pieces: right(CTC(self.pad_token, "|", self.cleanup), pieces)
    )
    report = attempt(pipelines=_with_delimiter("a"), texts=2, seed=11)
    (finding,) = report.outcome.findings
    assert finding.signature.stage == "decoder"
    document = report.documents[finding.sightings[0].sha256]
    assert document["decoder"]["type"] == "CTC"
    assert document["normalizer"] is document["pre_tokenizer"] is document["post_processor"] is None
    assert len(document["model"]["vocab"]) <= 2


def test_any_number_of_jobs_gives_the_same_findings(attempt, slot, tmp_path):
    left = FaultyReference("single-word-ignored")
    wanted = {"pipelines": 26, "texts": 4, "seed": 11, "left": left}
    alone = attempt("alone", **wanted)
    with Pool(2) as pool:
        together = attempt("together", pool, **wanted)
    files = [tmp_path / name / "findings.jsonl" for name in ("alone", "together")]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_bytes()
    assert coverage_to_json(alone.coverage) == coverage_to_json(together.coverage)
    assert alone.documents == together.documents


def test_the_report_shows_a_finding(attempt, tmp_path):
    report = attempt(pipelines=24, texts=4, seed=11, left=FaultyReference("single-word-ignored"))
    write_views(tmp_path / "run")
    rows = read_findings(tmp_path / "run")
    assert [one.key for one in rows] == [one.key for one in report.outcome.findings]
    index = (tmp_path / "run" / "report" / "index.html").read_text("utf-8")
    assert all(f"finding-{one.id}.html" in index for one in rows)
    assert json.loads((tmp_path / "run" / "run.json").read_text())["profile"] == "pipelines"


def test_a_bug_of_ours_is_a_pipeline_that_could_not_run(attempt, monkeypatch):
    def fall(self, tokens):
        raise ZeroDivisionError("failed here")

    monkeypatch.setattr(Padding, "pad", fall)
    report = attempt(pipelines=12, texts=2, seed=11)
    assert report.exit_code == 2
    assert all("failed here" in one.reason for one in report.outcome.failed)


def test_what_one_side_alone_loads_could_not_run(slot, tmp_path, attempt, monkeypatch):
    made = pipeline(11, 3, 2)
    made.document["model"]["vocab"] = []
    tried = try_pipeline(slot, made, tmp_path, REFERENCE)
    assert tried.unloaded
