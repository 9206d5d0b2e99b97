"""A place that many machines take files from, by their hash: real file systems of fsspec."""

import hashlib

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from tokparity.corpora.vocabs.cache import Cache, WrongBytes
from tokparity.corpora.vocabs.shared_cache import NotShared, SharedCache

CONTENT = b"vocabulary"
SHA256 = hashlib.sha256(CONTENT).hexdigest()
SIZE = len(CONTENT)
PLACE = f"sha256/{SHA256[:2]}/{SHA256}"


@pytest.fixture(params=["file", "memory"])
def shared(request, tmp_path):
    if request.param == "file":
        yield SharedCache((tmp_path / "shared").as_uri())
    else:
        yield SharedCache("memory://shared/parity/")
        MemoryFileSystem.store.clear()
        MemoryFileSystem.pseudo_dirs[:] = [""]


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.json"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "cache")


def plant(shared, content):
    """Whoever may write there may write anything."""
    with fsspec.open(f"{shared.url.rstrip('/')}/{PLACE}", "wb", auto_mkdir=True) as file:
        file.write(content)


def test_what_is_put_there_is_taken_by_its_hash(shared, mine, cache):
    assert not shared.take(SHA256, SIZE, cache)
    assert shared.put(SHA256, mine)
    assert shared.take(SHA256, SIZE, cache)
    assert cache.path(SHA256).read_bytes() == CONTENT
    files, root = shared._opened()
    assert [path.rpartition("/")[2] for path in files.find(root)] == [SHA256], "none on its way"


def test_what_is_there_is_not_written_again(shared, mine):
    plant(shared, CONTENT)
    mine.unlink()
    assert shared.put(SHA256, mine)


def test_a_copy_of_a_cache_folder_is_one(mine, cache, tmp_path):
    cache.add(SHA256, SIZE, [CONTENT], "mine")
    assert SharedCache(cache.root.as_uri()).take(SHA256, SIZE, Cache(tmp_path / "other"))


def test_a_file_that_is_called_by_another_hash_is_not_shared(shared, mine, cache):
    """As a folder is, and a GGUF that was named by its path."""
    assert not shared.put("0" * 64, mine)
    assert not shared.take("0" * 64, SIZE, cache)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"vocabularX", "sha256 is f2f3", id="changed"),
        pytest.param(CONTENT[:-1], "size is 9, expected 10", id="shorter"),
        pytest.param(CONTENT * (1 << 20), "size is at least 1048576, expected 10", id="larger"),
        pytest.param(b"", "size is 0, expected 10", id="empty"),
    ],
)
def test_other_content_is_refused_and_nothing_of_it_is_kept(shared, cache, content, said):
    plant(shared, content)
    with pytest.raises(WrongBytes) as refused:
        shared.take(SHA256, SIZE, cache)
    assert str(refused.value).startswith(f"{shared.url.rstrip('/')}/{PLACE}: {said}")
    assert [path for path in cache.root.rglob("*") if path.is_file()] == []


def test_a_folder_in_a_file_s_place_is_no_file(cache, tmp_path):
    (tmp_path / PLACE).mkdir(parents=True)
    with pytest.raises(NotShared, match="IsADirectoryError"):
        SharedCache(tmp_path.as_uri()).take(SHA256, SIZE, cache)


def test_a_place_that_cannot_be_written_is_told(mine, tmp_path):
    tmp_path.joinpath("shared").write_text("a file")
    with pytest.raises(NotShared, match=r"FileExistsError|NotADirectoryError"):
        SharedCache((tmp_path / "shared").as_uri()).put(SHA256, mine)


def test_what_a_kind_of_place_raises_is_told_with_its_url(shared, mine, cache, monkeypatch):
    """Each has errors of its own, that are no OSError."""

    class AccessDenied(Exception):
        pass

    def denied(*_, **__):
        raise AccessDenied("no key")

    files, _ = shared._opened()
    monkeypatch.setattr(type(files), "open", denied)
    monkeypatch.setattr(type(files), "put_file", denied)
    for work in (lambda: shared.put(SHA256, mine), lambda: shared.take(SHA256, SIZE, cache)):
        with pytest.raises(NotShared, match="AccessDenied: no key") as failed:
            work()
        assert failed.value.url == shared.url


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("/nfs/parity", "is no URL, such as file:///nfs/tokparity"),
        ("nosuch://bucket", "Protocol not known: nosuch"),
    ],
)
def test_what_nothing_opens_is_told(url, said):
    with pytest.raises(NotShared, match=said):
        SharedCache.at(url)


def test_what_another_machine_put_there_is_seen(shared, cache, monkeypatch):
    """Some places keep what they listed: it is forgotten before each look."""
    files, _ = shared._opened()
    forgotten = []
    monkeypatch.setattr(type(files), "invalidate_cache", lambda *_: forgotten.append(1))
    shared.take(SHA256, SIZE, cache)
    assert forgotten
