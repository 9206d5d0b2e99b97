"""Run directories of the harness and the real library, and the fault in one of them."""

import hashlib
import json
import shutil

import pytest

from tokparity.harness.compare.cells import fidelity_cell, parity_cell
from tokparity.harness.findings.committed_cases import Replayed
from tokparity.harness.run.job import RunPlan, run
from tokparity.harness.shards.executors import InlineExecutor
from tokparity.reference_impl.contract import Artefact
from tokparity.reports.records.engine import FaultyReference

DEFECT = FaultyReference("ignore-merges-ignored")


@pytest.fixture(scope="session")
def runs(tmp_path_factory, document, slot):
    """Three runs of a vocabulary and its twin without the added token: seed 0, the same again,
    and one of which the reference has a defect."""
    folder = tmp_path_factory.mktemp("runs")
    one, two = (
        _saved(folder, name, document | changes)
        for name, changes in (("one", {}), ("two", {"added_tokens": []}))
    )
    cells = (fidelity_cell(one, "one"), parity_cell(one, two, "one"))
    defective = (fidelity_cell(one, "one", DEFECT), cells[1])
    for name, planned in (("old", cells), ("again", cells), ("defective", defective)):
        run(
            RunPlan(planned, 0, "test", 1, texts=128),
            InlineExecutor(slot),
            folder / name,
            jobs=1,
            replayed=Replayed(),
            progress=lambda done, total, cell: None,
        )
    return folder


def _saved(folder, name, document):
    path = folder / f"{name}.json"
    path.write_text(json.dumps(document))
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return Artefact(name, "tokenizer.json", path, sha256)


def rows(out, table):
    told = map(json.loads, out.splitlines())
    return [row for row in told if row["table"] == table]


def test_the_same_run_again(runs, tokparity):
    code, out, err = tokparity("diff", runs / "old", runs / "again")
    assert (code, err) == (0, "")
    assert "Nothing added, removed or changed." in out
    assert out.splitlines()[-1] == (
        "findings: 0 added, 0 removed, 0 changed, 2 unchanged; answers: changed in 0 of 1 models "
        "that were asked the same"
    )


def test_a_fault_is_what_was_added(runs, tokparity):
    code, out, _ = tokparity("diff", runs / "old", runs / "defective", "--json")
    assert code == 1
    added = [row for row in rows(out, "finding") if row["change"] == "added"]
    assert added
    assert {row["question"] for row in added} == {"fidelity"}
    assert any(row["name"] == "model BPE" for row in added)
    unchanged = [row for row in rows(out, "finding") if row["change"] == "unchanged"]
    assert {row["question"] for row in unchanged} == {"parity"}
    assert rows(out, "verdict")[0]["added"] == len(added)


def test_a_library_that_answers_otherwise(runs, tokparity, cell, run_cells, fake_slot):
    """Nothing but the library changed: the cases and the file are the same."""
    before = run_cells([cell()], "before").directory
    executor = InlineExecutor(fake_slot("SwapsIds"))
    after = run_cells([cell()], "after", executor=executor).directory
    code, out, _ = tokparity("diff", before, after, "--json")
    assert code == 1
    assert rows(out, "verdict")[0]["changed_models"] == ["small"]
    said = {row["op"]: row["said"] for row in rows(out, "cell")}
    assert said.pop("stage") == "not recorded"
    same = dict.fromkeys(("encode_full", "decode", "stream"), "same")
    assert said == {"encode": "changed", **same}
    code, out, _ = tokparity("diff", before, after)
    assert "changed in 1 of 1 models that were asked the same" in out.splitlines()[-1]


def test_another_seed_tells_nothing_of_answers(tokparity, cell, run_cells):
    seeds = [run_cells([cell()], f"seed{seed}", seed=seed).directory for seed in (1, 2)]
    code, out, _ = tokparity("diff", *seeds, "--json")
    assert code == 0
    said = {row["said"] for row in rows(out, "cell") if row["op"] in ("encode", "decode")}
    assert said == {"other cases"}


def test_the_way_back_is_green(runs, tokparity):
    code, out, _ = tokparity("diff", runs / "defective", runs / "old", "--json")
    assert code == 0
    assert "removed" in {row["change"] for row in rows(out, "finding")}


def test_markdown_and_a_page(runs, tokparity, tmp_path):
    page = tmp_path / "new" / "diff.html"
    code, out, _ = tokparity("diff", runs / "old", runs / "defective", "--markdown", "--html", page)
    assert code == 1
    assert out.startswith("# findings: ")
    assert "| added<br>not looked at before | fidelity encode: model BPE<br>" in out
    assert "<b>" not in page.read_text("utf-8")
    assert "fidelity encode: model BPE" in page.read_text("utf-8")


@pytest.mark.parametrize("place", [0, 1])
def test_a_folder_that_is_no_run_is_one_line(runs, tokparity, tmp_path, place):
    folders = [runs / "old", runs / "old"]
    folders[place] = tmp_path
    code, out, err = tokparity("diff", *folders)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{tmp_path}: not a run directory: it has no run.json" in err


def test_a_run_whose_findings_are_broken_is_one_line(runs, tokparity, tmp_path):
    broken = shutil.copytree(runs / "old", tmp_path / "broken")
    (broken / "findings.jsonl").write_text('{"schema_version": 1}\n')
    code, out, err = tokparity("diff", runs / "old", broken)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "findings.jsonl:1: signature: is missing" in err
