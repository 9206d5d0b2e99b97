"""The lock: what files without a known hash hashed to when they were first seen.

A shipped manifest promises a sha256. A spec of the user's (`hub:owner/name`) promises
nothing, so the first fetch writes down what came, in `.tokparity/vocabs.lock` of their
repository, to be committed; from then on it is held to that. JSON, sorted, one fact a
line. Any number of processes may write: each reads it again and adds to it while it has
the folder locked, and renames the new text into place. Not here: fetching.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, get_args

from tokparity.corpora.vocabs.folder_lock import hold
from tokparity.corpora.vocabs.manifest import read_facts
from tokparity.corpora.vocabs.spec import is_named
from tokparity.corpora.vocabs.table import TomlTable, is_inside
from tokparity.reference_impl.contract import Format, RankFacts
from tokparity.reference_impl.errors import BadArtefact, TokparityError

PLACE = Path(".tokparity") / "vocabs.lock"
SCHEMA_VERSION = 1


class NotAsLocked(TokparityError):
    """A file that is no longer what was seen first.

    >>> print(NotAsLocked("hub:a/b:tokenizer.json", "sha256", "00", "ff", Path("vocabs.lock")))
    hub:a/b:tokenizer.json: sha256 is ff, vocabs.lock says 00: where you trust the new one, \
remove its entry there and fetch again
    """

    def __init__(self, file: str, measure: str, expected: str, actual: str, lock: Path) -> None:
        super().__init__(
            f"{file}: {measure} is {actual}, {lock} says {expected}: "
            "where you trust the new one, remove its entry there and fetch again"
        )
        self.file, self.expected, self.actual = file, expected, actual


class CannotLock(TokparityError):
    """The lock cannot be written; it is in the user's repository, not in the cache."""

    def __init__(self, place: Path, error: OSError) -> None:
        reason = error.strerror or str(error)
        super().__init__(f"cannot write {place}: {reason}: see to its folder, then fetch again")
        self.place = place


@dataclass(frozen=True, slots=True)
class LockedFile:
    """One file: its hash and size; `format` where it is a vocabulary, not only beside one; `facts`
    of a rank file."""

    sha256: str
    bytes: int
    format: Format | None = None
    facts: RankFacts | None = None


@dataclass(frozen=True, slots=True)
class LockedRepository:
    """A revision of a hub repository: the commit it was, and the files taken from there.

    `whole`: all that a repository stands for was asked for, not only files by their paths.
    """

    commit: str
    files: Mapping[str, LockedFile]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class LockedPackage:
    """A package: the archive that came, and the files taken from it."""

    archive: str
    sha256: str
    bytes: int
    files: Mapping[str, LockedFile]


@dataclass(frozen=True, slots=True)
class Lock:
    """Repositories by "owner/name@revision", packages by "pip:name==1.0"."""

    hub: Mapping[str, LockedRepository] = field(default_factory=dict)
    packages: Mapping[str, LockedPackage] = field(default_factory=dict)


def read_lock(place: Path = PLACE) -> Lock:
    """The lock at `place`; an empty one where there is none. BadArtefact with the field."""
    try:
        raw = place.read_bytes()
    except FileNotFoundError:
        return Lock()
    except OSError as error:
        raise BadArtefact(place, "file", error.strerror or "cannot be read") from None
    return _parse(place, raw)


def _parse(place: Path, raw: str | bytes) -> Lock:
    try:
        top = TomlTable(place, json.loads(raw))
    except (ValueError, RecursionError) as error:
        raise BadArtefact(place, "JSON", str(error)) from None
    version = top.take("schema_version", int)
    if version != SCHEMA_VERSION:
        raise top.bad("schema_version", f"is {version}; this program reads {SCHEMA_VERSION}")
    hub, packages = top.table("hub"), top.table("packages")
    top.end()
    for table, prefix in ((hub, "hub:"), (packages, "")):
        for key in table.data:
            if not is_named(prefix + key):
                raise table.bad(key, "names no repository and no package")
    return Lock(
        {key: _repository(hub.table(key)) for key in list(hub.data)},
        {key: _package(packages.table(key)) for key in list(packages.data)},
    )


