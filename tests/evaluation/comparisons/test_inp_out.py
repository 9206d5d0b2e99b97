"""A set of expectations made by llama.cpp itself is met, and one changed id is seen."""

import importlib
import tarfile
from pathlib import Path

import pytest

from tokparity.corpora.generators.gguf_vocabularies.vocabulary import vocabulary
from tokparity.oracles.adapters.ggml_llama_cpp import ALONE, GgmlLlamaCpp

ROOT = Path(__file__).parents[3]
TEXTS = ("hello  world", " a\nb", "", "naïve 123", "\t日本")


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    return importlib.import_module("evaluation.comparisons.inp_out")


@pytest.fixture
def folder(tmp_path):
    """A vocabulary, texts, and what llama.cpp makes of them."""
    data = vocabulary(0, 15, 1).document.to_bytes()
    path = tmp_path / "models" / "ggml-vocab-some.gguf"
    path.parent.mkdir()
    path.write_bytes(data)
    native = GgmlLlamaCpp.of_content(data)
    lines = (" ".join(map(str, native.encode(text, ALONE).ids)) for text in TEXTS)
    path.with_name(f"{path.name}.out").write_text("".join(f" {line}\n" for line in lines))
    between = "\n__ggml_vocab_test__\n"
    path.with_name(f"{path.name}.inp").write_text(between.join((*TEXTS, "")))
    return path.parent


def test_every_text_of_a_set(script, folder, capsys):
    assert script.main([str(folder)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 sets, 5 texts, 0 differ"


def test_another_id_is_seen(script, folder, capsys):
    out = folder / "ggml-vocab-some.gguf.out"
    first, *rest = out.read_text().splitlines()
    out.write_text("\n".join([f"{first} 1", *rest]))
    assert script.main([str(folder)]) == 1
    assert "'hello  world'" in capsys.readouterr().out


def test_an_archive_is_a_folder(script, folder, tmp_path, capsys):
    archive = tmp_path / "package.tar.gz"
    with tarfile.open(archive, "w:gz") as opened:
        opened.add(folder, "package/vendor/models")
    assert script.main([str(archive)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 sets, 5 texts, 0 differ"


def test_without_a_set_nothing_is_fine(script, tmp_path):
    assert script.main([str(tmp_path)]) == 2


def test_the_package_of_the_catalogue(script, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(script, "download", lambda archive, to, _: asked.append(archive) or to)
    assert script.downloaded(tmp_path) == tmp_path
    assert asked[0].package.startswith("llama-cpp-python==")
