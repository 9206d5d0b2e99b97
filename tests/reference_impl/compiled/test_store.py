import os
import stat
import time
from pathlib import Path

import pytest

from tokparity.reference_impl.compiled import store as module
from tokparity.reference_impl.compiled.blocks import blocks_of
from tokparity.reference_impl.compiled.opening import version
from tokparity.reference_impl.compiled.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache" / "compiled")


def fill(store: Store, name: str, version_: str | None = None, source: str | None = None) -> None:
    directory = {"source": source or name, "version": version_ or version()}
    store.write(name, lambda key: blocks_of(directory, {"text": name.encode()}, key))


def test_what_is_written_is_there(store):
    assert store.open("ab") is None
    fill(store, "ab")
    assert store.open("ab").read("text") == b"ab"
    assert sorted(path.name for path in store.folder.iterdir()) == [store.path("ab").name, "key"]


def test_only_this_user_may_read_the_key(store):
    fill(store, "ab")
    mode = (store.folder / "key").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert len((store.folder / "key").read_bytes()) == 32


@pytest.mark.parametrize(
    "stale",
    [
        pytest.param(lambda store: fill(store, "ab", version_="old"), id="older-code"),
        pytest.param(lambda store: fill(store, "ab", source="cd"), id="of-another-file"),
        pytest.param(lambda store: store.path("ab").write_bytes(b"x" * 5000), id="no-such-file"),
        pytest.param(lambda store: store.path("ab").write_bytes(b""), id="empty"),
        pytest.param(lambda store: (store.folder / "key").write_bytes(b"other"), id="another-key"),
        pytest.param(
            lambda store: store.write("ab", lambda key: blocks_of({}, {}, key)), id="says-nothing"
        ),
    ],
)
def test_an_unfit_file_goes(store, stale):
    fill(store, "ab")
    stale(store)
    assert store.open("ab") is None
    assert not store.path("ab").exists()
    fill(store, "ab")
    assert store.open("ab") is not None


def test_a_file_of_another_name_is_not_taken_for_this_one(store):
    fill(store, "ab")
    fill(store, "cd")
    store.path("cd").write_bytes(store.path("ab").read_bytes())
    assert store.open("cd") is None


def test_a_folder_in_place_of_a_file(store):
    fill(store, "ab")
    store.path("cd").mkdir()
    assert store.open("cd") is None
    fill(store, "cd")
    assert store.open("cd") is None


def test_where_nothing_can_be_written_nothing_is(tmp_path):
    (tmp_path / "file").write_text("")
    store = Store(tmp_path / "file" / "compiled")
    fill(store, "ab")
    assert store.open("ab") is None


def test_what_was_read_longest_ago_makes_room(store, monkeypatch):
    for at, name in enumerate(("aa", "bb", "cc")):
        fill(store, name)
        os.utime(store.path(name), (1000 - at, 1000))
    monkeypatch.setattr(module, "MOST_BYTES", 3 * store.path("aa").stat().st_size)
    fill(store, "dd")
    assert [store.open(name) is not None for name in ("aa", "bb", "cc", "dd")] == [
        *(True, True, False, True)
    ]


def test_files_of_other_versions_go_when_nobody_reads_them(store):
    fill(store, "aa")
    for name, days in (("aa-old", 8), ("aa-new", 6)):
        (store.folder / name).write_bytes(b"of another version")
        then = time.time() - days * 86400
        os.utime(store.folder / name, (then, then))
    fill(store, "bb")
    assert sorted(path.name for path in store.folder.glob("aa-*")) == sorted(
        ["aa-new", store.path("aa").name]
    )


def test_what_killed_processes_left_goes(store):
    fill(store, "aa")
    for name, age in (("part-old", 7200), ("part-new", 60)):
        (store.folder / name).write_bytes(b"half")
        then = time.time() - age
        os.utime(store.folder / name, (then, then))
    fill(store, "bb")
    assert sorted(path.name for path in store.folder.glob("part-*")) == ["part-new"]


def test_a_write_that_fails_leaves_nothing(store, monkeypatch):
    fill(store, "aa")

    def fails(self: Path, target: Path) -> Path:
        raise OSError("no")

    monkeypatch.setattr(Path, "replace", fails)
    fill(store, "bb")
    assert sorted(path.name for path in store.folder.iterdir()) == [store.path("aa").name, "key"]
