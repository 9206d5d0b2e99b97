import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tokparity.corpora.embedded import Embedded
from tokparity.corpora.regression import read_regression
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.reduction.finding import shrink_finding
from tokparity.harness.reduction.trial import SideFinding
from tokparity.reports.records.lines import write_lines
from tokparity.reports.records.run_directory import read_findings


@pytest.fixture
def found(repository, tokparity, inline):
    """A finding of a run over two vocabularies that differ in an added token."""
    tokparity("run", "--cases", "1", "--out", "run")
    lines = read_findings(repository / "run")
    pages = {
        page.stem.removeprefix("finding-"): page.read_text("utf-8")
        for page in (repository / "run" / "report").glob("finding-*.html")
    }
    assert len(pages) == len(lines)
    return sorted(pages)


@pytest.fixture
def two(run_of_two, tmp_path, tokparity):
    """The findings of a copy of a run over two files."""
    shutil.copytree(run_of_two, tmp_path, dirs_exist_ok=True)
    return list(read_findings(tmp_path / "run"))


def test_a_finding_then_its_file(found, tokparity, repository):
    for finding in found:
        code, out, err = tokparity("shrink", f"run:{finding}", "--out", "cases")
        assert code == 0, err
        case, stage, vocabulary = out.splitlines()
        assert json.loads(case.removeprefix("case: "))["op"] in ("encode", "decode")
        assert stage.startswith("stage: ")
        assert "two-trace" in stage
        assert re.fullmatch(r"vocabulary: 355 → \d entries, [\d,]+ bytes", vocabulary)
        assert "candidates" in err
    files = sorted((repository / "cases").glob("*/*.json"))
    assert len(files) == len(found)
    assert isinstance(read_regression(files[0]).side.artefact, Embedded)
    code, out, err = tokparity("shrink", files[0])
    assert code == 0, err
    assert out.splitlines()[0].startswith("case: {")


