import json
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tokparity.corpora.vocabs.lock import (
    CannotLock,
    Lock,
    LockedFile,
    LockedPackage,
    LockedRepository,
    NotAsLocked,
    lock_package,
    lock_repository,
    read_lock,
    to_json,
)
from tokparity.reference_impl.contract import RankFacts
from tokparity.reference_impl.errors import BadArtefact

COMMIT = "ab" * 20
FILE = LockedFile("01" * 32, 5_000_000_000, "gguf")
BESIDE = LockedFile("02" * 32, 7)
REPOSITORY = LockedRepository(COMMIT, {"a.gguf": FILE, "sub/config.json": BESIDE})
PACKAGE = LockedPackage("a-1.0.tgz", "03" * 32, 9, {"package/é.json": BESIDE})


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "vocabs.lock"


def test_nothing_is_locked_yet(place: Path) -> None:
    assert read_lock(place) == Lock()


def test_what_is_written_is_read_back(place: Path) -> None:
    lock_repository("a/b@main", REPOSITORY, place)
    lock_package("npm:a@1.0.0", PACKAGE, place)
    assert read_lock(place) == Lock({"a/b@main": REPOSITORY}, {"npm:a@1.0.0": PACKAGE})
    assert place.read_text("utf-8") == to_json(read_lock(place))
    assert [path.name for path in place.parent.iterdir()] == ["vocabs.lock"]
    before = place.read_bytes()
    lock_repository("a/b@main", LockedRepository(COMMIT, {"a.gguf": FILE}), place)
    assert place.read_bytes() == before


def test_a_rank_file_keeps_what_it_does_not_say(place: Path) -> None:
    facts = RankFacts("\\p{Han}+", {"<a>": 3, "\u2581": 4}, "s")
    ranks = LockedRepository(COMMIT, {"r": LockedFile("05" * 32, 1, "tiktoken", facts)})
    lock_repository("a/b@main", ranks, place)
    assert read_lock(place).hub["a/b@main"] == ranks
    content = json.loads(place.read_text("utf-8"))
    file = content["hub"]["a/b@main"]["files"]["r"]
    for changed in ({**file, "format": "gguf"}, {k: v for k, v in file.items() if k != "facts"}):
        content["hub"]["a/b@main"]["files"]["r"] = changed
        place.write_text(json.dumps(content))
        with pytest.raises(BadArtefact, match="facts"):
            read_lock(place)


def test_files_are_added_to_an_entry(place: Path) -> None:
    lock_repository("a/b@main", LockedRepository(COMMIT, {"a.gguf": FILE}), place)
    lock_repository("a/b@main", LockedRepository(COMMIT, {"b.gguf": BESIDE}), place)
    assert set(read_lock(place).hub["a/b@main"].files) == {"a.gguf", "b.gguf"}


def test_an_entry_stays_whole(place: Path) -> None:
    whole = LockedRepository(COMMIT, {"a.gguf": FILE}, whole=True)
    lock_repository("a/b@main", whole, place)
    lock_repository("a/b@main", LockedRepository(COMMIT, {"b.gguf": BESIDE}), place)
    lock_repository("c/d@main", LockedRepository(COMMIT, {"b.gguf": BESIDE}), place)
    held = read_lock(place).hub
    assert (held["a/b@main"].whole, held["c/d@main"].whole) == (True, False)


def test_another_hash_is_refused_and_nothing_is_written(place: Path) -> None:
    lock_repository("a/b@main", REPOSITORY, place)
    lock_package("npm:a@1.0.0", PACKAGE, place)
    before = place.read_bytes()
    other = LockedFile("ff" * 32, 7)
    seen = LockedRepository(COMMIT, {"new": BESIDE, "a.gguf": other})
    with pytest.raises(NotAsLocked) as caught:
        lock_repository("a/b@main", seen, place)
    assert str(caught.value) == (
        f"hub:a/b@main:a.gguf: sha256 is {'ff' * 32}, {place} says {'01' * 32}: where you trust "
        "the new one, remove its entry there and fetch again"
    )
    with pytest.raises(NotAsLocked, match="hub:a/b@main: commit is cdcd"):
        lock_repository("a/b@main", LockedRepository("cd" * 20, {}), place)
    with pytest.raises(NotAsLocked, match=r"npm:a@1\.0\.0: sha256 is ffff"):
        lock_package("npm:a@1.0.0", LockedPackage("a", "ff" * 32, 1, {}), place)
    seen_package = LockedPackage("a", PACKAGE.sha256, 9, {"package/é.json": other})
    with pytest.raises(NotAsLocked, match=r"npm:a@1\.0\.0:package/é\.json: sha256 is ffff"):
        lock_package("npm:a@1.0.0", seen_package, place)
    assert place.read_bytes() == before


