"""`tokparity vocabs fetch` with what can befall it: signals, disks, clients, the network."""

import errno
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.fetch_report import Fetched, FetchReport
from tokparity.corpora.vocabs.selection import select
from tokparity.harness.commands.vocabs_fetch import downloaded

TOKPARITY = str(Path(sys.executable).with_name("tokparity"))
TOKENIZER = json.dumps({"model": {"type": "BPE"}, "filler": "x" * 300_000}).encode()
LATE = json.dumps({"model": {"type": "BPE"}, "filler": "y" * 1_500_000}).encode()
PIP = "pip:tiny==1.0:tiny/tokenizer.json"


@pytest.fixture
def cache(tokparity, tmp_path, hub, monkeypatch):
    """An empty cache; pip takes what it takes from the page of the hub."""
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in hub.pip_settings.items():
        monkeypatch.setenv(name, value)
    return tmp_path / "cache"


@pytest.fixture
def fetch(cache, tokparity):
    def go(*names):
        code, out, err = tokparity("vocabs", "fetch", *names)
        assert out == ""
        return code, err.splitlines()

    return go


def left(cache):
    """What lies in the cache that is no whole file."""
    return list((cache / "incoming").glob("*"))


def kept(cache):
    return sorted(path.stat().st_size for path in (cache / "sha256").glob("*/*"))


def wheel(name, content):
    info, out = f"{name}-1.0.dist-info", io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr(f"{name}/tokenizer.json", content)
        made.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        made.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        made.writestr(f"{info}/RECORD", "")
    return out.getvalue()


@pytest.fixture
def stocked(hub, cache):
    """Two repositories and a package."""
    hub.add("own/one", {"tokenizer.json": TOKENIZER})
    hub.add("own/two", {"tokenizer.json": LATE})
    hub.packages["tiny-1.0-py3-none-any.whl"] = wheel("tiny", LATE)
    return hub


def until(condition, seconds=20.0):
    by = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < by
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("slow", "file", "signalled"),
    [
        pytest.param("hub:own/two", "/tokenizer.json", signal.SIGINT, id="hub-int"),
        pytest.param("hub:own/two", "/tokenizer.json", signal.SIGTERM, id="hub-term"),
        pytest.param(PIP, ".whl", signal.SIGKILL, id="pip-kill"),
    ],
)
def test_interrupted_the_next_call_goes_on(
    stocked, cache, fetch, monkeypatch, slow, file, signalled
):
    assert fetch("hub:own/one")[0] == 0
    stocked.asked.clear()
    stocked.faults = dict.fromkeys(("tokenizer.json", "tiny-1.0-py3-none-any.whl"), "mid-silent")
    monkeypatch.setenv("HF_HUB_DOWNLOAD_TIMEOUT", "30")
    process = subprocess.Popen(
        [TOKPARITY, "vocabs", "fetch", "hub:own/one", slow], stderr=subprocess.PIPE, text=True
    )
    until(lambda: any(path.endswith(file) for path in stocked.bodies()))
    assert left(cache)
    process.send_signal(signalled)
    _, err = process.communicate(timeout=10)
    if signalled == signal.SIGKILL:
        assert process.returncode == -signal.SIGKILL
    else:
        assert process.returncode == 128 + signalled
        assert err == "interrupted: what is fetched is kept; the same call goes on\n"
        assert left(cache) == []
    assert kept(cache) == [len(TOKENIZER)]
    stocked.faults.clear()
    stocked.asked.clear()
    code, lines = fetch("hub:own/one", slow)
    assert code == 0, lines
    assert lines[0].startswith("1 fetched, 1 cached, 0 failed")
    assert left(cache) == []
    assert not any("own/one" in path for path in stocked.bodies())


def mounted(folder, *, megabytes, then):
    """Run a program in a mount namespace of its own, where `folder` is a small disk.

    As root, or as a user who may be root of a namespace. None where the system allows neither.
    """
    as_root = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    made = [f"mount -t tmpfs -o size={megabytes}m none '{folder}'", *then]
    command = ["unshare", *as_root, "--mount", "sh", "-ec", "\n".join(made)]
    if shutil.which("unshare") is None:
        return None
    probe = subprocess.run(
        ["unshare", *as_root, "--mount", "mount", "-t", "tmpfs", "none", folder],
        capture_output=True,
    )
    if probe.returncode != 0:
        return None
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def call(*names):
    return " ".join([f"'{TOKPARITY}' vocabs fetch", *names])


@pytest.mark.parametrize("slow", ["hub:own/two", PIP])
def test_full_disk(stocked, cache, slow):
    cache.mkdir()
    count = f"find '{cache}' -type f | wc -l; find '{cache}/incoming' -mindepth 1 | wc -l"
    again = f"mount -o remount,size=8m '{cache}'; {call(slow)}"
    then = [f"{call(slow)} || echo code $?", count, again, count]
    done = mounted(cache, megabytes=1, then=then)
    if done is None:
        pytest.skip("this system lets nobody mount a small disk: see the test by file size")
    assert done.stdout.split("\n") == ["code 2", "0", "0", "1", "0", ""], done.stderr
    lines = done.stderr.splitlines()
    assert lines[0] == (
        f"{slow}: failed: no space left in {cache}: "
        "free some or set TOKPARITY_CACHE to another disk, then fetch again"
    )
    assert lines[-2].startswith("1 fetched, 0 cached")