def test_what_no_longer_diverges_says_so(two, tokparity, tmp_path):
    tokparity("shrink", f"run:{two[0].id}", "--out", "cases")
    path = next((tmp_path / "cases").glob("*/*.json"))
    data = json.loads(path.read_text())
    data["against"] = {"artefact": data["artefact"], "expected": data["expected"]}
    path.write_text(json.dumps(data))
    code, out, err = tokparity("shrink", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "nothing to shrink" in err
    code, _, err = tokparity("shrink", "run:0000000000")
    assert (code, err.count("\n")) == (2, 1)


def test_both_files_of_a_gguf_and_its_source(repository, tokparity):
    assert tokparity("convert", "one", "one.gguf")[0] == 0
    quick = ("--cases", "256", "--sweep", "none", "--out", "run")
    assert tokparity("check", "one.gguf", "--against", "one", *quick)[0] == 1
    [page, *_] = sorted((repository / "run" / "report").glob("finding-*.html"))
    finding = page.stem.removeprefix("finding-")
    code, out, err = tokparity("shrink", f"run:{finding}", "--out", "cases")
    assert code == 0, err
    assert re.search(r"^vocabulary: 355 → \d+ entries", out, re.MULTILINE)
    [file] = (repository / "cases").glob("*/*.json")
    regression = read_regression(file)
    assert isinstance(regression.side.artefact, Embedded)
    assert isinstance(regression.against.artefact, Embedded)


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*/*.json")}


def rows(out):
    """What is printed as JSON, without the time that it took."""
    return [json.loads(line) | {"seconds": 0} for line in out.splitlines()]


def test_every_finding_of_a_run(two, tokparity, tmp_path, monkeypatch):
    assert len(two) > 1
    code, out, err = tokparity("shrink", "run", "--out", "cases", "--json")
    assert code == 0, err
    shrunk = rows(out)
    assert [row["id"] for row in shrunk] == [one.id for one in two]
    assert [row["key"] for row in shrunk] == [one.key for one in two]
    assert all(row["entries"] < 10 < row["before"] for row in shrunk)
    assert sorted(files(tmp_path / "cases")) == sorted(Path(row["file"]) for row in shrunk)
    assert err.count("written: cases/") == len(two)
    assert f"{len(two)} made small, 0 new findings, 0 not made small" in err

    monkeypatch.setattr(
        "tokparity.harness.reduction.batch.reduce_finding", lambda *_: pytest.fail("is done")
    )
    code, out, err = tokparity("shrink", "run", "--out", "cases", "--resume")
    assert code == 0, err
    head, *lines = out.splitlines()
    assert head.split() == [
        "finding",
        "stage",
        "smallest",
        "case",
        "entries",
        "candidates",
        "seconds",
    ]
    for one, row in zip(two, shrunk, strict=True):
        [line] = [line for line in lines if line.startswith(one.id)]
        assert f"{row['before']} → {row['entries']}" in line


def test_after_a_kill_and_with_more_jobs_it_is_the_same(two, tokparity, tmp_path):
    code, whole, err = tokparity("shrink", "run", "--out", "cases", "--json")
    assert code == 0, err
    journal = tmp_path / "cases" / "shrunk.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + len(two)
    journal.write_bytes(b"".join(lines[:-1]) + lines[-1][:-9])  # torn while it was written
    before = files(tmp_path / "cases")
    again = tokparity("shrink", "run", "--out", "cases", "--resume", "--json")
    assert (again[0], rows(again[1])) == (0, rows(whole))
    assert journal.read_bytes().startswith(b"".join(lines[:-1]))

    code, jobs, err = tokparity("shrink", "run", "--out", "other", "--jobs", "2", "--json")
    assert code == 0, err
    assert rows(jobs) == rows(whole)
    assert files(tmp_path / "other") == files(tmp_path / "cases") == before


def test_what_is_met_on_the_way_is_a_new_finding(two, tokparity, tmp_path, monkeypatch):
    first, second = two[0], two[1]
    shown = second.sightings[0]
    met = NamedSighting(second.signature, second.method, second.shape, shown)
    files_of_both = (Embedded("tokenizer.json", b"{}"),) * 2

    def work(*arguments):
        found = shrink_finding(*arguments)
        return replace(found, others=(SideFinding(met, files_of_both),))

    monkeypatch.setattr("tokparity.harness.reduction.job.shrink_finding", work)
    code, out, err = tokparity("shrink", "run", "--json")
    assert (code, len(rows(out))) == (0, len(two)), "each is a finding of the run"

    path = tmp_path / "run" / "findings.jsonl"
    write_lines(path, [first])
    code, out, err = tokparity("shrink", "run", "--out", "cases")
    assert code == 0, err
    assert f"new finding: {second.id}, met while {first.id} was made small" in out
    assert [line[:10] for line in out.splitlines()[1:] if line[0] in "0123456789abcdef"] == [
        first.id,
        second.id,
    ]
    assert "1 made small, 1 new finding, 0 not made small" in err
    [new] = (tmp_path / "cases").glob(f"*/*{second.id}.json")
    assert f"met while {first.id} was made small" in read_regression(new).note

    code, out, err = tokparity("shrink", f"run:{first.id}")
    assert code == 0, err
    assert out.splitlines()[3] == f"new finding: {second.id}, met on the way"
    assert out.splitlines()[4].startswith("case: {")


def test_what_fails_is_told_and_the_others_go_on(two, tokparity, tmp_path):
    gone = replace(two[0], sightings=(replace(two[0].sightings[0], artefact="gone\u202e.json"),))
    path = tmp_path / "run" / "findings.jsonl"
    write_lines(path, [gone, *two[1:]])
    code, out, err = tokparity("shrink", "run", "--json")
    assert code == 2
    reason = rf"not made small: {gone.id}: gone\u202e.json: neither a file nor a name"
    assert reason in err
    assert rows(out)[0]["not_shrunk"].startswith("gone")
    assert [row["key"] for row in rows(out)[1:]] == [one.key for one in two[1:]]
    assert f"{len(two) - 1} made small, 0 new findings, 1 not made small" in err
    write_lines(path, [])
    assert tokparity("shrink", "run") == (0, "", "nothing to shrink: no finding\n")


def test_what_cannot_be_gone_on_with_is_one_line(two, tokparity, tmp_path):
    code, _, err = tokparity("shrink", "run", "--resume")
    assert (code, "--resume goes on with what is in --out" in err) == (2, True)
    code, _, err = tokparity("shrink", f"run:{two[0].id}", "--resume", "--out", "cases")
    assert (code, "--resume is for a whole RUN" in err) == (2, True)
    (tmp_path / "cases").mkdir()
    journal = tmp_path / "cases" / "shrunk.jsonl"
    journal.write_text('{"schema_version": 1, "plan": {"set of findings": "another"}}\n')
    code, out, err = tokparity("shrink", "run", "--resume", "--out", "cases")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "shrunk.jsonl: line 1: was written by a run with another set" in err
    (tmp_path / "empty").mkdir()
    code, out, err = tokparity("shrink", "empty")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "not a run directory" in err


def test_the_help_teaches(tokparity):
    _, out, _ = tokparity("shrink", "--help")
    told = " ".join(out.split())
    for word in ("shrunk.jsonl", "--jobs 2", "new finding", "Exit codes: 0", "RUN:FINDING"):
        assert word in told
