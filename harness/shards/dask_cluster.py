"""Units on the workers of a Dask cluster: one unit a worker at a time, wherever they are.

A worker needs this package at the same version, with the same libraries, else its answers would be
another run's: one that differs is not used, and said. Files go by their sha256: what is not where
the unit says, nor in the worker's own cache, is taken from the shared one, or sent, once.

A unit is pure. So a worker that dies costs what it was at, which is done again elsewhere; one that
joins late is given units like any other. Results are merged by key, as those of local jobs are.

Not here: how a cluster is made (docs/how-to/scale.md). Whoever can reach its scheduler can run
anything on it: that is Dask's own contract.
"""

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from distributed import CancelledError, Client, KilledWorker, wait

from tokparity.corpora.vocabs.cache import Cache, WrongBytes
from tokparity.corpora.vocabs.shared_cache import NotShared, SharedCache
from tokparity.harness.artefacts.model_files import NotFetchedAlong, files_beside
from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.shards.executors import Deliver
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import Unit, UnitFailed, UnitResult, run_unit
from tokparity.harness.shards.unit_queue import Feed
from tokparity.oracles.worker.collector import collect_less
from tokparity.reference_impl.contract import Artefact, Format
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.gguf.identity import identity as identity_of_gguf
from tokparity.reference_impl.formats.tokenizer_config import identity

LOOK = 1.0
"""Seconds after which it is looked whether a worker has joined or left."""
FETCH = 30.0
"""Seconds that a result takes at most; one whose worker has died comes never."""
CONNECT = 15.0
"""Seconds in which a scheduler answers."""
PATIENCE = 60.0
"""Seconds without any worker after which the run ends: what is done is kept."""
DEATHS = 3
"""Workers that may die of a unit, before it is one that failed."""
DIED = "workers that had it died again and again: was their memory enough?"

Future = Any
"""Of Dask, which has no types that hold."""
Versions = Callable[[], Mapping[str, str]]


class NoCluster(TokparityError):
    """A scheduler that cannot be reached, or has no worker that can be used.

    >>> str(NoCluster("tcp://a:8786", "no answer"))
    'tcp://a:8786: no answer'
    """

    def __init__(self, scheduler: str, reason: str) -> None:
        super().__init__(f"{scheduler}: {reason}")
        self.scheduler, self.reason = scheduler, reason


@dataclass(frozen=True, slots=True)
class Lacks:
    """What a worker says instead of a result: it has no file of these hashes. `refused`: why it
    did not take what the shared cache has, a line each."""

    hashes: tuple[str, ...]
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedFiles:
    """Where a worker may take the files of a unit from: the bytes of each by its hash, so that what
    lies there has a bound."""

    cache: SharedCache
    sizes: Mapping[str, int]

    def take(self, cache: Cache) -> tuple[str, ...]:
        """Bring what is there into `cache`; why what is there was not taken, a line each."""
        refused = []
        for sha256, size in self.sizes.items():
            if not cache.has(sha256, size):
                try:
                    self.cache.take(sha256, size, cache)
                except (NotShared, WrongBytes) as error:
                    refused.append(str(error))
        return tuple(refused)


_local = threading.local()
"""Of a worker's thread: its slot, which it keeps between units."""


def on_worker(
    unit: Unit, contents: Mapping[str, bytes], shared: SharedFiles | None = None
) -> UnitResult | Lacks:
    """Run a unit in the slot of this thread, with what was sent along, or is shared."""
    cache = Cache.default()
    try:
        for sha256, content in contents.items():
            if not cache.has(sha256, len(content)):
                cache.add(sha256, len(content), [content], sha256)
    except (OSError, WrongBytes) as error:
        return UnitFailed(unit.cell.name, unit.shard, f"cannot keep what was sent: {error}")
    placed, lacking = placed_here(unit, cache)
    if lacking and shared is not None:
        refused = shared.take(cache)
        placed, lacking = placed_here(unit, cache)
        if refused:
            return Lacks(lacking, refused)
    if lacking:
        return Lacks(lacking)
    if not hasattr(_local, "slot"):
        collect_less()
        _local.slot = Slot()
    return run_unit(_local.slot, placed)


def placed_here(unit: Unit, cache: Cache) -> tuple[Unit, tuple[str, ...]]:
    """The unit with the places that its files have on this machine, and the hashes of those that it
    has not. Another file where the unit says would be compared as if it were that one."""
    lacking: dict[str, None] = {}

    def place(side: SideSpec) -> SideSpec:
        artefact = side.artefact
        here = artefact.path if is_there(artefact) else cache.path(artefact.sha256)
        if not here.exists():
            lacking[artefact.sha256] = None
        return replace(side, artefact=replace(artefact, path=here))

    placed: dict[str, Any] = {name: place(side) for name, side in sides_of(unit.cell)}
    return replace(unit, cell=replace(unit.cell, **placed)), tuple(lacking)


