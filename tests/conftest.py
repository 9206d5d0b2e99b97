"""In what order files are run; a model hub on loopback: what huggingface_hub asks it for, and how
that can go wrong."""

import gc
import hashlib
import json
import os
import signal
import threading
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import unquote, urlsplit

import pytest
from xdist.scheduler import LoadFileScheduling

from tokparity.corpora.example_database import use_examples
from tokparity.oracles.worker.collector import collect_less

Fault = Literal["cut-once", "cut", "silent", "drip", "mid-silent"]
BOUND_SECONDS = 20.0
ALL_VOCABULARIES = (
    "corpora/test_golden_replay.py",
    "reference_impl/streaming/test_byte_buffer.py",
    "reference_impl/streaming/test_decode_stream.py",
    "reference_impl/streaming/test_window_diff.py",
    "reference_impl/tokenizer/test_fast.py",
    "reference_impl/tokenizer/test_fast_decoding.py",
    "reference_impl/tokenizer/test_fast_encoding.py",
    "reference_impl/tokenizer/test_word_encoding.py",
)
"""Files that try each of them, run by one process: half a minute and 1.5 GB in every other."""
LONGEST = (
    "harness/commands/test_check.py",
    "harness/commands/test_run.py",
    "harness/commands/test_wrongly_green.py",
    "harness/shards/test_dask_cluster.py",
    "ci/test_action.py",
    "evaluation/accidents/test_kills.py",
    "harness/run/test_file_differences.py",
    "harness/run/test_job.py",
    "tokparity/test_pytest_plugin.py",
    "evaluation/tables/test_votes.py",
    "harness/shards/test_runner.py",
    "harness/commands/test_hostile_files.py",
    "harness/derivation/test_derive.py",
    "tools/unicode_tables/test_make_tables.py",
    "ci/test_shell_scripts.py",
    "harness/commands/test_vocabs_fetch.py",
    "harness/run/test_check.py",
    "harness/commands/test_smoke.py",
    "evaluation/finding_power/test_measure.py",
    "reference_impl/formats/gguf/test_reader.py",
    "harness/run/test_faulty_streams.py",
    "corpora/vocabs/test_first_fetch.py",
    "harness/run/test_fault_models.py",
    "reference_impl/regexes/test_grammar.py",
    "harness/pipelines/test_job.py",
    "evaluation/chat_engines/test_sides.py",
    "evaluation/accidents/test_wrongly_red.py",
    "reports/views/html/test_report_in_a_browser.py",
    "harness/shards/test_executors.py",
    "corpora/vocabs/test_fetching.py",
    "harness/commands/test_shrink.py",
    "reference_impl/batch/test_sure_paths.py",
    "reference_impl/regexes/test_rust_automaton.py",
    "reference_impl/formats/model_folder/test_auto_class.py",
    "evaluation/tables/test_fields.py",
    "corpora/test_strategies.py",
    "harness/commands/test_known.py",
    "evaluation/tables/test_fidelity.py",
    "evaluation/tables/test_chat_templates.py",
)
"""Files of twelve seconds or more, begun first: at the end one core would wait for the other."""


class ByFile(LoadFileScheduling):
    """What a process is given to run at a time."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return "all vocabularies" if file.removeprefix("tests/") in ALL_VOCABULARIES else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile | None:
    return ByFile(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_configure(config: pytest.Config) -> None:
    use_examples(config.rootpath / ".hypothesis")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell starts what runs behind it
        signal.signal(signal.SIGINT, signal.default_int_handler)  # or no ctrl-c can be tried


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Tests hold no examples (`test_structure`): each file is looked through once, not twice."""
    found = yield
    return [one for one in found if type(one) is pytest.Module]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Stable: what is in one file stays together, and in its order."""
    names = (*ALL_VOCABULARIES, *LONGEST)
    first = {Path(__file__).parent / name: at for at, name in enumerate(names)}
    assert all(path.is_file() for path in first)
    items.sort(key=lambda item: first.get(item.path, len(first)))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: to look for garbage among it meanwhile finds none."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def keep() -> None:
    """What is there stays till the end: no search for garbage need walk through it any more. A run
    makes a search for each model."""
    gc.collect()
    gc.freeze()


def pytest_collection_finish() -> None:
    keep()
    collect_less()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Behind a file: vocabularies that it loaded are kept for other files."""
    try:
        return (yield)
    finally:
        if nextitem is None or nextitem.path != item.path:
            keep()


