from typing import get_args

import pytest

from tokparity.harness.triage.report_folder import SUFFIX, Folder, ImportedInPlace, LinkInPlace
from tokparity.reference_impl.contract import Artefact, Format


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path / "triage")


@pytest.fixture
def held(tmp_path):
    path = tmp_path / "held.bin"
    path.write_bytes(b"content")
    return Artefact("held", "gguf", path, "ab")


def test_a_file_stands_beside_each_report_and_once_on_the_disk(folder, held):
    assert folder.copy("one", held, "tokenizer") == "tokenizer.gguf"
    assert folder.copy("two", held, "expected") == "expected.gguf"
    first, second = folder.root / "one" / "tokenizer.gguf", folder.root / "two" / "expected.gguf"
    assert first.read_bytes() == second.read_bytes() == b"content"
    assert first.stat().st_ino == second.stat().st_ino != held.path.stat().st_ino


def test_what_is_beside_a_file_stands_in_a_folder_that_goes_with_it(folder, held, tmp_path):
    folder.copy("one", held, "tokenizer")
    folder.copy_beside("one", "tokenizer.gguf", {"config.json": held.path})
    place = folder.root / "one" / "tokenizer.beside"
    assert (place / "config.json").read_bytes() == b"content"
    assert list(folder.begin("one").iterdir()) == []
    place.symlink_to(tmp_path)
    with pytest.raises(LinkInPlace):
        folder.copy_beside("one", "tokenizer.gguf", {"config.json": held.path})
    assert not (tmp_path / "config.json").exists()


def test_written_again_it_is_the_new_content(folder, held):
    folder.copy("one", held, "tokenizer")
    held.path.write_bytes(b"new")
    Folder(folder.root).copy("one", held, "tokenizer")
    assert (folder.root / "one" / "tokenizer.gguf").read_bytes() == b"new"
    assert sorted(one.name for one in (folder.root / "one").iterdir()) == ["tokenizer.gguf"]


def test_of_a_report_that_is_written_anew_no_file_is_taken(folder, held, tmp_path):
    """Two cases may show one finding, each with a tokenizer of its own."""
    folder.copy("one", held, "tokenizer")
    (tmp_path / "other.bin").write_bytes(b"other")
    folder.begin("one")
    folder.copy("one", Artefact("other", "gguf", tmp_path / "other.bin", "cd"), "tokenizer")
    folder.copy("two", held, "tokenizer")
    assert (folder.root / "two" / "tokenizer.gguf").read_bytes() == b"content"


def test_what_an_earlier_report_left_goes_and_nothing_else(folder, held, tmp_path):
    folder.copy("one", held, "tokenizer")
    place = folder.of_finding("one")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "kept").touch()
    (place / "expected").symlink_to(tmp_path / "outside")
    (place / "tokenizer").mkdir()
    (place / "tokenizer" / "tokenizer.json").touch()
    for name in ("repro.py", "report.md", "notes.txt"):
        (place / name).touch()
    assert folder.begin("one") == place
    assert [one.name for one in place.iterdir()] == ["notes.txt"]
    assert (tmp_path / "outside" / "kept").is_file()


def test_a_file_that_is_too_large_is_not_copied(folder, held, monkeypatch):
    monkeypatch.setattr("tokparity.harness.triage.report_folder.LARGEST_COPY", 3)
    assert folder.copy("one", held, "tokenizer") is None


def test_of_a_folder_only_what_a_tokenizer_is_made_of(folder, tmp_path):
    source = tmp_path / "model"
    source.mkdir()
    names = "weights.safetensors", "code.py", "credentials.json", "notes.txt"
    for name in ("tokenizer.json", "tokenizer_config.json", *names):
        (source / name).write_text("{}")
    (source / "additional_chat_templates").mkdir()
    (source / "additional_chat_templates" / "rag.jinja").write_text("{{ messages }}")
    held = Artefact("m", "tokenizer_config.json", source / "tokenizer_config.json", "ab")
    assert folder.copy("one", held, "tokenizer") == "tokenizer"
    copied = {one.name for one in (folder.root / "one" / "tokenizer").rglob("*.*")}
    assert copied == {"tokenizer.json", "tokenizer_config.json", "rag.jinja"}


