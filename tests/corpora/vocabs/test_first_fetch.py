"""The first fetch from a hub: the real client, a real server on loopback."""

import hashlib
import json
from pathlib import Path

import pytest

from corpora.vocabs.cache import Cache
from corpora.vocabs.fetch_report import Fetched
from corpora.vocabs.fetching import fetch
from corpora.vocabs.lock import LockedFile, read_lock
from corpora.vocabs.locked import locked
from corpora.vocabs.manifest import Companion
from corpora.vocabs.spec import HubSpec, parse_spec

TOKENIZER = json.dumps({"model": {"type": "BPE"}, "filler": "x" * 5000}).encode()
FILES = {
    "tokenizer.json": TOKENIZER,
    "tokenizer.model": b"\n\x0e\n\x05<unk>",
    "tokenizer_config.json": b'{"a": 1}',
    "chat_template.jinja": b"{{ messages }}",
    "README.md": b"not asked for",
    "weights.gguf": b"GGUF" + bytes(100),
}


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def outcome(spec: str, cache: Cache, lock: Path) -> Fetched:
    report = fetch([parse_spec(spec)], cache, lock=lock)
    (result,) = report.artefacts
    return result


def test_a_repository_is_fetched_with_what_stands_beside(hub, cache, tmp_path):
    commit = hub.add("own/er", FILES)
    lock = tmp_path / "vocabs.lock"
    assert outcome("hub:own/er", cache, lock) == Fetched("hub:own/er", "fetched")
    entry = read_lock(lock).hub["own/er@main"]
    assert entry.commit == commit
    assert set(entry.files) == set(FILES) - {"README.md", "weights.gguf"}
    assert entry.files["tokenizer.json"] == LockedFile(
        sha256(TOKENIZER), len(TOKENIZER), "tokenizer.json"
    )
    assert entry.files["tokenizer.model"].format == "sentencepiece"
    for path, file in entry.files.items():
        assert cache.path(file.sha256).read_bytes() == FILES[path]
    first, second = locked(HubSpec("own/er"), read_lock(lock))
    assert (first.name, first.format) == ("hub:own/er", "tokenizer.json")
    assert (second.name, second.format) == ("hub:own/er:tokenizer.model", "sentencepiece")
    assert Companion("tokenizer_config.json", sha256(b'{"a": 1}'), 8) in first.companions
    assert len(hub.bodies()) == 4
    hub.asked.clear()
    again = fetch([first, second], cache, lock=lock)
    assert [one.outcome for one in again.artefacts] == ["cached", "cached"]
    assert hub.asked == []
