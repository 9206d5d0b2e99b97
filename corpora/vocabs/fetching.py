"""Fetching: from manifests and specs to verified files in the cache.

Each archive, and each repository whose hashes are known, is downloaded once however many of
its files are wanted, at most four at a time, and is gone afterwards. Nothing that goes wrong
with one stops the others: it is named, counted and returned. A call that was interrupted is
gone on with by the next: what is in the cache is not fetched again. Not here: one download
(`download`, `first_fetch`), drawing progress (whoever passes a callback).
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from tokparity.corpora.vocabs.advice import CannotWrite, advised
from tokparity.corpora.vocabs.cache import Cache, WrongBytes, check_file
from tokparity.corpora.vocabs.children import Children
from tokparity.corpora.vocabs.download import ArchiveDownload, Download, HubDownload
from tokparity.corpora.vocabs.fetch_report import Fetched, FetchReport
from tokparity.corpora.vocabs.first_fetch import FirstPackage, FirstRepository
from tokparity.corpora.vocabs.lock import PLACE
from tokparity.corpora.vocabs.manifest import Archive, Client, Companion, HubFile, Manifest, Member
from tokparity.corpora.vocabs.registries import client_missing
from tokparity.corpora.vocabs.spec import HubSpec, PackageSpec, Spec
from tokparity.reference_impl.errors import TokparityError

PARALLEL = 4
_STEP_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` bytes are here; `running` is what is being downloaded."""

    running: tuple[str, ...]
    done: int
    total: int


def fetch(
    vocabularies: Sequence[Manifest | Spec],
    cache: Cache,
    *,
    progress: Callable[[Progress], None] = lambda step: None,
    verify: bool = False,
    lock: Path = PLACE,
) -> FetchReport:
    """Bring everything into the cache, and say what became of each.

    A spec is one that `lock` does not know; what comes of it is written there. `progress` is
    called by this thread, several times a second. `verify`: hash again what is cached
    already, and fetch what changed. Errors: CannotWrite; whatever `progress` raises, or a
    signal: then all that was started is ended.
    """
    outcomes: dict[str, Fetched] = {}
    downloads = _Downloads(outcomes, lock)
    for vocabulary in vocabularies:
        match vocabulary:
            case Manifest(source=Path() as path):
                outcomes[vocabulary.name] = _own_file(vocabulary, path)
            case Manifest() if _is_cached(vocabulary, cache, verify):
                outcomes[vocabulary.name] = Fetched(vocabulary.name, "cached")
            case _:
                downloads.add(vocabulary)
    names = [
        vocabulary.name if isinstance(vocabulary, Manifest) else str(vocabulary)
        for vocabulary in vocabularies
    ]
    if downloads.all:
        try:
            cache.sweep()
            with cache.incoming():
                pass
        except OSError as error:
            raise CannotWrite(cache.root, error) from None
        for result in _run(downloads.all, cache, progress):
            outcomes[result.name] = result
    return FetchReport(tuple(outcomes[name] for name in names))


class _Downloads:
    """The downloads that are needed, each once; what has no client is settled at once."""

    def __init__(self, outcomes: dict[str, Fetched], lock: Path) -> None:
        self.outcomes, self.lock = outcomes, lock
        self.all: list[Download] = []
        self.missing: dict[Client, str | None] = {}
        self.archives: dict[Archive, ArchiveDownload] = {}
        self.packages: dict[str, FirstPackage] = {}
        self.repositories: dict[tuple[str, str], HubDownload] = {}

    def add(self, vocabulary: Manifest | Spec) -> None:
        match vocabulary:
            case HubSpec():
                self.all.append(FirstRepository(vocabulary, self.lock))
            case PackageSpec() if self._has_client(str(vocabulary), vocabulary.client):
                if vocabulary.key not in self.packages:
                    self.packages[vocabulary.key] = FirstPackage([], self.lock)
                    self.all.append(self.packages[vocabulary.key])
                self.packages[vocabulary.key].specs.append(vocabulary)
            case Manifest(source=HubFile(repo, _, commit)):
                if (repo, commit) not in self.repositories:
                    self.repositories[repo, commit] = HubDownload(repo, commit, [])
                    self.all.append(self.repositories[repo, commit])
                self.repositories[repo, commit].inside.append(vocabulary)
            case Manifest(source=Member(archive)) if self._has_client(
                vocabulary.name, archive.client
            ):
                if archive not in self.archives:
                    self.archives[archive] = ArchiveDownload(archive, [])
                    self.all.append(self.archives[archive])
                self.archives[archive].inside.append(vocabulary)

    def _has_client(self, name: str, client: Client) -> bool:
        if client not in self.missing:
            self.missing[client] = client_missing(client)
        if reason := self.missing[client]:
            self.outcomes[name] = Fetched(name, "client-missing", reason)
        return not reason


