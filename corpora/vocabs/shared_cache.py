"""The shared cache: a place from which the workers of a cluster take files, by their sha256.

    <url>/sha256/ab/abcdef…     laid out as the cache of one user is (`cache`)
    <url>/incoming/…            what is on its way there

The place is any that fsspec opens: file:///nfs/tokparity, s3://bucket/tokparity. So a copy of a
cache folder is one. Whoever takes a file hashes it: of what lies there nothing is believed. Not
here: who needs which file (`harness.shards.dask_cluster`).
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from tokparity.corpora.vocabs.cache import Cache, WrongBytes
from tokparity.reference_impl.errors import TokparityError

_BLOCK = 1 << 20


class NotShared(TokparityError):
    """A shared cache that cannot be opened, read or written.

    >>> str(NotShared("s3://bucket/x", "PermissionError: Access Denied"))
    's3://bucket/x: PermissionError: Access Denied'
    """

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url}: {reason}")
        self.url, self.reason = url, reason


@dataclass(frozen=True, slots=True)
class SharedCache:
    """Files by content at a URL. What is written there is whole, or has no name."""

    url: str

    @classmethod
    def at(cls, url: str) -> "SharedCache":
        """NotShared where the URL is none, or nothing that is installed opens it."""
        made = cls(url)
        made._opened()
        return made

    def put(self, sha256: str, path: Path) -> bool:
        """Whether content of this hash lies there now: that of `path` where nothing did. A file
        that is called by another hash than its content's, as a folder is, is not shared.

        Errors: NotShared, also where the place may not be written.
        """
        files, root = self._opened()
        place = f"{root}/{_place(sha256)}"
        try:
            if files.exists(place):
                return True
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
                    return False
            incoming = f"{root}/incoming/{uuid4().hex}"
            for folder in (incoming, place):
                files.makedirs(folder.rpartition("/")[0], exist_ok=True)
            files.put_file(str(path), incoming)
            files.mv(incoming, place)
        except Exception as error:  # each kind of place has its own
            raise _not_shared(self.url, error) from error
        return True

    def take(self, sha256: str, size: int, cache: Cache) -> bool:
        """Whether content of this hash was there; it is in `cache` now. No more than `size` bytes
        are kept of what lies there. Errors: WrongBytes for other content, NotShared."""
        files, root = self._opened()
        try:
            with files.open(f"{root}/{_place(sha256)}", "rb") as file:
                blocks = iter(lambda: file.read(_BLOCK), b"")
                cache.add(sha256, size, blocks, f"{self.url.rstrip('/')}/{_place(sha256)}")
        except FileNotFoundError:
            return False
        except WrongBytes:
            raise
        except Exception as error:  # each kind of place has its own
            raise _not_shared(self.url, error) from error
        return True

    def _opened(self) -> tuple[Any, str]:
        """The file system of the URL, and the path in it."""
        if "://" not in self.url:
            raise NotShared(self.url, "is no URL, such as file:///nfs/tokparity")
        from fsspec.core import url_to_fs  # takes as long to import as a short command

        try:
            files, root = url_to_fs(self.url)
            files.invalidate_cache()  # else some say what was not there before another put it
        except Exception as error:  # a library that is not installed, an option that it lacks
            raise _not_shared(self.url, error) from error
        return files, str(root).rstrip("/")


def _place(sha256: str) -> str:
    return f"sha256/{sha256[:2]}/{sha256}"


def _not_shared(url: str, error: Exception) -> NotShared:
    return NotShared(url, f"{type(error).__name__}: {error}"[:300])
