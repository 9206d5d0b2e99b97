"""Fetching: from manifests to verified files in the cache.

Each archive is downloaded once however many of its files are wanted, at most four at
a time, and is gone afterwards. Nothing that goes wrong with one artefact stops the
others: it is named, counted and returned. Not here: the clients (`registries`),
opening archives (`archives`), drawing progress (whoever passes a callback).
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from corpora.vocabs.archives import gunzip, read_member
from corpora.vocabs.cache import Cache, WrongBytes, check_file
from corpora.vocabs.manifest import Archive, Client, Manifest, Member
from corpora.vocabs.registries import client_missing, download
from reference_impl.errors import TokparityError

PARALLEL = 4

Outcome = Literal["fetched", "cached", "failed", "client-missing"]


@dataclass(frozen=True, slots=True)
class Fetched:
    """What became of one artefact; `reason` is one line where it is not in the cache now."""

    name: str
    outcome: Outcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FetchReport:
    """What became of each artefact, in the order asked for."""

    artefacts: tuple[Fetched, ...]

    def count(self, outcome: Outcome) -> int:
        return sum(artefact.outcome == outcome for artefact in self.artefacts)

    @property
    def complete(self) -> bool:
        """Whether every artefact asked for is in the cache now."""
        return all(artefact.outcome in ("fetched", "cached") for artefact in self.artefacts)

    def lines(self) -> list[str]:
        """One line a failure, then one line that counts everything.

        >>> FetchReport((Fetched("a", "cached"), Fetched("b", "failed", "no"))).lines()
        ['b: failed: no', '0 fetched, 1 cached, 1 failed, 0 without their client']
        """
        told = [
            f"{artefact.name}: {artefact.outcome.replace('-', ' ')}: {artefact.reason}"
            for artefact in self.artefacts
            if artefact.outcome in ("failed", "client-missing")
        ]
        counts = f"{self.count('fetched')} fetched, {self.count('cached')} cached, "
        counts += (
            f"{self.count('failed')} failed, {self.count('client-missing')} without their client"
        )
        return [*told, counts]


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` archive bytes are dealt with; `package` was the last one."""

    package: str
    done: int
    total: int


def fetch(
    manifests: Sequence[Manifest],
    cache: Cache,
    *,
    progress: Callable[[Progress], None] = lambda step: None,
    verify: bool = False,
) -> FetchReport:
    """Bring every artefact into the cache, and say what became of each.

    `progress` is called from one thread at a time, at the start with done = 0 and after
    each archive. `verify`: hash again what is cached already, and fetch what changed.
    """
    outcomes: dict[str, Fetched] = {}
    wanted: dict[Archive, list[Manifest]] = {}
    missing: dict[Client, str | None] = {}
    for manifest in manifests:
        if not isinstance(manifest.source, Member):
            outcomes[manifest.name] = _own_file(manifest, manifest.source)
        elif _is_cached(manifest, cache, verify):
            outcomes[manifest.name] = Fetched(manifest.name, "cached")
        else:
            client = manifest.source.archive.client
            if client not in missing:
                missing[client] = client_missing(client)
            if reason := missing[client]:
                outcomes[manifest.name] = Fetched(manifest.name, "client-missing", reason)
            else:
                wanted.setdefault(manifest.source.archive, []).append(manifest)
    total, done = sum(archive.bytes for archive in wanted), 0
    progress(Progress("", 0, total))
    with ThreadPoolExecutor(max_workers=PARALLEL) as pool:
        tasks = [pool.submit(_fetch_archive, archive, wanted[archive], cache) for archive in wanted]
        for task in as_completed(tasks):
            archive, results = task.result()
            outcomes.update((result.name, result) for result in results)
            done += archive.bytes
            progress(Progress(archive.package, done, total))
    return FetchReport(tuple(outcomes[manifest.name] for manifest in manifests))


def _is_cached(manifest: Manifest, cache: Cache, verify: bool) -> bool:
    if not cache.has(manifest.sha256, manifest.bytes):
        return False
    if verify:
        try:
            cache.verify(manifest.sha256, manifest.name)
        except (WrongBytes, OSError):
            return False
    return True


def _own_file(manifest: Manifest, path: Path) -> Fetched:
    """The user's own file is used where it lies; only its hash is checked."""
    try:
        check_file(path, manifest.sha256, manifest.bytes, str(path))
    except (WrongBytes, OSError) as error:
        return Fetched(manifest.name, "failed", str(error))
    return Fetched(manifest.name, "cached")


def _fetch_archive(
    archive: Archive, inside: list[Manifest], cache: Cache
) -> tuple[Archive, list[Fetched]]:
    """Download one archive and store its wanted members; every error becomes a line."""
    with tempfile.TemporaryDirectory(prefix="tokparity-") as folder:
        try:
            arrived = download(archive, Path(folder))
        except (TokparityError, OSError) as error:
            return archive, [Fetched(manifest.name, "failed", str(error)) for manifest in inside]
        return archive, [_store(manifest, arrived, cache) for manifest in inside]


def _store(manifest: Manifest, arrived: Path, cache: Cache) -> Fetched:
    try:
        cache.add(manifest.sha256, manifest.bytes, _content(manifest, arrived), manifest.name)
    except (TokparityError, OSError) as error:
        return Fetched(manifest.name, "failed", str(error))
    return Fetched(manifest.name, "fetched")


def _content(manifest: Manifest, arrived: Path) -> Iterator[bytes]:
    member = manifest.source
    assert isinstance(member, Member)
    blocks = read_member(arrived, member.path, member.packed_bytes)
    if member.path.endswith(".gz"):
        return gunzip(blocks, manifest.bytes, member.path)
    return blocks
