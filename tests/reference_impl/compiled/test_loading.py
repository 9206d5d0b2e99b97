import json
import os
import random
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from tests.reference_impl.compiled.test_tokenizer_json import check
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.reference_impl.compiled import loading as module
from tokparity.reference_impl.compiled import opening
from tokparity.reference_impl.compiled.blocks import BLOCK
from tokparity.reference_impl.compiled.loading import about_compiled, file_name, load_compiled
from tokparity.reference_impl.compiled.store import Store
from tokparity.reference_impl.contract import Artefact, Settings
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats import load

NAMES = ["gpt-neox-20b", "gpt2-ranks", "llama3-ignore-merges", "qwen3"]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(module, "WORTH_A_FILE", 0)
    return Store(tmp_path / "compiled")


@pytest.fixture
def artefact(byte_level: dict, tmp_path: Path) -> Artefact:
    return artefact_of(json.dumps(byte_level).encode(), tmp_path)


def artefact_of(data: bytes, folder: Path) -> Artefact:
    path = folder / "tokenizer.json"
    path.write_bytes(data)
    return Artefact("small", "tokenizer.json", path, sha256(data).hexdigest())


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_vocabularies(name, tmp_path):
    """By the source and writing, then twice by what was written."""
    artefact = catalogue.artefact(*catalogue.find(name), Cache.default())
    store = Store(tmp_path)
    plain = load(artefact)
    load_compiled(artefact, store)
    assert store.path(file_name(artefact)).is_file()
    quick = load_compiled(artefact, store)
    assert not quick.model.vocab._tables.is_whole
    check(plain, quick, 1)
    quick = load_compiled(artefact, store)
    assert quick.pieces() == plain.pieces()
    assert quick.model == plain.model
    check(plain, quick, 2)


def test_the_second_load_reads_no_source(artefact, store):
    plain = load_compiled(artefact, store)
    artefact.path.unlink()
    quick = load_compiled(artefact, store)
    assert quick.encode("hello world") == plain.encode("hello world")


def test_a_small_file_is_not_worth_it(artefact, store, monkeypatch):
    monkeypatch.setattr(module, "WORTH_A_FILE", artefact.path.stat().st_size + 1)
    load_compiled(artefact, store)
    assert not store.folder.exists()


def test_settings_are_kept_by_nobody(byte_level, tmp_path, store):
    limit = {"direction": "Right", "max_length": 2, "strategy": "LongestFirst", "stride": 0}
    artefact = artefact_of(json.dumps({**byte_level, "truncation": limit}).encode(), tmp_path)
    free = replace(artefact, settings=Settings(limits=False))
    for _ in range(2):
        assert len(load_compiled(artefact, store).encode("hello world it is").ids) == 2
        assert len(load_compiled(free, store).encode("hello world it is").ids) > 2


def test_a_file_that_is_no_longer_what_it_is_called_by_is_not_compiled(artefact, store):
    artefact.path.write_bytes(artefact.path.read_bytes() + b" ")
    load_compiled(artefact, store)
    assert not store.path(artefact.sha256).exists()


def test_a_bad_file_is_as_bad_as_ever(tmp_path, store):
    artefact = artefact_of(b'{"model": {"type": "BPE"}}', tmp_path)
    with pytest.raises(BadArtefact, match="vocab: is missing"):
        load_compiled(artefact, store)
    assert not store.folder.exists()


def test_damage_of_any_kind(artefact, store):
    """Bytes are changed by chance, some in a file that is open: no answer changes."""
    plain = load(artefact)
    load_compiled(artefact, store)
    path, generator = store.path(artefact.sha256), random.Random(0)
    good = path.read_bytes()
    text = "hello world, naïve café 1234567 你好 they've gone <x>"
    for at in range(60):
        path.write_bytes(good)
        opened = load_compiled(artefact, store) if at % 2 else None
        data = bytearray(good)
        start = generator.randrange(len(data))
        kind = at // 2 % 3
        if kind == 0:
            data[start] ^= 1 << generator.randrange(8)
        elif kind == 1:
            data[start : start + 3 * BLOCK] = generator.randbytes(len(data[start:][: 3 * BLOCK]))
        else:
            del data[start:]
        path.write_bytes(data)
        quick = opened or load_compiled(artefact, store)
        assert quick.encode(text) == plain.encode(text)
        assert quick.decode(range(300)) == plain.decode(range(300))
    assert not list(store.folder.glob("part-*"))


