"""The table of bundled adapters says what it can mean; what it means, the libraries themselves say.

Nothing is installed here: `test_installed_libraries` does that for a few.
"""

import ast
import re
import shutil
import subprocess
from importlib.resources import files

import pytest

from tokparity.corpora.vocabs.catalogue import manifests
from tokparity.corpora.vocabs.manifest import NPM, PIP
from tokparity.oracles.protocol import ORACLES
from tokparity.oracles.subjects.environments import javascript_of
from tokparity.oracles.subjects.handover import NAMES
from tokparity.oracles.subjects.library import (
    DECODE,
    ENCODE,
    UnknownLibrary,
    find_library,
    libraries,
    library_called,
    native_libraries,
)
from tokparity.oracles.subjects.spec import subject_name

LONGEST = 40
"""Lines of code of an adapter."""
ENTRIES = [pytest.param(library, id=name) for name, library in libraries().items()]
PYTHON = [pytest.param(it, id=name) for name, it in libraries().items() if it.registry == "pip"]


def test_there_are_forty_implementations_of_different_packages():
    packages = {
        (it.registry, re.split("==|@(?!.*@)", it.package)[0]) for it in libraries().values()
    }
    assert len(packages) == len(libraries()) >= 40


@pytest.mark.parametrize("library", ENTRIES)
def test_an_entry_names_what_there_is(library):
    pins = PIP if library.registry == "pip" else NPM
    for package in (library.package, *library.needs):
        assert pins.fullmatch(package), package
    assert library.mb > 0
    assert subject_name(library.name) == library.name
    formats = {manifest.name: manifest.format for manifest in manifests()}
    for way in library.ways:
        assert way.formats or way.vocabularies
        assert set(way.formats) <= NAMES.keys()
        assert way.vocabularies.keys() <= formats.keys()
        assert way.encode, "nothing would be asked"
        assert way.encode.keys() <= ENCODE.keys()
        assert way.decode.keys() <= DECODE.keys()
        can = library.capabilities_of([way])
        options = {(add, parse) for add in can.add_special for parse in can.parse_special}
        assert options == {ENCODE[name] for name in way.encode}, "it says that it can do more"


@pytest.mark.parametrize("library", ENTRIES)
def test_a_call_is_asked_as_the_native_library_can_be(library):
    native = {format: oracle for oracle in ORACLES.values() for format in oracle.formats}
    assert native
    for way in library.ways:
        only_text = {"sentencepiece", "tekken.json"} & set(way.formats)
        if only_text:  # their libraries read no special tokens in a text
            assert {"text", "added_text"} & way.encode.keys()


@pytest.mark.parametrize("library", ENTRIES)
def test_an_adapter_is_short(library):
    calls = [
        line
        for way in library.ways
        for code in (way.load, *way.encode.values(), *way.decode.values())
        for line in code.splitlines()
        if line.strip()
    ]
    assert len(calls) <= LONGEST


@pytest.mark.parametrize("library", PYTHON)
def test_calls_of_pip_are_python(library):
    for way in library.ways:
        ast.parse(way.load)
        names = {it.id for it in ast.walk(ast.parse(way.load)) if isinstance(it, ast.Name)}
        assert "t" in names or " as t" in way.load
        for call in (*way.encode.values(), *way.decode.values()):
            assert "X" in {
                it.id for it in ast.walk(ast.parse(call, mode="eval")) if isinstance(it, ast.Name)
            }


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_calls_of_npm_are_javascript(tmp_path):
    host = (files("tokparity.oracles.subjects") / "javascript_host.mjs").read_text("utf-8")
    blocks = [
        f"{{ {javascript_of(library).removesuffix(host)} }}"
        for library in libraries().values()
        if library.registry == "npm"
    ]
    module = tmp_path / "all.mjs"
    module.write_text("\n".join(blocks))
    done = subprocess.run(["node", "--check", module], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_a_library_can_is_the_sum_of_its_ways():
    can = library_called("kitoken").capabilities
    assert can.formats == ("tokenizer.json", "sentencepiece", "tiktoken", "tekken.json")
    assert can.parse_special == (False, True)
    assert can.add_special == (False,)
    assert library_called("riptoken").version == "0.2.4"


def test_a_name_that_is_none_is_met_with_the_nearest():
    with pytest.raises(UnknownLibrary, match="Did you mean 'lib:kitoken'"):
        library_called("kitokens")


def test_a_way_can_do_less_than_the_library():
    library = library_called("kitoken")
    model = next(way for way in library.ways if "sentencepiece" in way.formats)
    can = library.capabilities_of([model])
    assert (can.formats, can.parse_special, can.skip_special) == (
        ("sentencepiece",),
        (False,),
        (True,),
    )


def test_what_packages_bring_along_is_pinned_too():
    lines = (files("tokparity.oracles.subjects") / "libraries" / "constraints.txt").read_text()
    pins = [line for line in lines.splitlines() if not line.startswith("#")]
    assert all(PIP.fullmatch(pin) for pin in pins)
    names = [pin.partition("==")[0] for pin in pins]
    assert names == sorted(set(names))
    own = {pin for it in libraries().values() if it.registry == "pip" for pin in it.needs}
    for pin in own:  # a package pinned in two ways could not be installed
        name, _, version = pin.replace("_", "-").lower().partition("==")
        assert name not in names or f"{name}=={version}" in pins


def test_a_native_library_is_bundled_as_the_oracle_has_it():
    pinned = {name: library.version for name, library in native_libraries().items()}
    here = {spec.distribution: spec for spec in ORACLES.values() if spec.installed}
    assert pinned == {name: here[name].installed_version().partition("+")[0] for name in pinned}
    assert not pinned.keys() & libraries().keys()
    for library in native_libraries().values():
        for way in library.ways:
            native = {name for name, spec in ORACLES.items() if spec.distribution == library.name}
            spoken = {it for name in native for it in ORACLES[name].formats}
            if library.name == "transformers":
                spoken.add("tokenizer.json")  # which runs on tokenizers, its native library
            assert set(way.formats) <= spoken


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("kitoken", "kitoken==0.11.1"),
        ("kitoken@0.10.1", "kitoken==0.10.1"),
        ("js-tiktoken@1.0.14", "js-tiktoken@1.0.14"),
        ("@lenml/tokenizers@3.0.0", "@lenml/tokenizers@3.0.0"),
        ("tokenizers@0.20.3", "tokenizers==0.20.3"),
        ("transformers@5.0.0rc1", "transformers==5.0.0rc1"),
    ],
)
def test_another_release_of_a_library(name, package):
    library = find_library(name)
    assert library.package.lower() == package
    assert library.ways == find_library(name.rpartition("@")[0] or name).ways


@pytest.mark.parametrize("name", ["none-such", "kitoken@", "kitoken@--help", "none-such@1.0", "@"])
def test_what_is_no_release_is_none(name):
    assert find_library(name) is None
