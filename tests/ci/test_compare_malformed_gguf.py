import importlib
from pathlib import Path

from reference_impl.errors import BadArtefact

ROOT = Path(__file__).parents[2]


def run(monkeypatch, capsys, change=None):
    monkeypatch.syspath_prepend(str(ROOT))
    if change is not None:
        monkeypatch.setattr(importlib.import_module("ci.compare_gguf_vocabularies"), "load", change)
    module = importlib.import_module("ci.compare_malformed_gguf")
    code = module.main(["--count", "1", "--start", "15", "--every", "25"])
    return code, capsys.readouterr().out


def test_both_refuse_most_and_agree_on_the_rest(monkeypatch, capsys):
    code, out = run(monkeypatch, capsys)
    assert code == 0
    assert " both refuse the file" in out
    assert "        0 diverged" in out


def test_a_file_that_only_one_refuses_is_listed(monkeypatch, capsys):
    def refuse(artefact):
        raise BadArtefact(artefact.path, "all", "is refused")

    _, out = run(monkeypatch, capsys, refuse)
    assert " only the reference refuses" in out
    assert "all: is refused" in out
