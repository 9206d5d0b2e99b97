"""What is new since the run before: of the same plan, and the last of them."""

import pytest

from tokparity.reports.compare_runs.previous import since, since_line
from tokparity.reports.records.run_directory import read_run


@pytest.fixture
def run_of(make_run):
    def make(name, findings, day, **info):
        return read_run(make_run(findings, name=name, started=f"2026-11-{day}T00:00:00", **info))

    return make


def test_the_last_run_of_the_same_plan_is_the_one_before(run_of, sample_findings):
    run_of("a", sample_findings, 20)
    before = run_of("b", sample_findings[:-1], 21)
    run_of("other", [], 22, profile="gate")
    run_of("later", [], 25)
    here = run_of("here", sample_findings[1:], 24)
    found = since(here)
    assert found.before == before.directory
    assert found.new == (sample_findings[-1].key,)
    assert found.gone == (sample_findings[0].key,)
    line = since_line(here)
    assert "1 new, 1 no longer seen: tokparity diff " in line


def test_another_seed_is_the_same_plan_and_other_vocabularies_are_not(run_of, sample_findings):
    run_of("a", sample_findings, 20, options={"vocab": [], "seed": 1})
    run_of("b", [], 21, options={"vocab": ["llama*"], "seed": 1})
    here = run_of("here", sample_findings, 24, options={"vocab": [], "seed": 2})
    assert since_line(here) == f"since {here.directory.parent / 'a'}: the same findings"


def test_what_cannot_be_read_is_passed_over(run_of, sample_findings):
    first = run_of("a", sample_findings, 20)
    broken = run_of("b", sample_findings, 21)
    (broken.directory / "findings.jsonl").write_text("{")
    (first.directory.parent / "c").mkdir()
    (first.directory.parent / "c" / "run.json").write_text("[]")
    assert since(run_of("here", sample_findings, 24)).before == first.directory


def test_without_a_run_before_nothing_is_said(run_of, sample_findings):
    here = run_of("here", sample_findings, 24)
    assert since_line(here) is None
