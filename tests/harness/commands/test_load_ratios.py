"""Both sides give the same ids; what is measured is not looked at here."""

import sys

import pytest
from fake_subject import BYTES
from harness_fixtures import file, ranks, save

from tokparity.harness.commands import load_ratios as module
from tokparity.harness.commands.load_ratios import NoFirstAnswer, load_ratios, process

__all__ = ["file", "ranks", "save"]


def test_two_rows_of_a_tokenizer_json(save):
    artefact = save(BYTES, "bytes")
    rows = list(load_ratios(str(artefact.path), artefact, 2))
    assert [(row.what, row.size) for row in rows] == [
        ("load and first encode", 1),
        ("the same, whole process", 1),
    ]
    assert all(row.ours > 0 and row.theirs > 0 and row.times > 0 for row in rows)


def test_ranks_have_no_program(ranks):
    artefact = ranks(r"\p{L}+|\s+|[^\p{L}\s]")
    assert [row.what for row in load_ratios("ranks", artefact, 1)] == ["load and first encode"]


def test_other_ids_are_not_measured(save, monkeypatch):
    artefact = save(BYTES, "bytes")
    monkeypatch.setitem(module._THEIRS, "tokenizer.json", "print(1, 2)")
    with pytest.raises(NoFirstAnswer, match="differ"):
        list(load_ratios(str(artefact.path), artefact, 1))


def test_a_process_that_fails_is_not_measured():
    with pytest.raises(NoFirstAnswer):
        process([sys.executable, "-c", "raise SystemExit(3)"])
    seconds, said = process([sys.executable, "-c", "print('é')"])
    assert seconds > 0
    assert said == "é\n"


def test_a_process_keeps_what_python_compiled(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    _, said = process([sys.executable, "-c", "import sys; print(sys.dont_write_bytecode)"])
    assert said == "False\n"