def test_a_folder_with_a_link_that_leads_out_stays_where_it_is(folder, tmp_path):
    source = tmp_path / "model"
    source.mkdir()
    (source / "tokenizer_config.json").write_text("{}")
    (tmp_path / "own.json").write_text("own")
    (source / "vocab.json").symlink_to(tmp_path / "own.json")
    held = Artefact("m", "tokenizer_config.json", source / "tokenizer_config.json", "ab")
    assert folder.copy("one", held, "tokenizer") is None
    assert list((folder.root / "one").iterdir()) == []


def test_every_format_has_a_name_beside_a_report():
    assert set(SUFFIX) == set(get_args(Format))


def test_a_link_is_never_followed(folder, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("kept")
    place = folder.of_finding("one")
    (place / "report.md").symlink_to(victim)
    folder.write(place / "report.md", "report")
    assert victim.read_text() == "kept"
    assert (place / "report.md").read_text() == "report"
    outside = tmp_path / "outside"
    outside.mkdir()
    (folder.root / "two").symlink_to(outside)
    with pytest.raises(LinkInPlace, match="two: is a link"):
        folder.of_finding("two")
    (tmp_path / "linked").symlink_to(outside)
    with pytest.raises(LinkInPlace):
        Folder(tmp_path / "linked").of_finding("one")
    assert list(outside.iterdir()) == []


def test_a_file_of_an_earlier_run_goes(folder, tmp_path):
    folder.drop("index.md")
    assert not folder.root.exists()
    victim = tmp_path / "victim"
    victim.touch()
    folder.of_finding("one")
    (folder.root / "index.md").symlink_to(victim)
    folder.drop("index.md")
    folder.drop("one")
    assert [one.name for one in folder.root.iterdir()] == ["one"]
    assert victim.is_file()
    (tmp_path / "linked").symlink_to(folder.root)
    (folder.root / "index.md").touch()
    with pytest.raises(LinkInPlace):
        Folder(tmp_path / "linked").drop("index.md")
    assert (folder.root / "index.md").is_file()


def test_what_fails_leaves_nothing(folder, held):
    held.path.unlink()
    with pytest.raises(OSError, match="held"):
        folder.copy("one", held, "tokenizer")
    place = folder.of_finding("one")
    with pytest.raises(UnicodeEncodeError):
        folder.write(place / "report.md", "\ud800")
    assert list(place.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["tokenizers.py", "ctypes.PYC", "json.cpython-312-x86_64-linux-gnu.so", "tiktoken/"]
)
def test_what_python_would_import_is_refused(name, folder, held):
    folder.copy("one", held, "tokenizer")
    place = folder.of_finding("one")
    obstacle = place / name
    obstacle.mkdir() if name.endswith("/") else obstacle.touch()
    with pytest.raises(ImportedInPlace, match="which python would import: remove it") as told:
        folder.begin("one")
    assert obstacle.name in str(told.value)
    assert (place / "tokenizer.gguf").is_file()


def test_a_name_that_is_refused_is_shown_as_ascii(folder):
    (folder.of_finding("one") / "\x1b[31m\u202e.py").touch()
    with pytest.raises(ImportedInPlace) as told:
        folder.begin("one")
    assert "'\\x1b[31m\\u202e.py'" in str(told.value)


def test_what_a_report_is_made_of_is_never_refused(folder):
    place = folder.begin("one")
    for name in ("report.md", "repro.py", "tokenizer.json", "expected.model"):
        folder.write(place / name, "x")
    (place / ".git").mkdir()
    folder.begin("one")
    assert [one.name for one in place.iterdir()] == [".git"]
