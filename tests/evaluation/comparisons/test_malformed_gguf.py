import importlib
from pathlib import Path

from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.corpora.generators.gguf_vocabularies.vocabulary import vocabulary
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.file import read_metadata

ROOT = Path(__file__).parents[3]


def run(monkeypatch, capsys, change=None, files=()):
    monkeypatch.syspath_prepend(str(ROOT))
    if change is not None:
        monkeypatch.setattr(
            importlib.import_module("evaluation.comparisons.gguf_vocabularies"), "load", change
        )
    module = importlib.import_module("evaluation.comparisons.malformed_gguf")
    code = module.main(["--count", "1", "--start", "15", "--every", "25", *map(str, files)])
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


def test_files_that_are_given_are_broken_instead(monkeypatch, capsys, tmp_path):
    document = vocabulary(0, 15, 1).document
    paths = [tmp_path / "a.gguf", tmp_path / "b.gguf"]
    for path in paths:
        path.write_bytes(document.to_bytes())
    code, out = run(monkeypatch, capsys, files=paths)
    assert code == 0
    counts = {line[10:]: int(line[:9].replace(",", "")) for line in out.splitlines()[:-2]}
    assert counts["diverged"] == 0
    assert counts["files"] > 20
    assert counts["encoded"] > 0


def test_what_is_read_of_a_file_is_its_document(tmp_path):
    document = vocabulary(0, 3, 1).document
    path = tmp_path / "a.gguf"
    path.write_bytes(document.to_bytes())
    assert GgufDocument.of(read_metadata(path)).to_bytes() == document.to_bytes()


def test_more_than_a_second_is_not_accepted(monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setattr(
        importlib.import_module("evaluation.comparisons.malformed_gguf"), "_SECONDS", 0.0
    )
    code, out = run(monkeypatch, capsys)
    assert code == 1
    assert "        0 diverged" in out
