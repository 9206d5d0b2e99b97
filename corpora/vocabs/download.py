"""One download: an archive or the files of one repository at a commit, for all who want some of it.

What comes is held against the hashes of the manifests. Not here: what has no hash yet
(`first_fetch`), and running several (`fetching`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tokparity.corpora.vocabs.advice import advised
from tokparity.corpora.vocabs.archives import gunzip, read_member
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.children import Children
from tokparity.corpora.vocabs.fetch_report import Fetched
from tokparity.corpora.vocabs.hub import download_at
from tokparity.corpora.vocabs.manifest import Archive, Companion, HubFile, Manifest, Member
from tokparity.corpora.vocabs.registries import download
from tokparity.reference_impl.errors import TokparityError

_BLOCK = 1 << 20


class Download(Protocol):
    """`names` are the artefacts that wait for it, `size` its bytes, 0 where nobody knows."""

    @property
    def label(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def names(self) -> list[str]: ...

    def run(self, folder: Path, cache: Cache, children: Children) -> list[Fetched]:
        """Download to the empty `folder`, fill the cache; what became of each of `names`.

        Errors: TokparityError, OSError: then it became the same of all.
        """


@dataclass(slots=True)
class ArchiveDownload:
    """A package, and the manifests of what is wanted of it."""

    archive: Archive
    inside: list[Manifest]

    @property
    def label(self) -> str:
        return self.archive.package

    @property
    def size(self) -> int:
        return self.archive.bytes

    @property
    def names(self) -> list[str]:
        return [manifest.name for manifest in self.inside]

    def run(self, folder: Path, cache: Cache, children: Children) -> list[Fetched]:
        arrived = download(self.archive, folder, children)
        return [self._store(manifest, arrived, cache) for manifest in self.inside]

    def _store(self, manifest: Manifest, arrived: Path, cache: Cache) -> Fetched:
        """What is missing of it; what is right stays where the rest is not."""
        try:
            if not cache.has(manifest.sha256, manifest.bytes):
                content = _content(manifest, arrived)
                cache.add(manifest.sha256, manifest.bytes, content, manifest.name)
            for companion in manifest.companions:
                if not cache.has(companion.sha256, companion.bytes):
                    content = read_member(arrived, companion.path, companion.bytes)
                    cache.add(
                        companion.sha256,
                        companion.bytes,
                        content,
                        f"{manifest.name}: {companion.path}",
                    )
        except (TokparityError, OSError) as error:
            return Fetched(manifest.name, "failed", advised(error, cache.root))
        return Fetched(manifest.name, "fetched")


def _content(manifest: Manifest, arrived: Path) -> Iterator[bytes]:
    member = manifest.source
    assert isinstance(member, Member)
    blocks = read_member(arrived, member.path, member.packed_bytes)
    if member.path.endswith(".gz"):
        return gunzip(blocks, manifest.bytes, member.path)
    return blocks


@dataclass(slots=True)
class HubDownload:
    """The files of a repository at a commit: the manifests' own and those beside them."""

    repo: str
    commit: str
    inside: list[Manifest]

    @property
    def label(self) -> str:
        return f"hub:{self.repo}@{self.commit[:12]}"

    @property
    def size(self) -> int:
        return sum(file.bytes for file in self._files().values())

    @property
    def names(self) -> list[str]:
        return [manifest.name for manifest in self.inside]

    def run(self, folder: Path, cache: Cache, children: Children) -> list[Fetched]:
        """Files that are in the cache already are not asked for again; one that is wrong does
        not keep the others out."""
        missing = {
            at: file for at, file in self._files().items() if not cache.has(file.sha256, file.bytes)
        }
        paths = tuple(dict.fromkeys(path for path, _ in missing))
        came = download_at(self.repo, self.commit, paths, folder, children)
        wrong: dict[tuple[str, str], str] = {}
        for (path, sha256), file in missing.items():
            try:
                cache.add(sha256, file.bytes, blocks_of(came.files[path]), f"{self.label}:{path}")
            except (TokparityError, OSError) as error:
                wrong[path, sha256] = advised(error, cache.root)
        return [_became(manifest, wrong) for manifest in self.inside]

    def _files(self) -> dict[tuple[str, str], Manifest | Companion]:
        """By path and sha256: two manifests may promise different bytes at one path."""
        return {at: file for manifest in self.inside for at, file in _files_of(manifest).items()}


def _files_of(manifest: Manifest) -> dict[tuple[str, str], Manifest | Companion]:
    assert isinstance(manifest.source, HubFile)
    beside = {(companion.path, companion.sha256): companion for companion in manifest.companions}
    return {(manifest.source.path, manifest.sha256): manifest, **beside}


def _became(manifest: Manifest, wrong: Mapping[tuple[str, str], str]) -> Fetched:
    reasons = [wrong[at] for at in _files_of(manifest) if at in wrong]
    return Fetched(manifest.name, "failed" if reasons else "fetched", *reasons[:1])


def blocks_of(path: Path) -> Iterator[bytes]:
    """A file, block by block."""
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            yield block