def is_there(artefact: Artefact) -> bool:
    """Whether the very file, or folder, is where its artefact says."""
    try:
        stat = artefact.path.stat()
        return artefact.sha256 in _identities(
            artefact.path, artefact.format, stat.st_mtime_ns, stat.st_size
        )
    except (OSError, TokparityError):
        return False


@lru_cache
def _identities(path: Path, format: Format, changed: int, size: int) -> tuple[str, ...]:
    """What the content that is there may be called by; hashed once, as long as it stays."""
    if format in ("tokenizer_config.json", "model_folder"):
        return (identity(path.parent),)
    with path.open("rb") as file:
        whole = hashlib.file_digest(file, "sha256").hexdigest()
    return (whole, identity_of_gguf(path)) if format == "gguf" else (whole,)


def sides_of(cell: CellSpec) -> Iterator[tuple[str, SideSpec]]:
    """The sides of a cell by their names, a third one too."""
    for part in fields(CellSpec):
        if isinstance(side := getattr(cell, part.name), SideSpec):
            yield part.name, side


def files_of(unit: Unit) -> Iterator[tuple[str, Path]]:
    """The hash and the place of each file that a unit may need, those beside a catalogue's too."""
    for _, side in sides_of(unit.cell):
        yield side.artefact.sha256, side.artefact.path
        yield from beside(side.artefact)


def beside(artefact: Artefact) -> Iterator[tuple[str, Path]]:
    """What was fetched along with a vocabulary, which the cache has by its hash."""
    try:
        files = files_beside(artefact)
    except (NotFetchedAlong, TokparityError):
        return
    for path in files.values():
        if isinstance(path, Path) and path == Cache.default().path(path.name):
            yield path.name, path


@dataclass(slots=True)
class _Task:
    """A unit at a worker. `deaths`: of workers that were at it. `shared`: its files were put into
    the shared cache, so that what a worker lacks behind that is sent."""

    unit: Unit
    address: str = ""
    deaths: int = 0
    contents: Mapping[str, bytes] = field(default_factory=dict)
    shared: bool = False


