import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from tokparity.corpora.vocabs import download
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.children import Children
from tokparity.corpora.vocabs.download import ArchiveDownload, HubDownload, blocks_of
from tokparity.corpora.vocabs.hub import Came
from tokparity.corpora.vocabs.manifest import Archive, Companion, HubFile, Manifest, Member

ARCHIVE = Archive("npm", "a@1.0.0", "a-1.0.0.tgz", "0" * 64, 9)
MEMBER = Manifest(
    *("one", "m", "m", "gguf", "", "", "1" * 64, 5), source=Member(ARCHIVE, "p", "1" * 64, 5)
)


def of_hub(name: str, path: str, companions: tuple[Companion, ...]) -> Manifest:
    source = HubFile("a/b", "main", "ab" * 20, path)
    return Manifest(
        *(name, "m", "m", "gguf", "", "", "2" * 64, 70), source=source, companions=companions
    )


def test_the_size_of_an_archive_is_its_own() -> None:
    found = ArchiveDownload(ARCHIVE, [MEMBER, MEMBER])
    assert (found.label, found.size, found.names) == ("a@1.0.0", 9, ["one", "one"])


def test_the_size_of_a_repository_counts_each_file_once() -> None:
    beside = Companion("c.json", "3" * 64, 300)
    inside = [of_hub("x", "x.gguf", (beside,)), of_hub("y", "y.gguf", (beside,))]
    found = HubDownload("a/b", "ab" * 20, inside)
    assert (found.size, found.names) == (440, ["x", "y"])
    assert found.label == "hub:a/b@abababababab"


def test_one_wrong_file_of_a_repository_does_not_keep_the_others_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a manifest that promises other bytes at the same path is not said to be fetched."""
    files = {"good": b"good", "bad": b"bad"}

    def came(repo: str, commit: str, paths: tuple[str, ...], folder: Path, _: Children) -> Came:
        for path in paths:
            (folder / path).write_bytes(files[path])
        return Came(commit, {path: folder / path for path in paths})

    def promised(name: str, path: str, content: bytes, *beside: Companion) -> Manifest:
        sha256 = hashlib.sha256(content).hexdigest()
        return replace(of_hub(name, path, beside), sha256=sha256, bytes=len(content))

    monkeypatch.setattr(download, "download_at", came)
    wrong = Companion("bad", "0" * 64, 3)
    inside = [
        promised("one", "good", b"good"),
        promised("two", "good", b"food"),
        promised("three", "bad", b"bad"),
        promised("four", "good", b"good", wrong),
    ]
    cache = Cache(tmp_path / "cache")
    results = HubDownload("a/b", "ab" * 20, inside).run(tmp_path, cache, Children())
    outcomes = {one.name: one.outcome for one in results}
    assert outcomes == {"one": "fetched", "two": "failed", "three": "fetched", "four": "failed"}
    told = {one.name: one.reason for one in results}
    assert told["four"].startswith("hub:a/b@abababababab:bad: sha256 is ")
    assert all(cache.has(inside[at].sha256, inside[at].bytes) == (at != 1) for at in range(4))


def test_blocks(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes((1 << 20) + 1))
    assert [len(block) for block in blocks_of(path)] == [1 << 20, 1]
