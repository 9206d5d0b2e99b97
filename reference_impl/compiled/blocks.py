"""`Blocks`: a mapped file of which each part is checked when it is first read.

    head       40 bytes: magic, format, byte order, sizes, digest of all up to the first block
    directory  JSON: what the file is of, and where its sections are
    digests    8 bytes a block
    blocks     1 KiB each, a section from the beginning of one

Opening reads the head alone. A block is copied, compared with its digest, and kept: what is damaged
is never looked at. The head's digest has a key (`store`), so that a file that somebody else wrote
is none. Not here: what stands in the sections (`strings`, `pairs`).

This module and those that a first answer is of (`short_texts`) import neither `typing` nor
`pathlib`, which take as long as all the rest of that answer.
"""

import json
import mmap
import struct
import sys
from collections.abc import Mapping
from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

FORMAT = 1
"""Of this layout and of the sections: another number is another format."""
BLOCK = 1024
_DIGEST = 8
_HEAD = struct.Struct("<8sHHIQ16s")  # magic, format, byte order, directory, blocks, digest
_MAGIC = b"tokparC\n"
_ORDER = {"little": 1, "big": 2}[sys.byteorder]
_LARGEST = 1 << 26
"""Bytes of a directory, and blocks of a file: nothing larger is read."""


class Damaged(Exception):
    """A compiled file that is not as it was written. Whoever reads one goes back to its source."""


FAULTS = (Damaged, LookupError, ValueError, ArithmeticError)
"""What comes of a file that is not as it was written, or that was never right."""


class Blocks:
    """The sections of a file, which is mapped as long as this lives.

    `directory` is what `write_blocks` was given. Errors: Damaged; OSError where there is none.
    """

    def __init__(self, path: str, key: bytes) -> None:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (as said above)
            head = file.read(_HEAD.size)
            if len(head) != _HEAD.size:
                raise Damaged("is cut off")
            magic, number, order, size, count, digest = _HEAD.unpack(head)
            if (magic, number, order) != (_MAGIC, FORMAT, _ORDER):
                raise Damaged("is of another format")
            if size > _LARGEST or count > _LARGEST:
                raise Damaged("is too large")
            rest = file.read(size + count * _DIGEST)
            if sha256(key + head[: -len(digest)] + rest).digest()[: len(digest)] != digest:
                raise Damaged("its head is not as it was written")
            self._first = _begin(size, count)
            if file.seek(0, 2) != self._first + count * BLOCK:
                raise Damaged("is cut off")
            self._mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._digests = rest[size:]
        self.directory: dict[str, Any] = json.loads(rest[:size])

    def section(self, name: str) -> tuple[int, int]:
        """Its first block, and how many bytes it has. Errors: Damaged where there is none."""
        if name not in self.directory["sections"]:
            raise Damaged(f"has no section {name}")
        first, size = self.directory["sections"][name]
        return first, size

    def block(self, number: int) -> bytes:
        """Errors: Damaged where it is not as it was written, or nowhere."""
        start = self._first + number * BLOCK
        digest = self._digests[number * _DIGEST : (number + 1) * _DIGEST]
        if number < 0 or not digest or self._size() < start + BLOCK:
            raise Damaged("is cut off")  # to look behind the end of a file ends the process
        data = self._mapped[start : start + BLOCK]
        if sha256(data).digest()[:_DIGEST] != digest:
            raise Damaged(f"block {number} is not as it was written")
        return data

    def _size(self) -> int:
        """Of the file by now."""
        try:
            return self._mapped.size()
        except OSError as error:  # on another machine that is gone
            raise Damaged("is gone") from error

    def read(self, name: str) -> bytes:
        """A whole section. Errors: Damaged."""
        first, size = self.section(name)
        count = -(-size // BLOCK)
        return b"".join(map(self.block, range(first, first + count)))[:size]


class Numbers:
    """A section of numbers, which are read a block at a time.

    `code`: of a type of `array`; of "f" and "d" all are floats. Errors of all: Damaged; IndexError
    for a place behind the last.
    """

    __slots__ = ("_blocks", "_code", "_count", "_first", "_here", "_parts", "_shift")

    def __init__(self, blocks: Blocks, name: str, code: 'Literal["i", "I", "q", "f", "d"]') -> None:
        self._blocks = blocks
        self._code: Literal["i", "I", "q", "f", "d"] = code
        width = struct.calcsize(code)
        self._first, size = blocks.section(name)
        self._count = size // width
        self._shift = (BLOCK // width).bit_length() - 1
        self._here = BLOCK // width - 1
        self._parts: dict[int, memoryview[int]] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> int:
        part = self._parts.get(at >> self._shift) or self._part(at)
        return part[at & self._here]

    def _part(self, at: int) -> "memoryview[int]":
        if not 0 <= at < self._count:
            raise IndexError(at)
        number = at >> self._shift
        data = memoryview(self._blocks.block(self._first + number))
        part: memoryview[int] = data.cast(self._code)  # type: ignore[assignment]  # or floats
        if (left := self._count - (number << self._shift)) <= self._here:
            part = part[:left]
        self._parts[number] = part
        return part


class Bytes:
    """A section of bytes, which are read a block at a time. Errors of all: Damaged."""

    __slots__ = ("_blocks", "_first", "_parts", "_size")

    def __init__(self, blocks: Blocks, name: str) -> None:
        self._blocks = blocks
        self._first, self._size = blocks.section(name)
        self._parts: dict[int, bytes] = {}

    def read(self, start: int, end: int) -> bytes:
        """The bytes from start to end."""
        if not 0 <= start <= end <= self._size:
            raise Damaged("names a place outside")
        if start == end:  # there may be no block
            return b""
        number = start // BLOCK
        part = self._parts.get(number) or self._part(number)
        start, end = start - number * BLOCK, end - number * BLOCK
        while len(part) < end:
            number += 1
            part += self._parts.get(number) or self._part(number)
        return part[start:end]

    def _part(self, number: int) -> bytes:
        part = self._parts[number] = self._blocks.block(self._first + number)
        return part


def _begin(directory: int, count: int) -> int:
    """Where the first block begins."""
    return -(-(_HEAD.size + directory + count * _DIGEST) // BLOCK) * BLOCK


def blocks_of(directory: Mapping[str, object], sections: Mapping[str, bytes], key: bytes) -> bytes:
    """The bytes of a file with these sections. `directory`: anything of JSON."""
    places: dict[str, tuple[int, int]] = {}
    parts: list[bytes] = []
    known: dict[bytes, tuple[int, int]] = {}
    count = 0
    for name, data in sections.items():
        if data in known:
            places[name] = known[data]
            continue
        known[data] = places[name] = (count, len(data))
        count += -(-len(data) // BLOCK)
        parts.append(data.ljust(-(-len(data) // BLOCK) * BLOCK, b"\0"))
    body = b"".join(parts)
    digests = b"".join(
        sha256(body[at : at + BLOCK]).digest()[:_DIGEST] for at in range(0, len(body), BLOCK)
    )
    head = json.dumps({**directory, "sections": places}).encode("ascii")
    fields = _HEAD.pack(_MAGIC, FORMAT, _ORDER, len(head), count, b"")[:-16]
    digest = sha256(key + fields + head + digests).digest()[:16]
    return (fields + digest + head + digests).ljust(_begin(len(head), count), b"\0") + body