def lock_repository(key: str, seen: LockedRepository, place: Path = PLACE) -> None:
    """Add what came of a repository.

    NotAsLocked, and nothing written, where the lock says otherwise; BadArtefact where it could
    not be read back; CannotLock.
    """

    def add(lock: Lock) -> Lock:
        known = lock.hub.get(key, seen)
        _agree(f"hub:{key}", "commit", known.commit, seen.commit, place)
        files = _together(f"hub:{key}", known.files, seen.files, place)
        both = LockedRepository(known.commit, files, known.whole or seen.whole)
        return replace(lock, hub={**lock.hub, key: both})

    _rewrite(place, add)


def lock_package(key: str, seen: LockedPackage, place: Path = PLACE) -> None:
    """Add what came of a package. Errors: as of `lock_repository`."""

    def add(lock: Lock) -> Lock:
        known = lock.packages.get(key, seen)
        _agree(key, "sha256", known.sha256, seen.sha256, place)
        files = _together(key, known.files, seen.files, place)
        return replace(lock, packages={**lock.packages, key: replace(known, files=files)})

    _rewrite(place, add)


def _together(
    label: str, known: Mapping[str, LockedFile], seen: Mapping[str, LockedFile], place: Path
) -> dict[str, LockedFile]:
    for path in known.keys() & seen.keys():
        _agree(f"{label}:{path}", "sha256", known[path].sha256, seen[path].sha256, place)
    named = {at: file for at, file in seen.items() if file.format is not None or at not in known}
    return {**known, **named}


def _agree(label: str, measure: str, known: str, seen: str, place: Path) -> None:
    if known != seen:
        raise NotAsLocked(label, measure, known, seen, place)


def _rewrite(place: Path, change: Callable[[Lock], Lock]) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with hold(place.parent):
            text = to_json(change(read_lock(place)))
            _parse(place, text)  # a lock that is refused later would stand in the way of all specs
            part = place.with_name(f"{place.name}.part")
            try:
                part.write_text(text, encoding="utf-8")
                part.replace(place)
            except BaseException:
                with suppress(OSError):
                    part.unlink()
                raise
    except OSError as error:
        raise CannotLock(place, error) from None


def to_json(lock: Lock) -> str:
    """The text that `read_lock` reads back, the same for the same facts."""
    data: dict[str, Any] = {"schema_version": SCHEMA_VERSION, **asdict(lock)}
    for entry in data["hub"].values():
        if not entry["whole"]:
            del entry["whole"]
    for entries in (data["hub"], data["packages"]):
        for entry in entries.values():
            for file in entry["files"].values():
                for name in ("format", "facts"):
                    if file[name] is None:
                        del file[name]
    return json.dumps(data, indent=1, sort_keys=True) + "\n"


def _repository(table: TomlTable) -> LockedRepository:
    commit, files = table.take_commit("commit"), _files(table.table("files"))
    repository = LockedRepository(commit, files, table.take("whole", bool, False))
    table.end()
    return repository


def _package(table: TomlTable) -> LockedPackage:
    package = LockedPackage(
        archive=table.take_file_name("archive"),
        sha256=table.take_sha256("sha256"),
        bytes=table.take_size("bytes"),
        files=_files(table.table("files")),
    )
    table.end()
    return package


def _files(files: TomlTable) -> dict[str, LockedFile]:
    locked = {}
    for path in list(files.data):
        if not is_inside(path):
            raise files.bad(path, "is not a path inside an archive or repository")
        table = files.table(path)
        format: Any = None
        if "format" in table.data:
            format = table.take_one_of("format", get_args(Format))
        facts = read_facts(table.table("facts")) if "facts" in table.data else None
        if (format == "tiktoken") != (facts is not None):
            raise table.bad("facts", "are of a rank file, and every one has them")
        sha256, size = table.take_sha256("sha256"), table.take_size("bytes")
        locked[path] = LockedFile(sha256, size, format, facts)
        table.end()
    return locked
