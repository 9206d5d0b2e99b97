"""An environment is made once, whole or not at all; what cannot be made says why.

No registry is asked: the packages are wheels that the tests make.
"""

import json
import shutil
import subprocess
import zipfile
from dataclasses import replace

import pytest

from tokparity.oracles.subjects import environments
from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.environments import (
    Environments,
    NotInstalled,
    bytes_of,
    javascript_of,
)
from tokparity.oracles.subjects.library import Library, Way, library_called
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Refusal,
    Text,
)

SOURCE = """
def load(path):
    print("noise on stdout")
    return [line.rstrip() for line in open(path, encoding="utf-8")]
def encode(pieces, text):
    return [pieces.index(char) for char in text]
"""


@pytest.fixture
def library(tmp_path):
    """A package of one module, in a folder of wheels."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    info = "tiny_tok-1.0.dist-info"
    with zipfile.ZipFile(wheels / "tiny_tok-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tiny_tok.py", SOURCE)
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny-tok\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    way = Way(
        "import tiny_tok; t = tiny_tok.load(F)",
        formats=("vocab.txt",),
        encode={"text": "tiny_tok.encode(t, X)"},
        decode={"all": "''.join(t[id] for id in X)"},
    )
    options = ("--no-index", f"--find-links={wheels}")
    return Library("tiny", "pip", "tiny-tok==1.0", "Python", "MIT", (way,), 1, installer=options)


def test_a_library_is_installed_once_and_answers(library, tmp_path):
    made = Environments(tmp_path / "environments")
    assert not made.is_made(library)
    folder = made.make(library)
    assert made.is_made(library)
    assert bytes_of(folder) > 0
    shutil.rmtree(tmp_path / "wheels")
    assert made.make(library) == folder, "nothing is installed twice"
    vocabulary = tmp_path / "ab12"
    vocabulary.write_text("a\nb\n\u00e9\n")
    with SubjectClient(made.program(library)) as client:
        handle = client.load(Artefact("tiny", "vocab.txt", vocabulary, "0" * 64))
        assert not isinstance(handle, Refusal), handle
        plain = EncodeOptions(add_special=False, parse_special=False)
        right, wrong = (
            client.submit_encode(handle, ["ab\u00e9", "z"], plain).result().observations()
        )
        assert right == Encoding((0, 1, 2), None)
        assert isinstance(wrong, Refusal)
        assert "ValueError" in wrong.detail
        decoded = client.submit_decode(handle, [(2, 0)], DecodeOptions()).result()
        assert list(decoded.observations()) == [Text("\u00e9a")]
        parsed = client.submit_encode(handle, ["a"], EncodeOptions(add_special=False)).result()
        assert [each.kind for each in parsed.observations()] == ["unsupported"]
    assert made.remove(library) > 0
    assert not made.is_made(library)
    assert made.remove(library) == 0


def test_what_cannot_be_installed_says_why_and_leaves_nothing(library, tmp_path):
    made = Environments(tmp_path / "environments")
    with pytest.raises(NotInstalled, match="no-such-package"):
        made.make(replace(library, package="no-such-package==1.0"))
    assert list(made.root.iterdir()) == []


def test_a_missing_installer_is_named(library, tmp_path, monkeypatch):
    monkeypatch.setattr(environments, "_commands", lambda *_: [["no-such-program"]])
    with pytest.raises(NotInstalled, match="no no-such-program on the PATH"):
        Environments(tmp_path / "environments").make(library)


def test_other_packages_are_another_folder(library, tmp_path):
    made = Environments(tmp_path)
    others = (
        replace(library, package="tiny-tok==1.1"),
        replace(library, needs=("numpy==2.2.6",)),
        replace(library, name="@tiny/tok", registry="npm"),
    )
    folders = {made.folder(each) for each in (library, *others)}
    assert len(folders) == 4
    assert all(folder.parent == tmp_path for folder in folders)


def test_what_a_library_takes_is_a_part_of_its_folder(tmp_path, monkeypatch):
    made = Environments(tmp_path)
    bundled, native = library_called("kitoken"), library_called("tokenizers")
    of_npm = library_called("gpt-tokenizer")
    before = [made.folder(each) for each in (bundled, native, of_npm)]
    monkeypatch.setattr(environments, "AS_OF", "2020-01-01")
    assert made.folder(of_npm) != before[2]
    pins = environments._constraints(bundled)
    assert "anyio==" in pins
    monkeypatch.setattr(
        environments, "_constraints", lambda library: pins.replace("anyio==", "anyio==9")
    )
    assert made.folder(bundled) != before[0]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("[1, 2n]", {"ids": [1, 2]}),
        ("Int32Array.of(3, 4)", {"ids": [3, 4]}),
        ("'157'", {"error": "encode gave a value of type string, and no list of ids"}),
        ("({ ids: [1] })", {"error": "encode gave a value of type object, and no list of ids"}),
        ("[1.5]", {"error": "an id is no whole number"}),
    ],
)
def test_what_javascript_gives_as_ids(library, tmp_path, answer, said):
    if shutil.which("node") is None:
        pytest.skip("node is not at hand: javascript_host.mjs is not tried")
    way = Way("return null;", ("tokenizer.json",), encode={"text": answer}, decode={})
    made = tmp_path / "subject.mjs"
    made.write_text(javascript_of(replace(library, registry="npm", ways=(way,))), "utf-8")
    asked = [
        {"id": 1, "op": "load", "format": "tokenizer.json", "path": "a"},
        {"id": 2, "op": "encode", "texts": ["a"], "add_special": False, "parse_special": False},
        {"id": 3, "op": "stop"},
    ]
    done = subprocess.run(
        ["node", str(made)],
        input="\n".join(map(json.dumps, asked)) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[1])["results"] == [said]


def test_a_module_of_npm_has_the_calls_of_its_library():
    module = javascript_of(library_called("gpt-tokenizer"))
    assert "t.encode(X, { disallowedSpecial: new Set() })" in module
    assert json.dumps("cl100k_base") in module
