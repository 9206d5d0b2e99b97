"""A check is a run of one cell, with sweeps and texts of one's own."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tokparity.harness.run.check import Effort, cells_of_check, checked_cell, run_check
from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.engine import REFERENCE, FaultyReference, Library

FAKES = Path(__file__).parents[1] / "fakes"
HF = "huggingface_tokenizers"
SMALL = Effort(cases=1, sweep="none")


def quiet(*_):
    """Nobody looks at the progress."""


@pytest.fixture
def path(save, every_stage):
    return str(save(every_stage).path)


def test_a_file_alone_is_held_against_its_library(path):
    cell = checked_cell(path)
    assert (cell.question, cell.left.engine, cell.right.engine) == (
        "fidelity", REFERENCE, Library(HF),
    )  # fmt: skip
    assert cells_of_check(cell, batches=False) == (cell,)
    _, batch = cells_of_check(cell)
    assert (batch.left.name, batch.right.name, batch.is_batch) == (HF, f"{HF}_batch", True)


def test_two_files_are_held_against_each_other(path, save, every_stage):
    other = save({**every_stage, "normalizer": None}, "other")
    cell = checked_cell(path, str(other.path))
    assert (cell.question, cell.left.engine, cell.right.engine) == (
        "parity", Library(HF), Library(HF),
    )  # fmt: skip


def test_a_folder_is_held_against_its_own_tokenizer_json(tmp_path, every_stage):
    """With a chat template its conversations are a cell too."""
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "tokenizer.json").write_text(json.dumps(every_stage))
    config = {"tokenizer_class": "PreTrainedTokenizerFast"}
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    cell = checked_cell(str(folder))
    assert [side.artefact.format for side in cell.sides] == [
        "tokenizer.json", "tokenizer_config.json",
    ]  # fmt: skip
    assert len(cells_of_check(cell, batches=False)) == 1
    config["chat_template"] = "{{ messages[0].content }}"
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    assert [each.chats for each in cells_of_check(checked_cell(str(folder)))] == [False, True]


def test_own_texts_and_sweeps_are_cases_besides(path, slot, tmp_path):
    cell = checked_cell(path)
    plain = run_check(slot, cell, SMALL, tmp_path / "plain", quiet)
    texts = run_check(slot, cell, replace(SMALL, texts=("a", "b")), tmp_path / "texts", quiet)
    swept = run_check(
        slot, cell, replace(SMALL, cases=2000, sweep="sample"), tmp_path / "swept", quiet
    )
    assert plain.exit_code == texts.exit_code == swept.exit_code == 0
    assert texts.info.cases == plain.info.cases + 4, "each with and without the template"
    assert swept.info.cases > texts.info.cases


@pytest.mark.parametrize("sweep", ["none", "sample", "full"])
@pytest.mark.parametrize("cases", [1, 64, 1500])
def test_so_many_cases_are_all(path, slot, tmp_path, cases, sweep):
    """Whatever they are: generated, swept, decoded, streamed, asked in full, stage by stage."""
    outcome = run_check(slot, checked_cell(path), Effort(cases, 0, sweep), tmp_path / "run", quiet)
    assert cases // 2 < outcome.info.cases <= cases


def test_the_bound_counts_conversations_too(tmp_path, slot, every_stage):
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "tokenizer.json").write_text(json.dumps(every_stage))
    template = "{{ messages[0].content }}"
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "chat_template": template}
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    cell = checked_cell(str(folder))
    outcome = run_check(slot, cell, Effort(400, sweep="none"), tmp_path / "run", quiet)
    assert 200 < outcome.info.cases <= 400


def test_a_fault_is_found_in_texts_of_ones_own(path, slot, tmp_path):
    cell = checked_cell(path)
    cell = replace(cell, left=replace(cell.left, engine=FaultyReference("no-nfc")))
    effort = replace(SMALL, texts=("hello cafe\u0301",))
    outcome = run_check(slot, cell, effort, tmp_path / "run", quiet)
    assert outcome.exit_code == 1
    assert {finding.signature.stage for finding in outcome.findings} == {"normalizer"}


@pytest.mark.parametrize("fault", ["MixesThreads", "LosesInLargeBatches", "FailsInBatches"])
def test_a_batch_call_that_is_wrong_is_found(path, slot, tmp_path, monkeypatch, fault):
    """What only a batch, or only its second thread, gets wrong."""
    spec = replace(ORACLES[f"{HF}_batch"], module="misbehaving", adapter=fault, path=(str(FAKES),))
    monkeypatch.setitem(ORACLES, f"{HF}_batch", spec)
    outcome = run_check(slot, checked_cell(path), Effort(sweep="none"), tmp_path / "run", quiet)
    wrong = [finding for finding in outcome.findings if finding.status == "new"]
    assert outcome.exit_code == 1
    keys = {finding.signature.key for finding in wrong}
    assert keys == {f"v1/parity/encode/{HF}~{HF}_batch/unknown/batch call"}
