"""What a run gave a subject beside a file, for scripts that are to give it the same."""

import json
from dataclasses import replace

import pytest

from tokparity.harness.triage import given_files
from tokparity.harness.triage.given_files import given_beside, laid_out, told_holding
from tokparity.oracles.subjects.handover import Handover
from tokparity.oracles.subjects.library import Library, Way
from tokparity.oracles.subjects.spec import Server, subject_spec
from tokparity.reference_impl.contract import Artefact, Encoding, Settings
from tokparity.reports.triage.exhibit import Part, Stranger

LOOKS = Library(
    "looks", "pip", "looks==1", "C", "MIT", (Way("t = load(D)", ("tokenizer.json",)),), 1
)
ALONE = Library(
    "alone", "pip", "alone==1", "C", "MIT", (Way("t = load(F)", ("tokenizer.json",)),), 1
)


@pytest.fixture(autouse=True)
def libraries(monkeypatch):
    found = {each.name: each for each in (LOOKS, ALONE)}
    monkeypatch.setattr("tokparity.reports.records.engine.find_library", found.get)


@pytest.fixture
def model(tmp_path):
    """A folder of a model, with a secret of its owner's in it."""
    folder = tmp_path / "model"
    folder.mkdir()
    for name in ("tokenizer.json", "tokenizer_config.json", "secret.txt"):
        (folder / name).write_text(json.dumps(name))
    return Artefact("model", "tokenizer.json", folder / "tokenizer.json", "0" * 64)


@pytest.fixture
def cached(model, monkeypatch, tmp_path):
    """The same file as a cache has it: under its digest, the files beside it known by name."""
    blob = tmp_path / "0000"
    blob.write_bytes(model.path.read_bytes())
    config = model.path.with_name("tokenizer_config.json")
    known = {config.name: config, "additional_chat_templates/rag.jinja": config}
    monkeypatch.setattr(given_files, "known_beside", lambda _: known)
    return replace(model, path=blob)


def part(engine, stranger=None):
    return Part("got", engine, None, "model", Encoding(()), False, stranger=stranger)


def test_what_lies_beside_a_file_that_is_given_where_it_lies(model):
    assert list(given_beside(model)) == ["tokenizer_config.json"]
    assert given_beside(replace(model, settings=Settings(limits=False))) == {}  # a copy is given


def test_what_the_catalogue_knows(cached):
    assert list(given_beside(cached)) == ["tokenizer_config.json"]
    assert list(given_beside(replace(cached, settings=Settings(limits=False)))) == [
        "tokenizer_config.json"
    ]


def test_a_link_that_leads_out_is_not_given(model, tmp_path):
    (tmp_path / "elsewhere").touch()
    model.path.with_name("tokenizer_config.json").unlink()
    model.path.with_name("tokenizer_config.json").symlink_to(tmp_path / "elsewhere")
    assert given_beside(model) == {}


def test_a_folder_has_none_beside_it(model):
    config = model.path.with_name("tokenizer_config.json")
    assert given_beside(replace(model, path=config, format="tokenizer_config.json")) == {}


@pytest.mark.parametrize(
    ("side", "beside"),
    [
        pytest.param(part("lib:looks"), True, id="a-load-that-looks-there"),
        pytest.param(part("lib:alone"), False, id="a-load-of-the-file"),
        pytest.param(part("lib:nobody"), False, id="no-such-library"),
        pytest.param(part("subject:x", Stranger(subject_spec("exec:./x"))), True, id="a-program"),
        pytest.param(
            part("subject:x", Stranger(subject_spec("exec:./x"), ("model",))), False, id="its-own"
        ),
        pytest.param(
            part("subject:x", Stranger(Server("llama-server", "h", 1))), False, id="a-server"
        ),
    ],
)
def test_only_what_may_look_there_has_files_beside(side, beside, model):
    holding = told_holding(side, model)
    assert holding.beside == (("tokenizer_config.json",) if beside else ())
    assert (holding.is_told, holding.called) == (True, "tokenizer.json")


def test_a_script_finds_the_files_as_the_run_gave_them(cached, tmp_path):
    holding = told_holding(part("lib:looks"), cached)
    path = laid_out(cached, holding, tmp_path)
    handover = Handover()
    given = handover.path(cached, {"tokenizer_config.json": tmp_path / "model" / "tokenizer.json"})
    assert sorted(it.name for it in path.parent.iterdir()) == sorted(
        it.name for it in given.parent.iterdir()
    )
    assert (path.name, path.read_bytes()) == (given.name, given.read_bytes())
    handover.close()
    assert laid_out(cached, told_holding(part("lib:alone"), cached), tmp_path) == cached.path
