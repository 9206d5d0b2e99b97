import json

import pytest

from tokparity.reports.records.errors import BadRecord, NotARun
from tokparity.reports.records.run_directory import read_findings, read_refusals, read_run


def change(path, line, edit):
    lines = path.read_text().splitlines()
    data = json.loads(lines[line - 1])
    edit(data)
    lines[line - 1] = json.dumps(data)
    path.write_text("\n".join(lines) + "\n")


def test_reads_what_the_writers_wrote(sample_run, sample_findings):
    run = read_run(sample_run)
    assert list(run.findings) == sample_findings
    assert [record.refusal.kind for record in run.refusals] == ["crash", "error", "error"]
    assert len(run.cells) == 20
    assert {finding.status for finding in run.red} == {"new"}
    assert not run.ok


def test_a_clean_run_is_ok_until_an_entry_is_stale(clean_run, make_run):
    assert read_run(clean_run).ok
    assert not read_run(make_run([], [], [])).ok  # its run.json names a stale entry


@pytest.mark.parametrize("name", ["cells.parquet", "findings.jsonl", "refusals.jsonl"])
def test_an_unfinished_run_is_not_a_run(sample_run, name):
    (sample_run / name).unlink()
    with pytest.raises(
        NotARun, match=f"it has no {name}; finish the run with `tokparity run --res"
    ):
        read_run(sample_run)


def test_a_line_that_is_no_json_is_named(sample_run):
    with (sample_run / "findings.jsonl").open("ab") as out:
        out.write(b'{"key": \xff\n')
    with pytest.raises(BadRecord, match=r"findings.jsonl:7: line: not a JSON object"):
        read_findings(sample_run)


def test_a_deep_line_is_refused(sample_run):
    (sample_run / "refusals.jsonl").write_bytes(b"[" * 100_000)
    with pytest.raises(BadRecord, match=r"refusals.jsonl:1: line: not a JSON object"):
        read_refusals(sample_run)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (
            lambda d: d["sightings"][0].update(count="x"),
            "sightings[0].count: 'x' is not an integer",
        ),
        (lambda d: d.update(key="other"), "key: 'other' is not 'v1/fidelity/"),
        (lambda d: d.update(sightings=[]), "sightings: is empty"),
        (lambda d: d.update(also=[d["signature"] | {"stage": "x"}]), "also[0].stage: 'x' is not"),
        (lambda d: d.update(also=[{}]), "also[0].question: is missing"),
        (lambda d: d.update(also="x"), "also: 'x' is not an array"),
        (lambda d: d.update(schema_version=2), "schema_version: 2 is newer than 1"),
    ],
)
def test_a_bad_finding_names_line_and_field(sample_run, edit, message):
    change(sample_run / "findings.jsonl", 2, edit)
    with pytest.raises(BadRecord) as caught:
        read_findings(sample_run)
    assert f"findings.jsonl:2: {message}" in str(caught.value)


def test_a_finding_stands_only_once(sample_run):
    path = sample_run / "findings.jsonl"
    path.write_text(path.read_text() + path.read_text().splitlines()[0] + "\n")
    with pytest.raises(BadRecord, match=r"findings.jsonl:7: key: stands on an earlier line too"):
        read_findings(sample_run)


def test_a_bad_refusal_names_line_and_field(sample_run):
    change(sample_run / "refusals.jsonl", 3, lambda d: d["refusal"].update(refusal="sulk"))
    with pytest.raises(BadRecord, match=r"refusals.jsonl:3: refusal.refusal: 'sulk' is not one of"):
        read_refusals(sample_run)
