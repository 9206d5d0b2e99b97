from dataclasses import replace

import pytest

from evaluation.pages.nightly import nightly_page
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Observed


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