def _run(
    downloads: list[Download], cache: Cache, progress: Callable[[Progress], None]
) -> list[Fetched]:
    children = Children()
    results: list[Fetched] = []
    meter = _Meter(downloads)
    progress(meter.read())
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(max_workers=PARALLEL))
        stack.callback(children.stop)  # before the pool waits for its threads
        running: set[Future[list[Fetched]]] = {
            pool.submit(_download, download, cache, children, meter) for download in downloads
        }
        stack.callback(pool.shutdown, wait=False, cancel_futures=True)
        while running:
            ended, running = wait(running, _STEP_SECONDS, FIRST_COMPLETED)
            results += [result for task in ended for result in task.result()]
            progress(meter.read())
    return results


def _download(
    download: Download, cache: Cache, children: Children, meter: "_Meter"
) -> list[Fetched]:
    """One download in a folder of its own; every error becomes a line for each name."""
    try:
        with cache.incoming() as folder:
            meter.folders[download.label] = folder
            results = download.run(folder, cache, children)
    except (TokparityError, OSError) as error:
        reason = advised(error, cache.root)
        names = download.names
        results = [Fetched(name, "failed", reason.removeprefix(f"{name}: ")) for name in names]
    meter.ended(download)
    return results


class _Meter:
    """How many bytes are here: of a download that runs, those of the files in its folder.

    Never fewer than there were: clients remove what they have unpacked.
    """

    def __init__(self, downloads: list[Download]) -> None:
        self.folders: dict[str, Path] = {}
        self.sizes = {download.label: download.size for download in downloads}
        self.done: dict[str, int] = {}
        self.most: dict[str, int] = {}

    def ended(self, download: Download) -> None:
        self.done[download.label] = max(self.sizes[download.label], download.size)
        self.folders.pop(download.label, None)

    def read(self) -> Progress:
        here = sum(self.done.values())
        total = here
        for label, size in self.sizes.items():
            if label in self.done:
                continue
            folder = self.folders.get(label)
            so_far = max(self.most.get(label, 0), 0 if folder is None else _bytes_in(folder))
            self.most[label] = so_far
            expected = size or (0 if folder is None else _expected(folder))
            here += min(so_far, expected) if expected else so_far
            total += max(expected, 0 if expected else so_far)
        return Progress(tuple(self.folders), here, total)


def _bytes_in(folder: Path) -> int:
    """The bytes of what is there now; files come and go meanwhile."""
    total = 0
    for at, _, names in os.walk(folder):  # which passes over what has gone: Path.rglob raises
        for name in names:
            with suppress(OSError):
                total += Path(at, name).lstat().st_size
    return total


def _expected(folder: Path) -> int:
    """What a hub said is to come, where it has said so yet."""
    try:
        return int((folder / "expected").read_text("ascii"))
    except (OSError, ValueError):
        return 0


def _is_cached(manifest: Manifest, cache: Cache, verify: bool) -> bool:
    files: tuple[Manifest | Companion, ...] = (manifest, *manifest.companions)
    for file in files:
        if not cache.has(file.sha256, file.bytes):
            return False
        if verify:
            try:
                cache.verify(file.sha256, manifest.name)
            except (WrongBytes, OSError):
                cache.discard(file.sha256)
                return False
    return True


def _own_file(manifest: Manifest, path: Path) -> Fetched:
    """The user's own file is used where it lies; only its hash is checked."""
    again = f"put it back, or remove {manifest.name}.toml and add it again"
    try:
        check_file(path, manifest.sha256, manifest.bytes, str(path))
    except WrongBytes as error:
        return Fetched(manifest.name, "failed", f"{error}: {again}")
    except OSError as error:
        return Fetched(manifest.name, "failed", f"{path}: {error.strerror}: {again}")
    return Fetched(manifest.name, "cached")