def test_a_damaged_file_is_written_again(artefact, store):
    load_compiled(artefact, store)
    path = store.path(artefact.sha256)
    good = path.read_bytes()
    for data in (good[:-1], b"", b"\0" * len(good), good[: len(good) // 2] + good):
        path.write_bytes(data)
        load_compiled(artefact, store)
        assert path.read_bytes() == good


def test_neither_file_is_what_it_was(artefact, store):
    """Nothing can be said then, and nothing is."""
    load_compiled(artefact, store)
    opened = load_compiled(artefact, store)
    os.truncate(store.path(artefact.sha256), BLOCK)
    artefact.path.write_bytes(b"{}")
    with pytest.raises(BadArtefact, match="was changed while it was in use"):
        opened.encode("hello world")


def test_a_file_of_another_format_is_read_as_ever(tmp_path, store):
    path = tmp_path / "chat.jinja"
    path.write_text("{{ messages }}", "utf-8")
    artefact = Artefact("chat", "chat_template", path, sha256(path.read_bytes()).hexdigest())
    with pytest.raises(BadArtefact, match="renders conversations"):
        load_compiled(artefact, store)
    assert not store.folder.exists()


def test_a_tokenizer_is_compiled_whole_where_its_tables_alone_are_not(tmp_path, store):
    words = {"model": {"type": "WordLevel", "vocab": {"a": 0, "b": 1}, "unk_token": "a"}}
    artefact = artefact_of(json.dumps(words).encode(), tmp_path)
    plain = load_compiled(artefact, store)
    assert not store.path(artefact.sha256).exists()
    size = store.path(artefact.sha256, "tokenizer").stat().st_size
    assert about_compiled(artefact, store).startswith(f"{size:,} bytes")
    artefact.path.unlink()
    assert load_compiled(artefact, store).encode("b") == plain.encode("b")


def test_a_damaged_tokenizer_is_written_again(tmp_path, store):
    path = tmp_path / "vocab.txt"
    path.write_text("[UNK]\n[CLS]\n[SEP]\n[PAD]\n[MASK]\nso\n", "utf-8")
    artefact = Artefact("words", "vocab.txt", path, sha256(path.read_bytes()).hexdigest())
    plain = load_compiled(artefact, store)
    compiled = store.path(artefact.sha256, "tokenizer")
    good = compiled.read_bytes()
    for data in (good[:-1], b"", b"\0" * len(good), good[: len(good) // 2] + good):
        compiled.write_bytes(data)
        assert load_compiled(artefact, store).encode("so so") == plain.encode("so so")
        assert compiled.read_bytes() == good


def test_what_is_said_of_it(artefact, byte_level, store, tmp_path, monkeypatch):
    load_compiled(artefact, store)
    said = about_compiled(artefact, store)
    size = store.path(artefact.sha256).stat().st_size
    source = artefact.path.stat().st_size
    start = f"{size:,} bytes, its source {source:,}"
    assert said == f"{start}, and plain texts are encoded by it alone"
    lower = {**byte_level, "normalizer": {"type": "Lowercase"}}
    other = artefact_of(json.dumps(lower).encode(), tmp_path)
    load_compiled(other, store)
    assert about_compiled(other, store).endswith(f"{other.path.stat().st_size:,}")
    (tmp_path / "file").write_text("")
    other = artefact_of(json.dumps(byte_level).encode(), tmp_path)
    nowhere = Store(tmp_path / "file" / "compiled")
    assert about_compiled(other, nowhere) == "no file: none can be written"
    chat = replace(other, format="chat_template")
    assert about_compiled(chat, store).endswith("is read as it is")
    monkeypatch.setattr(module, "WORTH_A_FILE", 1 << 30)
    assert about_compiled(other, store) == "no file: its source is small"


def test_code_that_cannot_be_read_has_no_version(artefact, store, monkeypatch):
    """Nothing is compiled then, and everything read."""

    def version(content: str = "") -> str:
        raise FileNotFoundError

    monkeypatch.setattr(opening, "version", version)
    monkeypatch.setattr(module, "version", version)
    for _ in range(2):
        assert load_compiled(artefact, store).encode("hello") == load(artefact).encode("hello")
    assert about_compiled(artefact, store) == "no file: none can be written"
