import hashlib
import importlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from evaluation.tables.nightly import nightly_page
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.findings.committed_cases import Replayed
from tokparity.harness.run.job import RunPlan, run
from tokparity.harness.shards.executors import InlineExecutor
from tokparity.reference_impl.contract import Artefact
from tokparity.reports.records.engine import engine_called
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Observed

ROOT = Path(__file__).parents[3]


@pytest.fixture
def main(monkeypatch, capsys):
    """The script, run in this process: (exit code, stdout, stderr)."""
    monkeypatch.syspath_prepend(str(ROOT))
    module = importlib.import_module("evaluation.tables.nightly")

    def call(*arguments):
        code = module.main([*map(str, arguments)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def made_run(folder, left):
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocab = {char: rank for rank, char in enumerate([*alphabet, "ab", "abc"])}
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=[("a", "b"), ("ab", "c")]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    path = folder / "small.json"
    document = json.loads(tokenizer.to_str())
    document["model"]["ignore_merges"] = True
    document["model"]["vocab"]["xyz"] = len(vocab)
    path.write_text(json.dumps(document))
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    artefact = Artefact("small", "tokenizer.json", path, sha256)
    executor = InlineExecutor()
    try:
        plan = RunPlan((fidelity_cell(artefact, "small", engine_called(left)),), 0, "nightly", 1)
        run(
            plan,
            executor,
            folder / "run",
            jobs=1,
            replayed=Replayed(),
            progress=lambda done, total, cell: None,
        )
    finally:
        executor.close()
    return folder / "run"


def test_the_page_of_a_run(main, tmp_path):
    code, out, err = main(made_run(tmp_path, "reference"))
    assert (code, err) == (0, "")
    assert out.splitlines()[0].endswith(", profile nightly: All agree")
    assert "\n| small | small | tokenizer.json | " in out
    assert "CPU-seconds in encode, decode, compare: " in out
    assert "huggingface\\_tokenizers | 0.23.3 |" in out


def test_a_fault_is_on_the_page(main, tmp_path):
    code, out, _ = main(made_run(tmp_path, "variant:ignore-merges-ignored"))
    assert code == 0
    assert "| new | model BPE | fidelity encode | variant:ignore-merges-ignored<br>" in out


def test_no_run_is_one_line(main, tmp_path):
    code, out, err = main(tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "not a run directory" in err


@pytest.fixture
def page(make_run, sample_findings):
    observed = (Observed("qwen3", "Qwen3", 60_000, 59_000, 12, 900, 1000),)
    return nightly_page(read_run(make_run(sample_findings, observed=observed, peak_memory=10**9)))


def test_facts_and_totals(page):
    lines = page.splitlines()
    assert lines[0] == (
        "# Run of 2026-11-21, profile quick: 5 new divergences, 1 stale ledger entry"
    )
    facts = [line.replace("\\", "") for line in lines if line.startswith("- ")]
    assert facts[0] == "- tokparity 0.1.0, Python 3.11.2, seed 7, 2 jobs"
    assert facts[1] == "- 1,250,000 cases in 1 minutes, 118 CPU-seconds"
    assert facts[2].startswith("- 1 vocabularies of 1 models: 60,000 answers")
    assert facts[3] == "- 1.00 GB of memory at most, all processes together"
    assert facts[4].startswith("- fidelity: 9,000 compared")
    assert facts[6].startswith("- ledgered cases: 1 accepted, 0 open, 0 fixed-in; new: 835; ")


def test_tables(page):
    headings = [line for line in page.splitlines() if line.startswith("## ")]
    assert headings == ["## Versions", "## Findings", "## Vocabularies", "## Left out"]
    plain = page.replace("\\", "")
    assert "| huggingface_tokenizers | 0.23.3 |" in plain
    assert "| accepted<br>lossy-text | decoder ByteLevel | parity decode |" in plain
    assert "| new | unknown crash | fidelity encode |" in plain
    assert "| qwen3 | Qwen3 | tokenizer.json | 60,000 | 59,000 |" in plain
    assert "| deepseek-v3 | npm is not installed |" in plain


def test_many_artefacts_are_counted(make_run, sample_findings):
    split = next(f for f in sample_findings if f.signature.component == "Split")
    seen = tuple(replace(split.sightings[0], artefact=f"v{number}") for number in range(9))
    page = nightly_page(read_run(make_run([replace(split, sightings=seen)])))
    assert "| v0<br>v1<br>v2<br>and 6 more |" in page


def test_the_folder_is_not_told_and_nothing_is_mark_up(page, tmp_path):
    assert tmp_path.name not in page
    assert "<script>" not in page
    assert "\u202e" not in page


def test_a_run_without_findings(clean_run):
    page = nightly_page(read_run(clean_run))
    assert page.startswith("# Run of 2026-11-21, profile quick: All agree\n")
    assert "## Findings\n\nNone" in page
    assert "## Left out" not in page


def test_a_page_is_compared_with_the_code_that_is_there(main, tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text("- tokparity 0.1.0, commit 0123abc, Python 3.11")
    for changed, code in (([], 0), (["harness/cli.py"], 1)):
        monkeypatch.setattr("evaluation.tables.nightly.changed_since", lambda _, now=changed: now)
        ended, out, _ = main("--compare", page)
        assert (ended, f"0123abc: {len(changed)} files" in out) == (code, True)
    monkeypatch.undo()
    monkeypatch.syspath_prepend(str(ROOT))
    page.write_text(f"commit {'0' * 40}")
    assert main("--compare", page)[0] == 2
    page.write_text("nothing")
    assert main("--compare", page)[0] == 2