def test_file_larger_than_the_system_allows(stocked, cache, tmp_path):
    """As a full disk, where nothing can be mounted: the limit befalls our children too."""
    limited = "import resource, os, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20,) * 2)"
    program = f"{limited}; os.execv(sys.argv[1], sys.argv[1:])"
    command = [sys.executable, "-c", program, TOKPARITY, "vocabs", "fetch", "hub:own/two"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "hub:own/two: failed: no space left in" in done.stderr
    assert (left(cache), kept(cache)) == ([], [])


def test_read_only_cache(stocked, cache):
    cache.mkdir()
    then = [
        call("hub:own/one"),
        f"mount -o remount,ro '{cache}'",
        call("hub:own/one"),
        f"{call('hub:own/two')} || echo code $?",
    ]
    done = mounted(cache, megabytes=8, then=then)
    if done is None:
        pytest.skip("this system lets nobody mount a disk: see the test of a cache below a file")
    assert done.stdout == "code 2\n", done.stderr
    assert done.stderr.splitlines()[2:] == [
        "0 fetched, 1 cached, 0 failed, 0 without their client",
        f"cache: 0 MB in 1 files at {cache}",
        (
            f"tokparity: cannot write to {cache}: {os.strerror(errno.EROFS)}: "
            "set TOKPARITY_CACHE to a folder you can write to"
        ),
    ]


def test_cache_below_a_file(stocked, cache, fetch, monkeypatch):
    cache.write_text("no folder")
    monkeypatch.setenv("TOKPARITY_CACHE", str(cache / "deep"))
    code, lines = fetch("hub:own/one")
    assert (code, len(lines)) == (2, 1)
    assert lines[0] == (
        f"tokparity: cannot write to {cache / 'deep'}: {os.strerror(errno.ENOTDIR)}: "
        "set TOKPARITY_CACHE to a folder you can write to"
    )


def test_no_temporary_folder_is_needed(stocked, cache, fetch, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "file" / "deep"))
    assert fetch(PIP)[0] == 0
    assert len(kept(cache)) == 1


def test_lock_that_cannot_be_written(stocked, cache, fetch, tmp_path):
    (tmp_path / ".tokparity").write_text("no folder")
    code, lines = fetch("hub:own/one")
    assert (code, len(lines)) == (2, 1)
    assert ".tokparity" in lines[0]


def test_missing_clients(stocked, cache, fetch, tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    bare = tmp_path / "bin" / "python"
    bare.write_text("#!/bin/sh\nexit 1\n")
    bare.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(sys, "executable", str(bare))
    code, lines = fetch("npm:tiny@1.0.0:package/v.json", PIP)
    assert code == 2
    assert lines[:3] == [
        (
            "npm:tiny@1.0.0:package/v.json: client missing: npm is not installed: it comes with "
            "Node.js"
        ),
        f"{PIP}: client missing: {bare} has no pip: `python -m ensurepip`",
        "0 fetched, 0 cached, 0 failed, 2 without their client",
    ]
    assert left(cache) == []


def test_no_network(stocked, cache, fetch, monkeypatch):
    """Nobody listens there: the port was free a moment ago."""
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    monkeypatch.setenv("PIP_NO_INDEX", "0")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/")
    monkeypatch.setenv("PIP_RETRIES", "1")  # 0 tries as often, and pip does not say why it ends
    code, lines = fetch("hub:own/one", PIP)
    assert code == 2
    assert lines[:2] == [
        (
            "hub:own/one: failed: no connection: check the network, the proxy, and HF_ENDPOINT; "
            "then fetch again"
        ),
        f"{PIP}: failed: tiny==1.0: pip found no connection: fetch again; what is here stays",
    ]
    assert (left(cache), kept(cache)) == ([], [])


def test_how_much_came_is_told():
    """Of an archive once, whatever the number of files in it; of a spec nobody knows."""
    one, two, other = (catalogue.find(name)[0] for name in ("gpt2-ranks", "whisper-ranks", "qwen3"))
    assert one.source.archive == two.source.archive
    spec = select(("hub:own/one",))[0]
    came = FetchReport(tuple(Fetched(x.name, "fetched") for x in (one, two, other)))
    sizes = [x.source.archive.bytes for x in (one, other)]
    assert downloaded((one, two, other), came) == sum(sizes)
    cached = FetchReport((Fetched(one.name, "cached"), Fetched(two.name, "failed", "no")))
    assert downloaded((one, two), cached) == 0
    first = FetchReport((Fetched(one.name, "fetched"), Fetched(str(spec), "fetched")))
    assert downloaded((one, spec), first) is None


def test_disk_use_is_told(stocked, cache, fetch):
    code, lines = fetch("hub:own/two", "hub:own/two:tokenizer.json")
    assert code == 0
    assert lines == [
        "2 fetched, 0 cached, 0 failed, 0 without their client",
        f"cache: 2 MB in 1 files at {cache}",
    ]


def test_what_a_profile_runs_over(cache, fetch, tmp_path, stocked):
    (tmp_path / ".tokparity" / "profiles").mkdir(parents=True)
    profile = 'vocab = "hub:own/*"\ncases = 1\nseed = 0\npairs = false\ngoldens = false\n'
    (tmp_path / ".tokparity" / "profiles" / "mine.toml").write_text(profile)
    code, lines = fetch("--profile", "mine")
    assert (code, lines[0][:47]) == (2, "tokparity: no vocabulary is called 'hub:own/*':")
    assert fetch("hub:own/one")[0] == 0
    code, lines = fetch("--profile", "mine")
    assert (code, lines[0]) == (0, "0 fetched, 1 cached, 0 failed, 0 without their client")
    code, lines = fetch("--profile", "none")
    assert (code, lines[0][:40]) == (2, "tokparity: profile none: there is none: ")
