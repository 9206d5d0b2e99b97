import importlib
from dataclasses import replace
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture
def sweep(monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(ROOT))
    module = importlib.import_module("evaluation.comparisons.sentencepiece_models")

    def run(*arguments):
        code = module.main([str(argument) for argument in arguments])
        return code, capsys.readouterr().out.splitlines()

    run.module = module
    return run


def test_a_sample_without_a_difference(sweep):
    code, lines = sweep("--models", 18, "--texts", 25, "--first", 1008)
    assert (code, len(lines)) == (0, 1), lines
    assert lines[0].startswith("18 models (6 bpe, 3 char, 6 unigram, 3 word), ")
    assert ", 0 diverged, " in lines[0]


def test_a_fault_is_told(sweep, monkeypatch):
    load = sweep.module.loaded

    def wrong(artefact):
        reference, library = load(artefact)
        known = replace(reference.model.known, byte_fallback=False)
        return replace(reference, model=replace(reference.model, known=known)), library

    monkeypatch.setattr(sweep.module, "loaded", wrong)
    code, lines = sweep("--models", 9, "--texts", 20)
    assert code == 1
    assert any(line.startswith("model ") for line in lines)
    assert ", 0 diverged, " not in lines[-1]