def pytest_runtest_setup() -> None:
    os.environ.pop("PYTHONSAFEPATH", None)  # of the job pool of a test before


@dataclass
class Hub:
    """Repositories by name: commits by revision, files by commit. `asked` is what was requested,
    `gone_on_at` from which byte on where not all was.

    `token`: private and gated repositories are shown to its bearer. `large` files are handed on
    by a redirect with the headers of a linked file; `moved` repositories by one to another path.
    `packages` lie on a page of links, which pip takes for `--find-links`.
    """

    commits: dict[tuple[str, str], str] = field(default_factory=dict)
    files: dict[tuple[str, str], dict[str, bytes]] = field(default_factory=dict)
    faults: dict[str, Fault] = field(default_factory=dict)
    gated: set[str] = field(default_factory=set)
    private: set[str] = field(default_factory=set)
    large: set[str] = field(default_factory=set)
    moved: dict[str, str] = field(default_factory=dict)
    packages: dict[str, bytes] = field(default_factory=dict)
    token: str = "t0ken"
    asked: list[tuple[str, str, str | None]] = field(default_factory=list)
    gone_on_at: list[int] = field(default_factory=list)
    ending: threading.Event = field(default_factory=threading.Event)
    address: str = ""

    def add(self, repo: str, files: dict[str, bytes], revision: str = "main") -> str:
        """A commit with these files, which `revision` is from now on."""
        told = json.dumps([repo, sorted((path, raw.hex()) for path, raw in files.items())])
        commit = hashlib.sha1(told.encode()).hexdigest()
        self.commits[repo, revision] = self.commits[repo, commit] = commit
        self.files[repo, commit] = dict(files)
        return commit

    @property
    def pip_settings(self) -> dict[str, str]:
        """The environment in which pip asks this server and no registry."""
        links = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": f"{self.address}/packages/"}
        return {**links, "PIP_CONFIG_FILE": "/dev/null", "PIP_TRUSTED_HOST": "127.0.0.1"}

    def bodies(self) -> list[str]:
        """The paths whose content was asked for, in order."""
        return [path for method, path, _ in self.asked if method == "GET" and "/api/" not in path]


class Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"
    timeout = BOUND_SECONDS

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self._route()

    def do_GET(self) -> None:
        self._route()

    def _route(self) -> None:
        path = unquote(urlsplit(self.path).path)
        bearer = self.headers.get("Authorization")
        self.hub.asked.append((self.command, path, bearer))
        for old, new in self.hub.moved.items():
            if old in path:
                self._end(307, {"Location": path.replace(old, new)})
                return
        parts = path.strip("/").split("/")
        if parts[:2] == ["api", "models"]:
            self._info("/".join(parts[2:4]), "/".join(parts[5:]) or "main", bearer)
        elif parts[0] == "packages":
            self._package("/".join(parts[1:]))
        elif parts[0] == "linked":
            self._linked(parts[1])
        else:
            self._resolve("/".join(parts[:2]), parts[3], "/".join(parts[4:]), bearer)

    def _refused(self, repo: str, revision: str, bearer: str | None) -> bool:
        hidden = repo in self.hub.private and bearer != f"Bearer {self.hub.token}"
        if hidden or all(name != repo for name, _ in self.hub.commits):
            self._end(401, {"X-Error-Code": "RepoNotFound", "X-Error-Message": "Not found"})
        elif repo in self.hub.gated and bearer != f"Bearer {self.hub.token}":
            self._end(401, {"X-Error-Code": "GatedRepo", "X-Error-Message": "Restricted"})
        elif (repo, revision) not in self.hub.commits:
            self._end(404, {"X-Error-Code": "RevisionNotFound", "X-Error-Message": "Invalid rev"})
        else:
            return False
        return True

    def _info(self, repo: str, revision: str, bearer: str | None) -> None:
        if self.hub.faults.get("api") == "silent":
            self._silent()
            return
        gated, self.hub.gated = self.hub.gated, set()  # what is in a gated one may be listed
        refused = self._refused(repo, revision, bearer)
        self.hub.gated = gated
        if refused:
            return
        commit = self.hub.commits[repo, revision]
        siblings = [
            {"rfilename": path, "size": len(raw), "blobId": "0"}
            for path, raw in self.hub.files[repo, commit].items()
        ]
        told = {"id": repo, "modelId": repo, "sha": commit, "siblings": siblings, "tags": []}
        self._end(200, {"Content-Type": "application/json"}, json.dumps(told).encode())

    def _resolve(self, repo: str, revision: str, path: str, bearer: str | None) -> None:
        if self._refused(repo, revision, bearer):
            return
        commit = self.hub.commits[repo, revision]
        raw = self.hub.files[repo, commit].get(path)
        headers = {"X-Repo-Commit": commit}
        if raw is None:
            self._end(404, {**headers, "X-Error-Code": "EntryNotFound"})
            return
        digest = hashlib.sha256(raw).hexdigest()
        if path in self.hub.large:
            elsewhere = self.hub.address.replace("127.0.0.1", "localhost")  # another host
            linked = {"X-Linked-Etag": f'"{digest}"', "X-Linked-Size": str(len(raw))}
            self._end(302, {**headers, **linked, "Location": f"{elsewhere}/linked/{digest}"})
            return
        etag = f'"{hashlib.sha1(raw).hexdigest()}"'
        self._content({**headers, "ETag": etag}, raw, self.hub.faults.get(path))

    def _linked(self, digest: str) -> None:
        for files in self.hub.files.values():
            for path, raw in files.items():
                if hashlib.sha256(raw).hexdigest() == digest:
                    self._content({"ETag": f'"{digest}"'}, raw, self.hub.faults.get(path))
                    return
        self._end(404, {})

    def _package(self, name: str) -> None:
        if name in self.hub.packages:
            self._content({}, self.hub.packages[name], self.hub.faults.get(name))
            return
        links = "".join(f'<a href="/packages/{one}">{one}</a>' for one in self.hub.packages)
        page = f"<!DOCTYPE html><html><body>{links}</body></html>".encode()
        self._end(200, {"Content-Type": "text/html"}, page)

    def _content(self, headers: dict[str, str], raw: bytes, fault: Fault | None) -> None:
        status = 200
        if wanted := self.headers.get("Range"):
            start = int(wanted.removeprefix("bytes=").split("-")[0])
            headers = {**headers, "Content-Range": f"bytes {start}-{len(raw) - 1}/{len(raw)}"}
            status, raw = 206, raw[start:]
            self.hub.gone_on_at.append(start)
        if fault == "silent":
            self._silent()
            return
        if self.command == "HEAD" or fault is None or (fault == "cut-once" and status == 206):
            self._end(status, headers, raw)
            return
        self.close_connection = True
        self._head(status, headers, len(raw))
        half = len(raw) // 2
        if fault == "drip":
            until = time.monotonic() + BOUND_SECONDS
            for at in range(len(raw)):
                if self.hub.ending.wait(0.02) or time.monotonic() > until:
                    return
                self.wfile.write(raw[at : at + 1])
            return
        if fault != "cut" or status == 200:
            self.wfile.write(raw[:half])
        if fault == "mid-silent":
            self.hub.ending.wait(BOUND_SECONDS)

    def _silent(self) -> None:
        self.hub.ending.wait(BOUND_SECONDS)
        self.close_connection = True

    def _end(self, status: int, headers: dict[str, str], raw: bytes = b"") -> None:
        self._head(status, headers, len(raw))
        if self.command == "GET":
            self.wfile.write(raw)

    def _head(self, status: int, headers: dict[str, str], length: int) -> None:
        self.send_response(status)
        for name, value in {"Accept-Ranges": "bytes", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length))
        self.end_headers()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is what some tests are about."""

    @classmethod
    def of(cls, hub: Hub) -> Self:
        server = cls(("127.0.0.1", 0), type("HandlerOfOne", (Handler,), {"hub": hub}))
        hub.address = f"http://127.0.0.1:{server.server_address[1]}"
        return server


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """An empty hub that this process and its children ask, with a patience of one second."""
    found = Hub()
    server = Server.of(found)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    for name in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_ENDPOINT", found.address)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf-home"))
    monkeypatch.setenv("HF_HUB_ETAG_TIMEOUT", "1")
    monkeypatch.setenv("HF_HUB_DOWNLOAD_TIMEOUT", "1")
    yield found
    found.ending.set()
    server.shutdown()
    server.server_close()
    thread.join()
