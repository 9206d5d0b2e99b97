import pytest

from tokparity.reports.records.errors import BadRecord
from tokparity.reports.views.write import write_views


def contents(run_dir):
    return {
        str(path.relative_to(run_dir)): path.read_bytes()
        for path in run_dir.rglob("*")
        if path.is_file()
    }


def test_makes_every_view_and_touches_no_record(sample_run):
    before = contents(sample_run)
    run = write_views(sample_run)
    after = contents(sample_run)
    assert len(run.findings) == 6
    assert before.items() <= after.items()
    pages = ("report/finding-", "report/model-", "report/engine-")
    made = {name for name in after.keys() - before.keys() if not name.startswith(pages)}
    assert made == {
        "junit.xml",
        "summary.md",
        "report/index.html",
        "report/ledger.html",
        "report/report.js",
        "report/style.css",
        "report/timings.html",
        "report/who.html",
    }


def test_making_them_again_gives_the_same_bytes(sample_run):
    write_views(sample_run)
    once = contents(sample_run)
    write_views(sample_run)
    assert contents(sample_run) == once


def test_a_bad_record_ends_it_before_anything_is_written(sample_run):
    (sample_run / "findings.jsonl").write_text("{}\n")
    before = contents(sample_run)
    with pytest.raises(BadRecord):
        write_views(sample_run)
    assert contents(sample_run) == before