def test_many_threads_and_processes_lose_nothing(place: Path) -> None:
    def write(number: int) -> None:
        lock_repository(f"a/b{number}@main", REPOSITORY, place)

    program = multiprocessing.get_context("spawn")
    children = [program.Process(target=_write_some, args=(place, at)) for at in range(2)]
    for child in children:
        child.start()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(40)))
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0, 0]
    lock = read_lock(place)
    assert (len(lock.hub), len(lock.packages)) == (40, 40)


def _write_some(place: Path, at: int) -> None:
    for number in range(20):
        lock_package(f"npm:a{at}@1.0.{number}", PACKAGE, place)


@pytest.mark.parametrize(
    ("at", "value", "field"),
    [
        (("schema_version",), 2, "schema_version"),
        (("hub",), [], "hub"),
        (("more",), 1, "more"),
        (("hub", "a/../b@main"), {}, "hub.a/../b@main"),
        (("packages", "pip:--a==1"), {}, "packages.pip:--a==1"),
        (("hub", "a/b@main", "commit"), "main", "hub.a/b@main.commit"),
        (("hub", "a/b@main", "files"), None, "hub.a/b@main.files"),
        (("hub", "a/b@main", "files", "a.gguf", "sha256"), "0", "hub.a/b@main.files.a.gguf.sha256"),
        (("hub", "a/b@main", "files", "a.gguf", "format"), "x", "hub.a/b@main.files.a.gguf.format"),
        (("packages", "npm:a@1.0.0", "archive"), "../a", "packages.npm:a@1.0.0.archive"),
        (("packages", "npm:a@1.0.0", "bytes"), "9", "packages.npm:a@1.0.0.bytes"),
    ],
)
def test_a_bad_lock_names_its_field(place: Path, at: tuple[str, ...], value, field: str) -> None:
    data = json.loads(to_json(Lock({"a/b@main": REPOSITORY}, {"npm:a@1.0.0": PACKAGE})))
    inner = data
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    place.parent.mkdir()
    place.write_text(json.dumps(data))
    with pytest.raises(BadArtefact) as caught:
        read_lock(place)
    assert caught.value.field == field
    with pytest.raises(BadArtefact):
        lock_repository("a/b@main", REPOSITORY, place)
    assert json.loads(place.read_text()) == data


@pytest.mark.parametrize("text", ["", "{", "[]", "\xff", "[" * 100_000])
def test_what_is_no_json_object(place: Path, text: str) -> None:
    place.parent.mkdir()
    place.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadArtefact):
        read_lock(place)


def test_what_could_not_be_read_back_is_not_written(place: Path) -> None:
    """It would stand in the way of every other spec, until somebody edits it by hand."""
    with pytest.raises(BadArtefact, match="not a path inside"):
        lock_repository("a/b@main", LockedRepository(COMMIT, {"../../x": FILE}), place)
    with pytest.raises(BadArtefact, match="commit"):
        lock_repository("a/b@main", LockedRepository("main", {}), place)
    with pytest.raises(BadArtefact, match="archive"):  # the wheel of an epoch
        lock_package("pip:a==1!2", LockedPackage("a-1!2.whl", "03" * 32, 9, {}), place)
    assert not place.exists()


def test_a_lock_that_cannot_be_written_is_not_taken_for_the_cache(place: Path) -> None:
    place.parent.write_text("no folder")
    with pytest.raises(CannotLock, match=r"cannot write .*vocabs\.lock: .*: see to its folder"):
        lock_repository("a/b@main", REPOSITORY, place)
    place.parent.unlink()
    place.with_name("vocabs.lock.part").mkdir(parents=True)
    with pytest.raises(CannotLock, match="Is a directory"):
        lock_repository("a/b@main", REPOSITORY, place)
    assert not place.exists()
