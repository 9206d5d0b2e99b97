"""One download: an archive or the files of one repository at a commit, for all who want some of it.

What comes is held against the hashes of the manifests. Not here: what has no hash yet
(`first_fetch`), and running several (`fetching`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from corpora.vocabs.advice import advised
from corpora.vocabs.archives import gunzip, read_member
from corpora.vocabs.cache import Cache
from corpora.vocabs.children import Children
from corpora.vocabs.fetch_report import Fetched
from corpora.vocabs.hub import download_at
from corpora.vocabs.manifest import Archive, Companion, HubFile, Manifest, Member
from corpora.vocabs.registries import download
from reference_impl.errors import TokparityError

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
        """Another file of the archive may be right where this one is not."""
        try:
            cache.add(manifest.sha256, manifest.bytes, _content(manifest, arrived), manifest.name)
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
        return sum(one.bytes for one in self._files().values())

    @property
    def names(self) -> list[str]:
        return [manifest.name for manifest in self.inside]

    def run(self, folder: Path, cache: Cache, children: Children) -> list[Fetched]:
        """Files that are in the cache already are not asked for again."""
        missing = {
            path: one for path, one in self._files().items() if not cache.has(one.sha256, one.bytes)
        }
        came = download_at(self.repo, self.commit, tuple(missing), folder, children)
        for path, one in missing.items():
            label = f"{self.label}:{path}"
            cache.add(one.sha256, one.bytes, blocks_of(came.files[path]), label)
        return [Fetched(manifest.name, "fetched") for manifest in self.inside]

    def _files(self) -> dict[str, Manifest | Companion]:
        files: dict[str, Manifest | Companion] = {}
        for manifest in self.inside:
            assert isinstance(manifest.source, HubFile)
            files[manifest.source.path] = manifest
            files.update((companion.path, companion) for companion in manifest.companions)
        return files


def blocks_of(path: Path) -> Iterator[bytes]:
    """A file, block by block."""
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            yield block
