import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.loading import compiled_files, load
from tokparity.harness.cli import tokparity
from tokparity.harness.first_answer import cache_root, fetched, first_answer

NAME = "gpt-neox-20b"
TEXTS = ["hello world", "", " a\n\nb 1234's", "x" * 300, "def f(x):\n\treturn 1"]


@pytest.fixture
def cache(tmp_path, monkeypatch) -> Path:
    """A cache with one file, and what is compiled of it; and a folder with nothing to work in."""
    [manifest] = catalogue.find(NAME)
    artefact = catalogue.artefact(manifest, Cache.default())
    root = tmp_path / "cache"
    place = Cache(root).path(manifest.sha256)
    place.parent.mkdir(parents=True)
    shutil.copy(artefact.path, place)
    monkeypatch.setenv("TOKPARITY_CACHE", str(root))
    load(catalogue.artefact(manifest, Cache.default()))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return root


def command(*arguments: str) -> str:
    answer = CliRunner().invoke(tokparity, list(arguments))
    assert answer.exit_code == 0, answer.output
    return answer.output


@pytest.mark.vocabulary
def test_it_is_what_the_command_says(cache):
    for text in TEXTS:
        for flags in ([], ["--no-add-special"], ["--no-parse-special", "--no-add-special"]):
            arguments = ["encode", *flags, NAME, text]
            assert f"{first_answer(arguments)}\n" == command(*arguments)
    assert first_answer(["encode", NAME, "hello world", "--no-add-special"]) == "25521 1533"


@pytest.mark.vocabulary
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["decode", NAME, "1"],
        ["encode", NAME],
        ["encode", NAME, "a", "b"],
        ["encode", NAME, "a", "--json"],
        ["encode", NAME, "--", "a"],
        ["encode", NAME, "-a"],
        ["encode", NAME, "café"],
        ["encode", NAME, "a\udc80"],
        ["encode", NAME, "<|endoftext|>"],
        ["encode", "qwen3", "not fetched here"],
        ["encode", "qwen4", "a"],
        ["encode", "../x", "a"],
        ["encode", "hub:a/b", "a"],
        ["encode", f"{NAME}-as-gguf", "a"],
    ],
    ids=" ".join,
)
def test_what_is_left_to_the_command(cache, arguments):
    assert first_answer(arguments) is None


@pytest.mark.vocabulary
def test_a_name_that_means_something_else_here(cache):
    assert first_answer(["encode", NAME, "a"]) is not None
    Path(NAME).write_text("")
    assert first_answer(["encode", NAME, "a"]) is None
    Path(NAME).unlink()
    Path(".tokparity").mkdir()
    assert first_answer(["encode", NAME, "a"]) is None


@pytest.mark.vocabulary
def test_files_that_are_not_as_they_should_be(cache, monkeypatch):
    [manifest] = catalogue.find(NAME)
    source, compiled = Cache(cache).path(manifest.sha256), compiled_files().path(manifest.sha256)
    ask = ["encode", NAME, "hello world"]
    answer = first_answer(ask)
    good = compiled.read_bytes()
    for at in range(0, len(good), len(good) // 40):
        data = bytearray(good)
        data[at] ^= 255
        compiled.write_bytes(data)
        assert first_answer(ask) in (None, answer)
        compiled.write_bytes(good[:at])
        assert first_answer(ask) is None
    compiled.write_bytes(good)
    assert first_answer(ask) == answer
    monkeypatch.setenv("_TOKPARITY_COMPLETE", "bash_complete")
    assert first_answer(ask) is None
    monkeypatch.delenv("_TOKPARITY_COMPLETE")
    os.truncate(source, 100)
    assert first_answer(ask) is None
    source.unlink()
    assert first_answer(ask) is None


@pytest.mark.vocabulary
def test_the_whole_process(cache):
    code = (
        "import sys, json; from tokparity.__main__ import script; script();"
        "print(json.dumps([name for name in ('click', 'regex', 'numpy', 'typing', 'pathlib')"
        " if name in sys.modules]))"
    )
    arguments = [sys.executable, "-c", code, "encode", NAME, "hello world"]
    said = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.split("\n")
    assert said[0] == "25521 1533"
    assert json.loads(said[1]) == []
    plain = [sys.executable, "-m", "tokparity", "encode", NAME, "café"]
    assert subprocess.run(plain, capture_output=True, text=True, check=True).stdout.strip()


def test_the_two_lines_of_every_manifest(tmp_path):
    for manifest in catalogue.manifests():
        place = Cache(tmp_path).path(manifest.sha256)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
        os.truncate(place, manifest.bytes)
        assert fetched(manifest.name, str(tmp_path)) == manifest.sha256
        os.truncate(place, manifest.bytes + 1)
        assert fetched(manifest.name, str(tmp_path)) is None
        place.unlink()


@pytest.mark.parametrize(
    "environment",
    [
        {"TOKPARITY_CACHE": "/some/where"},
        {"XDG_CACHE_HOME": "/some/where"},
        {"XDG_CACHE_HOME": " "},
        {"XDG_CACHE_HOME": "", "TOKPARITY_CACHE": ""},
        {},
    ],
)
def test_the_cache_is_the_cache(monkeypatch, environment):
    for name in ("TOKPARITY_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    root = cache_root(os.environ)
    assert root is None or Path(root) == Cache.default().root
    assert root is not None or sys.platform != "linux"
