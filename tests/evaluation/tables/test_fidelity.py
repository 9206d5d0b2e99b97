import importlib
import json
import shutil
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from tokparity.harness.compare.cells import SideSpec
from tokparity.reports.records.engine import FaultyReference

ROOT = Path(__file__).parents[3]


@pytest.fixture
def table(monkeypatch, capsys):
    """The script, run in this process: (exit code, lines of the table)."""
    monkeypatch.syspath_prepend(str(ROOT))
    module = importlib.import_module("evaluation.tables.fidelity")

    def run(*arguments):
        code = module.main(["--cases", "1", "--decode", "1", *map(str, arguments)])
        return code, capsys.readouterr().out.splitlines()

    run.module = module
    return run


@pytest.fixture
def small(tmp_path):
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocab = {char: rank for rank, char in enumerate([*alphabet, "ab"])}
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=[("a", "b")]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    path = tmp_path / "files" / "small.json"
    path.parent.mkdir()
    tokenizer.save(str(path))
    return path


def test_a_row_a_file_of_a_folder(table, small):
    (small.parent / "pieces.txt").write_text("[UNK]\na\n")
    (small.parent / "notes.md").write_text("nothing to run")
    code, lines = table(small.parent)
    assert code == 0
    assert [line.split()[0][-10:] for line in lines[1:3]] == ["pieces.txt", "small.json"]
    assert lines[-1].startswith("2 artefacts, 0 could not run: ")
    assert " 0 diverged" in lines[-1]
    assert int(lines[1].split()[1].replace(",", "")) >= 512


def test_cases_and_ids_are_as_many_as_asked_for(table, small):
    _, lines = table("--cases", 600, "--decode", 300, small)
    encoded, decoded, staged, *_ = (int(one.replace(",", "")) for one in lines[1].split()[1:-1])
    assert encoded >= 600
    assert decoded >= 300
    assert staged > 0


@pytest.mark.parametrize("named", [".", ".."])
def test_of_a_model_directory_it_is_the_tokenizer_json(table, small, named):
    small.rename(small.with_name("tokenizer.json"))
    small.with_name("tokenizer_config.json").write_text('{"tokenizer_class": "LlamaTokenizer"}')
    code, lines = table(small.parent / named)
    assert code == 0
    assert lines[-1].startswith("1 artefacts, 0 could not run: ")


def test_an_unknown_name_is_a_row(table, small):
    code, lines = table("no-such-name", small)
    assert code == 2
    assert "no vocabulary is called 'no-such-name'" in lines[1]
    assert lines[-1].startswith("2 artefacts, 1 could not run: ")


def test_a_divergence_is_told_at_its_smallest(table, small, monkeypatch):
    document = json.loads(small.read_text())
    token = {"content": "ab", "single_word": True, "lstrip": False, "rstrip": False}
    document["added_tokens"] = [token | {"normalized": False, "special": True, "id": 256}]
    small.write_text(json.dumps(document))
    make = table.module.fidelity_cell

    def faulty(artefact, model):
        cell = make(artefact, model)
        left = SideSpec(FaultyReference("single-word-ignored"), artefact)
        return type(cell)(cell.model, cell.question, left, cell.right)

    monkeypatch.setattr(table.module, "fidelity_cell", faulty)
    code, lines = table(small, "--sweep")
    assert code == 1
    assert any("added_tokens" in line and "ab" in line for line in lines[2:-1])
    assert " 0 diverged" not in lines[-1]


def test_what_cannot_run_is_told(table, small):
    broken = small.with_name("broken.json")
    broken.write_text('{"model": {"type": "Other"}}')
    code, lines = table(broken, small)
    assert code == 2
    assert "broken.json" in lines[1]
    assert lines[-1].startswith("2 artefacts, 1 could not run: ")


def test_what_is_not_fetched_could_not_run(table, tmp_path, monkeypatch):
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path))
    code, lines = table("pix2tex")
    assert (code, lines[1].split()) == (2, ["pix2tex", "not", "fetched"])


def test_a_model_directory_is_one_artefact(table, small):
    directory = small.parent / "model"
    directory.mkdir()
    shutil.copy(small, directory / "tokenizer.json")
    code, lines = table(directory)
    assert code == 0
    assert lines[-1].startswith("1 artefacts")
