"""A second opinion is one file: written into a copy of the product, it is all that it takes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tokparity
from tests.shared.generated_only import COMMAND

ROOT = Path(__file__).parents[2]
NAME = "acme_tokenizer"
ADAPTER = '''"""The adapter for a tokenizer of Acme, which is `tokenizers` behind their own API."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from tokparity.oracles.protocol import OracleSpec
from tokparity.reference_impl.contract import (
    Artefact, DecodeOptions, EncodeOptions, Encoding, Format, Options, Stage, Text
)


class AcmeTokenizer:
    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer

    @classmethod
    def load(cls, artefact: Artefact) -> "AcmeTokenizer":
        from tokenizers import Tokenizer

        return cls(Tokenizer.from_file(str(artefact.path)))

    @staticmethod
    def version() -> str:
        return version("tokenizers")

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        match options:
            case EncodeOptions(_, parse_special):
                return parse_special
            case DecodeOptions(_, remove_special):
                return not remove_special

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        encoded = self._tokenizer.encode(text, add_special_tokens=options.add_special)
        return Encoding(tuple(encoded.ids))

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        return Text(self._tokenizer.decode(ids, skip_special_tokens=options.skip_special))

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        raise NotImplementedError(f"Acme does not show its {stage} stage")


ORACLE = OracleSpec(
    module=__name__,
    adapter="AcmeTokenizer",
    engine="tokenizers",
    distribution="tokenizers",
    formats=("tokenizer.json",),
    decodes="text",
    reports_offsets=False,
    library="Acme",
)
'''
TOKENIZER = {
    "version": "1.0",
    "added_tokens": [],
    "normalizer": {"type": "Lowercase"},
    "pre_tokenizer": {"type": "Whitespace"},
    "decoder": {"type": "Fuse"},
    "model": {
        "type": "WordLevel",
        "vocab": {"?": 0, **{word: at for at, word in enumerate("abc defgh", 1) if word != " "}},
        "unk_token": "?",
    },
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A folder to import `tokparity` from: links to the product, and one folder of its own."""
    folder = tmp_path_factory.mktemp("copy")
    package = folder / "tokparity"
    package.mkdir()
    for path in Path(tokparity.__file__).parent.iterdir():
        if path.suffix == ".py":
            shutil.copy(path, package)  # its place is where workers import from
        elif path.name not in ("oracles", "__pycache__"):
            (package / path.name).symlink_to(path.resolve())
    shutil.copytree(ROOT / "oracles", package / "oracles")
    return folder


@pytest.fixture
def acme(copy):
    """Writes the adapter into the copy, changed as a test wants it."""

    def write(old="", new=""):
        assert old in ADAPTER
        content = ADAPTER.replace(old, new) if old else ADAPTER
        (copy / "tokparity/oracles/adapters" / f"{NAME}.py").write_text(content, "utf-8")

    return write


@pytest.fixture
def run(copy, tmp_path):
    def run(*words, folder=tmp_path, command=(sys.executable, "-P", "-m")):
        environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            [*command, *words],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
        )

    return run


@pytest.fixture
def tokenizer_json(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(TOKENIZER))
    return str(path)


def test_it_encodes_and_decodes(acme, run, tokenizer_json):
    acme()
    ids = run("tokparity", "encode", tokenizer_json, "A b?", "--oracle", NAME)
    assert (ids.stdout, ids.returncode) == ("1 2 0\n", 0), ids.stderr
    text = run("tokparity", "decode", tokenizer_json, "1", "2", "--oracle", NAME)
    assert (text.stdout, text.returncode) == ("ab\n", 0), text.stderr


def check(run, tokenizer_json, folder):
    words = ("check", tokenizer_json, "--oracle", NAME, "--cases", "1500", "--out", str(folder))
    return run("tokparity", *words)


def test_it_is_compared_with_the_native_library_and_agrees(acme, run, tokenizer_json, tmp_path):
    acme()
    done = check(run, tokenizer_json, tmp_path / "run")
    assert done.returncode == 0, done.stdout + done.stderr
    info = json.loads((tmp_path / "run" / "run.json").read_text())
    (pair,) = info["pairs"]
    assert (pair["question"], pair["left"], pair["right"]) == (
        "parity",
        "huggingface_tokenizers",
        NAME,
    )
    assert info["oracles"][NAME] == info["oracles"]["huggingface_tokenizers"]


def test_where_it_differs_the_stage_is_named(acme, run, tokenizer_json, tmp_path):
    acme(
        "return cls(Tokenizer.from_file(str(artefact.path)))",
        "tokenizer = Tokenizer.from_file(str(artefact.path))\n"
        "        tokenizer.normalizer = None\n"
        "        return cls(tokenizer)",
    )
    done = check(run, tokenizer_json, tmp_path / "run")
    assert done.returncode == 1, done.stdout + done.stderr
    (line,) = (tmp_path / "run" / "findings.jsonl").read_text().splitlines()
    assert json.loads(line)["key"].startswith(
        f"v2/parity/encode/huggingface_tokenizers~{NAME}/normalizer/"
    )
    report = run("tokparity", "triage", str(tmp_path / "run"))
    assert report.returncode == 2, report.stderr
    assert "how a script asks Acme): Acme encodes A otherwise than tokenizers" in report.stdout


@pytest.mark.vocabulary
def test_a_run_asks_it_where_it_is_named_and_is_replayed(acme, run, tmp_path):
    acme()
    words = ("--jobs", "1", "--out")
    asked = ("--vocab", "qwen3", "--oracle", NAME, "--cases", "64", *words, "first")
    done = run("run", *asked, command=COMMAND)
    assert done.returncode == 0, done.stderr
    again = run("run", "--replay", "first", *words, "again", command=COMMAND)
    assert again.returncode == 0, again.stderr
    runs = [json.loads((tmp_path / one / "run.json").read_text()) for one in ("first", "again")]
    assert {pair["right"] for info in runs for pair in info["pairs"]} == {NAME}
    assert runs[0]["cases"] == runs[1]["cases"]


def test_the_contract_of_all_oracles_is_its_own(acme, run):
    acme()
    test = "tests/oracles/test_protocol.py"
    done = run("pytest", "-q", "-p", "no:cacheprovider", "-k", "acme or Acme", test, folder=ROOT)
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) >= 10
