import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tokparity.corpora.vocabs.companions import COMPANIONS
from tokparity.harness.triage.tokenizer_folder import LeadsOut, is_loaded, tokenizer_files

BLOB = "0f" * 20
XET = "ab" * 32


@pytest.fixture
def folder(tmp_path):
    """A model's folder, in that of a repository of the hub's cache."""
    made = tmp_path / "cache" / "models--a--b" / "snapshots" / "c0ffee"
    made.mkdir(parents=True)
    (made / "tokenizer.json").write_text("{}")
    return made


@pytest.fixture
def link(folder):
    """Put a link into the folder that leads to a new file somewhere."""

    def make(name, place):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("linked")
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(place)

    return make


def test_what_libraries_read_and_nothing_else(folder):
    inner = folder / "additional_chat_templates"
    inner.mkdir()
    theirs = ("tokenizer.4.0.0.json", "spiece.model", "qwen.tiktoken", "vocab.txt", "config.json")
    owners = ("credentials.json", "notes.txt", "tokenizer.json.bak", "w.safetensors", "a.jinja")
    for name in (*theirs, *owners, f"{inner.name}/rag.jinja", f"{inner.name}/notes.json"):
        (folder / name).write_text("{}")
    assert set(tokenizer_files(folder)) == {"tokenizer.json", *theirs, f"{inner.name}/rag.jinja"}


def test_every_name_that_the_library_knows():
    source = Path(find_spec("transformers").origin).parent
    named = set(COMPANIONS)
    for path in source.rglob("tokenization_*.py"):
        named |= set(re.findall(r'"\w+_file": "([^"]+)"', path.read_text("utf-8")))
        named |= set(re.findall(r'^[A-Z_]+_FILE = "([^"]+)"', path.read_text("utf-8"), re.M))
    assert len(named) > 25
    assert [name for name in sorted(named) if not is_loaded(name)] == []


def test_a_link_that_leads_out(folder, link, tmp_path):
    (folder / "v2.model").write_text("m")
    (folder / "tokenizer.model").symlink_to("v2.model")
    assert "tokenizer.model" in tokenizer_files(folder)
    link("credentials.json", tmp_path / "own.json")
    assert "credentials.json" not in tokenizer_files(folder)
    link("vocab.json", tmp_path / "own.json")
    with pytest.raises(LeadsOut, match=r"vocab\.json: is a link"):
        tokenizer_files(folder)


@pytest.mark.parametrize(
    "blob",
    [
        pytest.param(f"models--a--b/blobs/{BLOB}", id="of-the-repository"),
        pytest.param(f"blobs/ab/{XET}", id="of-all-repositories"),
    ],
)
def test_a_blob_of_the_hubs_cache(blob, folder, link, tmp_path):
    link("vocab.json", tmp_path / "cache" / blob)
    link("additional_chat_templates/rag.jinja", tmp_path / "cache" / blob)
    assert len(tokenizer_files(folder)) == 3
    (tmp_path / "model").symlink_to(folder)
    assert len(tokenizer_files(tmp_path / "model")) == 3


@pytest.mark.parametrize(
    "place",
    [
        f"models--a--c/blobs/{BLOB}",
        "models--a--b/blobs/own.json",
        f"blobs/00/{XET}",
        f"blobs/{BLOB}",
        f"models--a--b/{BLOB}",
    ],
)
def test_what_is_no_blob_of_it(place, folder, link, tmp_path):
    link("vocab.json", tmp_path / "cache" / place)
    with pytest.raises(LeadsOut):
        tokenizer_files(folder)


def test_a_link_in_place_of_the_folder_of_templates(folder, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "a.jinja").write_text("own")
    (folder / "additional_chat_templates").symlink_to(tmp_path / "own")
    with pytest.raises(LeadsOut):
        tokenizer_files(folder)
