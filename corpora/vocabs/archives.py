"""One named file out of an archive, as a stream of blocks: zip, tar.gz, a zip inside either, gzip.

Nothing is ever unpacked to disk, so an archive cannot write anywhere. A member must be
a regular file of at most the size its manifest declares; links, directories and
duplicates of the name are refused, and what inflates past the declared size stops.
The bytes of a nested zip are held in memory, up to a cap.
"""

import gzip
import io
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO

from tokparity.reference_impl.errors import TokparityError

_BLOCK = 1 << 20
_MAX_NESTED = 256 << 20
_MAX_MEMBERS = 200_000


class BadArchive(TokparityError):
    """An archive that does not hold the member as an ordinary file.

    >>> str(BadArchive("a.whl", "x/y.json", "is a symbolic link"))
    'a.whl: x/y.json: is a symbolic link'
    """

    def __init__(self, archive: str, member: str, reason: str) -> None:
        super().__init__(f"{archive}: {member}: {reason}")
        self.archive, self.member, self.reason = archive, member, reason


def read_member(archive: Path, path: str, limit: int) -> Iterator[bytes]:
    """Yield the blocks of `path` ("a/b.json", "inner.zip!a/b.json"), at most `limit` bytes.

    The file as it lies there: "….gz" is not decompressed (see `gunzip`). BadArchive where
    it is missing, no ordinary file, too large, or the archive is broken.
    """
    first, *nested = path.split("!")
    try:
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as opened:
                yield from _from_zip(opened, archive.name, [first, *nested], limit)
        else:
            yield from _from_tar(archive, [first, *nested], limit)
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError) as error:
        raise BadArchive(archive.name, path, f"cannot be read: {error}") from None
    except (NotImplementedError, RuntimeError, ValueError) as error:  # encrypted, unknown method
        raise BadArchive(archive.name, path, f"cannot be read: {error}") from None


def names_around(archive: Path, path: str) -> tuple[str, ...]:
    """The paths of all ordinary files of the archive, or of the zip inside it, that holds `path`.

    Of a tar at most the first 200,000. BadArchive where the archive is broken.
    """
    zips = path.split("!")[:-1]
    try:
        if zips or zipfile.is_zipfile(archive):
            inner: Path | IO[bytes] = archive
            if zips:
                content = read_member(archive, "!".join(zips), _MAX_NESTED)
                inner = io.BytesIO(b"".join(content))
            with zipfile.ZipFile(inner) as opened:
                names = [info.filename for info in opened.infolist() if not info.is_dir()]
        else:
            with gzip.open(archive) as stream, tarfile.open(fileobj=stream, mode="r|") as members:
                names = [info.name for info in islice(members, _MAX_MEMBERS) if info.isreg()]
    except (
        *(zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError),
        *(NotImplementedError, RuntimeError, ValueError),
    ) as error:
        raise BadArchive(archive.name, path, f"cannot be read: {error}") from None
    return tuple("!".join([*zips, name]) for name in names)


def gunzip(blocks: Iterator[bytes], limit: int, label: str) -> Iterator[bytes]:
    """Decompress a stream of gzip blocks; stops with BadArchive past `limit` bytes out."""
    inflate, total = zlib.decompressobj(wbits=31), 0
    for block in blocks:
        while block and not inflate.eof:
            try:
                out = inflate.decompress(block, _BLOCK)
            except zlib.error as error:
                raise BadArchive(label, "gzip", f"cannot be read: {error}") from None
            block = inflate.unconsumed_tail
            total += len(out)
            if total > limit:
                raise BadArchive(label, "gzip", f"inflates to more than {limit} bytes")
            yield out
    if not inflate.eof:
        raise BadArchive(label, "gzip", "is cut short")


def _from_zip(opened: zipfile.ZipFile, label: str, path: list[str], limit: int) -> Iterator[bytes]:
    name, *nested = path
    entries = [info for info in opened.infolist() if info.filename == name]
    if len(entries) != 1:
        raise BadArchive(label, name, "is not in the archive" if not entries else "is there twice")
    info = entries[0]
    kind = stat.S_IFMT(info.external_attr >> 16)
    if info.is_dir() or kind not in (0, stat.S_IFREG):
        raise BadArchive(label, name, "is not an ordinary file")
    with opened.open(info) as member:
        yield from _rest(member, f"{label}!{name}", name, nested, limit)


def _from_tar(archive: Path, path: list[str], limit: int) -> Iterator[bytes]:
    name, *nested = path
    # A stream: each member is passed once. tarfile's own reading of a broken gzip header raises
    # what is no TarError.
    with gzip.open(archive) as stream, tarfile.open(fileobj=stream, mode="r|") as opened:
        for count, info in enumerate(opened):
            if count >= _MAX_MEMBERS:
                raise BadArchive(archive.name, name, f"has over {_MAX_MEMBERS} members before it")
            if info.name != name:
                continue
            member = opened.extractfile(info) if info.isreg() else None
            if member is None:
                raise BadArchive(archive.name, name, "is not an ordinary file")
            yield from _rest(member, f"{archive.name}!{name}", name, nested, limit)
            return
    raise BadArchive(archive.name, name, "is not in the archive")


def _rest(
    member: IO[bytes], label: str, name: str, nested: list[str], limit: int
) -> Iterator[bytes]:
    """The member itself, or what lies in it where it is a zip to be entered."""
    if not nested:
        yield from _blocks(member, label, name, limit)
        return
    content = io.BytesIO(b"".join(_blocks(member, label, name, _MAX_NESTED)))
    with zipfile.ZipFile(content) as inner:
        yield from _from_zip(inner, label, nested, limit)


def _blocks(member: IO[bytes], label: str, name: str, limit: int) -> Iterator[bytes]:
    total = 0
    while block := member.read(_BLOCK):
        total += len(block)
        if total > limit:
            raise BadArchive(label, name, f"is larger than {limit} bytes")
        yield block
