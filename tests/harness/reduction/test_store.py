import json

import pytest

from tokparity.corpora.embedded import Embedded
from tokparity.corpora.regression import Expectation, Regression, RegressionSide, read_regression
from tokparity.harness.reduction import store as shrink_kept
from tokparity.harness.reduction.result import ReducedFinding, ReductionFailure
from tokparity.harness.reduction.store import JOURNAL, ReductionStore
from tokparity.harness.run.journal import BadJournal
from tokparity.reference_impl.contract import EncodeCase, Encoding
from tokparity.reports.records.finding import Signature

SIGNATURE = Signature("fidelity", "encode", "reference", "openai_tiktoken", "model", "BPE")


def made(name, text="a"):
    """A finding made small, and its regression case."""
    side = RegressionSide(
        Embedded("tokenizer.json", b"{}"), {"openai_tiktoken": Expectation("1", Encoding((0,)))}
    )
    regression = Regression(
        f"model/{name}", "fidelity", ("reference", "openai_tiktoken"), "model", "two-trace", (),
        EncodeCase(text), side, None, "", None,
    )  # fmt: skip
    small = ReducedFinding(name, SIGNATURE, "two-trace", EncodeCase(text), 9, 1, 2, "", 5, 1, 0.5)
    return small, regression


@pytest.fixture
def run_dir(tmp_path):
    path = tmp_path / "run"
    path.mkdir()
    (path / "findings.jsonl").write_text("[]\n")
    return path


@pytest.fixture
def folder(tmp_path, run_dir):
    """A folder in which two findings are done."""
    path = tmp_path / "cases"
    with ReductionStore.of_run(path, run_dir, resume=False) as kept:
        assert [kept.add(made(name)).file for name in ("aa", "bb")] == [
            "model/aa.json",
            "model/bb.json",
        ]
    return path


def test_a_file_each_and_a_line_each(folder, run_dir):
    assert read_regression(folder / "model" / "aa.json").case == EncodeCase("a")
    assert len((folder / JOURNAL).read_text().splitlines()) == 3
    with ReductionStore.of_run(folder, run_dir, resume=True) as kept:
        assert kept.known("aa") == kept.done["aa"]
        assert kept.known("aa").case == EncodeCase("a")
        assert kept.known("cc") is None


def test_a_line_that_was_torn_is_dropped(folder, run_dir):
    path = folder / JOURNAL
    path.write_bytes(path.read_bytes()[:-20])
    with ReductionStore.of_run(folder, run_dir, resume=True) as kept:
        assert sorted(kept.done) == ["aa"]
        kept.add(made("bb"))
    with ReductionStore.of_run(folder, run_dir, resume=True) as kept:
        assert sorted(kept.done) == ["aa", "bb"]


def test_what_has_no_file_any_more_is_not_done(folder, run_dir):
    (folder / "model" / "aa.json").unlink()
    with ReductionStore.of_run(folder, run_dir, resume=True) as kept:
        assert kept.known("aa") is None
        assert kept.known("bb") is not None


def test_a_journal_of_another_run_or_of_other_versions_is_refused(folder, run_dir, monkeypatch):
    before = (folder / JOURNAL).read_bytes()
    findings = run_dir / "findings.jsonl"
    findings.write_text("[1]\n")
    with pytest.raises(BadJournal, match="a run with another set of findings; use a new --out"):
        ReductionStore.of_run(folder, run_dir, resume=True)
    findings.write_text("[]\n")
    with monkeypatch.context() as patch:
        patch.setattr(shrink_kept, "oracle_versions", lambda: {"openai_tiktoken": "9"})
        with pytest.raises(BadJournal, match="another set of engine versions; use a new --out"):
            ReductionStore.of_run(folder, run_dir, resume=True)
    assert (folder / JOURNAL).read_bytes() == before
    (folder / JOURNAL).write_bytes(before.replace(b'"candidates":5', b'"candidates":"5"'))
    with pytest.raises(BadJournal, match="line 2: is damaged"):
        ReductionStore.of_run(folder, run_dir, resume=True)


def test_without_resume_it_begins_again(folder, run_dir):
    with ReductionStore.of_run(folder, run_dir, resume=False) as kept:
        assert kept.done == {}
        assert kept.add(made("aa")).file == "model/aa.json", "the same file is there: no harm"


def test_a_file_that_holds_something_else_stays_as_it_is(folder, run_dir):
    path = folder / "model" / "aa.json"
    before = path.read_bytes()
    with ReductionStore.of_run(folder, run_dir, resume=False) as kept:
        failed = kept.add(made("aa", "another"))
        assert isinstance(failed, ReductionFailure)
        assert "holds something else" in failed.reason
    assert path.read_bytes() == before
    assert len((folder / JOURNAL).read_text().splitlines()) == 1


def test_without_a_folder_nothing_is_written(tmp_path):
    small, regression = made("aa")
    assert ReductionStore().add((small, regression)) == small
    assert list(tmp_path.iterdir()) == []


def test_one_finding_alone_has_no_journal(tmp_path):
    with ReductionStore(tmp_path) as kept:
        kept.add(made("aa"))
    assert json.loads((tmp_path / "model" / "aa.json").read_text())["question"] == "fidelity"
    assert not (tmp_path / JOURNAL).exists()