@dataclass(slots=True)
class DaskExecutor:
    """Of the cluster of one scheduler ("tcp://host:8786"). `versions` are compared, here and there;
    `tell` is given a line where a worker is not used, or content is not taken. Raises NoCluster
    where none answers."""

    scheduler: str
    versions: Versions
    tell: Callable[[str], None]
    shared: SharedCache | None = None
    client: Client = field(init=False)
    _shared: dict[str, SharedFiles] = field(default_factory=dict)
    """Of each cell, looked up once."""
    _put: set[str] = field(default_factory=set)
    """Hashes of what was looked for in the shared cache, and put there."""
    _told: set[str] = field(default_factory=set)
    _slots: dict[str, int] = field(default_factory=dict)
    """The slot of each worker, which stays its own: models go to who has loaded them."""
    _refused: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        try:
            self.client = Client(self.scheduler, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise NoCluster(self.scheduler, f"no answer: {error}") from None

    @property
    def jobs(self) -> int:
        """How many workers there are now; a run's budget is of so many."""
        return len(self._workers(waits=True))

    def run(self, feed: Feed, deliver: Deliver, until: float | None = None) -> None:
        """Run the units on all workers, and on those that join. At `until`, or interrupted, what is
        in hand is given up: a worker finishes it, and nobody looks."""
        tasks: dict[Future, _Task] = {}
        again: list[_Task] = []
        ended: set[int] = set()
        try:
            while until is None or time.monotonic() < until:
                workers = self._workers(waits=not tasks)
                for future in [it for it, task in tasks.items() if task.address not in workers]:
                    # Dask keeps it for that very worker: it is begun anew on another.
                    self.client.cancel([future])
                    task = tasks.pop(future)
                    again.append(replace(task, deaths=task.deaths + 1))
                for task in [task for task in again if task.deaths >= DEATHS]:
                    again.remove(task)
                    _end(UnitFailed(*task.unit.key, DIED), feed, deliver)
                busy = {task.address for task in tasks.values()}
                for address in [it for it in workers if it not in busy]:
                    slot = workers[address]
                    unit = None if again or slot in ended else feed.take(slot)
                    if again:
                        self._submit(tasks, again.pop(0), address)
                    elif unit is not None:
                        self._submit(tasks, _Task(unit), address)
                    else:
                        ended.add(slot)
                if not tasks and not again:
                    return
                self._collect(tasks, feed, deliver, until)
        finally:
            self.client.cancel(list(tasks))

    def _collect(
        self, tasks: dict[Future, _Task], feed: Feed, deliver: Deliver, until: float | None
    ) -> None:
        """Wait a while for a task that has ended, and deliver those that have."""
        patience = LOOK if until is None else min(LOOK, max(0.01, until - time.monotonic()))
        try:
            with self.client.as_current():
                ended = wait(list(tasks), timeout=patience, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            return
        for future in ended:
            task = tasks.pop(future)
            try:
                result: object = future.result(FETCH)
            except TimeoutError:  # where its worker has died, `run` begins it anew
                tasks[future] = task
                continue
            except (CancelledError, KilledWorker) as error:
                raise NoCluster(self.scheduler, f"gave a unit up: {error}") from None
            if isinstance(result, Lacks):
                self._submit(tasks, self._with_files(task, result), task.address)
            elif isinstance(result, ShardResult | UnitFailed):
                _end(result, feed, deliver)
            else:
                raise NoCluster(self.scheduler, f"a worker answered {type(result).__name__}")

    def _submit(self, tasks: dict[Future, _Task], task: _Task, address: str) -> None:
        future = self.client.submit(
            *(on_worker, task.unit, task.contents, self._shared_files(task.unit)),
            workers=[address],
            pure=False,
        )
        tasks[future] = replace(task, address=address, contents={})

    def _with_files(self, task: _Task, lacks: Lacks) -> _Task:
        """The task once more: with its files in the shared cache, where they were not looked for
        there before, or else with all of them."""
        for line in lacks.refused:
            self._tell_once(f"sent, not taken from the shared cache: {line}")
        if self.shared is not None and not task.shared and not lacks.refused:
            try:
                for sha256, path in files_of(task.unit):
                    if sha256 not in self._put and path.is_file():
                        self.shared.put(sha256, path)
                        self._put.add(sha256)
                return replace(task, shared=True)
            except NotShared as error:
                self._tell_once(f"sent, not put into the shared cache: {error}")
        return replace(task, contents=self._sent(task.unit))

    def _shared_files(self, unit: Unit) -> SharedFiles | None:
        """What the workers may take of a unit's files, of a run with a shared cache."""
        if self.shared is None:
            return None
        name = unit.cell.name
        if name not in self._shared:
            found = {hash_: at.stat().st_size for hash_, at in files_of(unit) if at.is_file()}
            self._shared[name] = SharedFiles(self.shared, found)
        return self._shared[name]

    def _tell_once(self, line: str) -> None:
        if line not in self._told:
            self._told.add(line)
            self.tell(line)

    def _sent(self, unit: Unit) -> dict[str, bytes]:
        """What a worker lacks, and what stands beside it."""
        files = dict(files_of(unit))
        return {sha256: path.read_bytes() for sha256, path in files.items() if path.is_file()}

    def _workers(self, *, waits: bool) -> dict[str, int]:
        """The workers that are there and may be used, with their slots; where nothing is in hand,
        waited for."""
        begun = time.monotonic()
        while True:
            present = self.client.scheduler_info(n_workers=-1)["workers"]
            for address in present:
                if address not in self._slots and address not in self._refused:
                    self._welcome(address)
            known = {at: slot for at, slot in self._slots.items() if at in present}
            if known or not waits:
                return known
            if time.monotonic() - begun > PATIENCE:
                raise NoCluster(self.scheduler, "has no worker that can be used")
            time.sleep(LOOK)

    def _welcome(self, address: str) -> None:
        """Give a new worker a slot, if it has the versions that are here."""
        try:
            theirs = self.client.run(self.versions, workers=[address])[address]
        except Exception as error:  # whatever it has installed, or has not
            theirs = {"tokparity": f"{type(error).__name__}: {error}"[:200]}
        mine = self.versions()
        names = sorted(name for name in {*mine, *theirs} if mine.get(name) != theirs.get(name))
        if names:
            self._refused.add(address)
            said = ", ".join(f"{name} {theirs.get(name)} ({mine.get(name)} here)" for name in names)
            self.tell(f"{address} is not used: it has {said}")
            return
        self._slots[address] = len(self._slots)

    def close(self) -> None:
        """Leave the cluster, which goes on."""
        self.client.close()


def _end(result: UnitResult, feed: Feed, deliver: Deliver) -> None:
    feed.note(result)
    deliver(result)
