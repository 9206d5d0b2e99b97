import importlib
from dataclasses import replace
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture
def script(monkeypatch, capsys):
    """A script of ci/, run in this process: (exit code, lines)."""
    monkeypatch.syspath_prepend(str(ROOT))

    def run(name, *arguments):
        code = importlib.import_module(f"evaluation.comparisons.{name}").main(list(arguments))
        return code, capsys.readouterr().out.splitlines()

    return run


def test_a_few_vocabularies_agree(script):
    code, lines = script("gguf_vocabularies", "--count", "3", "--texts", "20")
    assert code == 0
    assert "3 vocabularies" in [line.strip() for line in lines]
    encoded = next(int(line.split()[0]) for line in lines if line.endswith(" encoded"))
    assert encoded >= 3 * 2 * 20


def test_a_fault_is_told(script, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    module = importlib.import_module("evaluation.comparisons.gguf_vocabularies")
    loaded = module.load

    def faulty(artefact):
        return replace(loaded(artefact), normalizer=None)

    monkeypatch.setattr(module, "load", faulty)
    code, lines = script("gguf_vocabularies", "--count", "1", "--texts", "20")
    assert code == 1
    assert any("by llama.cpp" in line for line in lines)
