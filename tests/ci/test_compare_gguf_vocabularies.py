import importlib
from dataclasses import replace
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def script(monkeypatch, capsys):
    """A script of ci/, run in this process: (exit code, lines)."""
    monkeypatch.syspath_prepend(str(ROOT))

    def run(name, *arguments):
        code = importlib.import_module(f"ci.{name}").main(list(arguments))
        return code, capsys.readouterr().out.splitlines()

    return run


def test_a_few_vocabularies_agree(script):
    code, lines = script("compare_gguf_vocabularies", "--count", "3", "--texts", "20")
    assert code == 0
    assert "3 vocabularies" in [line.strip() for line in lines]
    encoded = next(int(line.split()[0]) for line in lines if line.endswith(" encoded"))
    assert encoded >= 3 * 2 * 20


def test_a_planted_divergence_is_told(script, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    module = importlib.import_module("ci.compare_gguf_vocabularies")
    loaded = module.load

    def planted(artefact):
        return replace(loaded(artefact), normalizer=None)

    monkeypatch.setattr(module, "load", planted)
    code, lines = script("compare_gguf_vocabularies", "--count", "1", "--texts", "20")
    assert code == 1
    assert any("by llama.cpp" in line for line in lines)


def test_llama_cpps_own_expectations(script, tmp_path):
    from corpora.generators.gguf_vocabularies.vocabulary import vocabulary

    path = tmp_path / "x.gguf"
    path.write_bytes(vocabulary(0, 15, 1).document.to_bytes())  # "test": ids are hashes
    Path(f"{path}.inp").write_bytes(b"a\n__ggml_vocab_test__\nb\n__ggml_vocab_test__\n")
    count = len(vocabulary(0, 15, 1).document.keys[b"tokenizer.ggml.tokens"][1])
    Path(f"{path}.out").write_text(f" {97 % count}\n {98 % count}\n")
    assert script("compare_inp_out", str(tmp_path)) == (
        0,
        [f"x.gguf{' ' * 34} {2:5} texts {0:5} differ", "1 sets, 2 texts, 0 differ"],
    )
    Path(f"{path}.out").write_text(f" {97 % count}\n {99 % count}\n")
    code, lines = script("compare_inp_out", str(tmp_path))
    assert (code, lines[-1]) == (1, "1 sets, 2 texts, 1 differ")
    assert script("compare_inp_out", str(ROOT))[0] == 2
