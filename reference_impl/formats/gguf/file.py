"""The key-value block of a GGUF file, read by its header alone.

A model of 40 GB costs no more than its vocabulary. Every count is checked against the bytes left
before anything is made of it. Accepts and refuses what ggml/src/gguf.cpp `gguf_init_from_reader`
(llama.cpp b11549) does in the key-value block. Not here: tensors, which come behind it, and what
the keys mean (`gguf.vocabulary`).
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from struct import unpack, unpack_from
from typing import BinaryIO

from tokparity.reference_impl.errors import BadArtefact

MAGIC = b"GGUF"
STRING, ARRAY = 8, 9
TYPE_NAMES: tuple[str, ...] = (
    "u8",
    "i8",
    "u16",
    "i16",
    "u32",
    "i32",
    "f32",
    "bool",
    "str",
    "arr",
    "u64",
    "i64",
)
TYPE_NAMES += ("f64",)
_CODES = "BbHhIifb--Qqd"
_SIZES = (1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8)

_MOST_ELEMENTS = _LONGEST_STRING = 1 << 30
"""`GGUF_MAX_ARRAY_ELEMENTS`, `GGUF_MAX_STRING_LENGTH`."""
_LONGEST_KEY = 1 << 16
_KEPT = (b"tokenizer.", b"general.", b"split.")
_MOST_KEPT = 1 << 27
_MOST_WALKED = 1 << 24
"""Ours: keys by the format's own limit, values kept in bytes, strings that are only passed over."""
_CHUNK = 1 << 20
_LEAST_OF_A_TENSOR = 24
"""Bytes: the length of its name, the number of its dimensions, its type, and where it is."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value as it stands: `raw` are the bytes of one number or of an array of them, `strings`
    the strings of an array or the only one. `type` is an index of `TYPE_NAMES`."""

    type: int
    is_array: bool
    raw: bytes = b""
    strings: tuple[bytes, ...] = ()

    @property
    def type_name(self) -> str:
        """As llama.cpp calls it: "u32", or "arr" of any array."""
        return "arr" if self.is_array else TYPE_NAMES[self.type]

    def __len__(self) -> int:
        return len(self.strings) if self.type == STRING else len(self.raw) // _SIZES[self.type]

    def numbers(self) -> tuple[float, ...]:
        """The numbers of a value that is no string.

        >>> Value(4, False, b"\\x02\\0\\0\\0").numbers()
        (2,)
        """
        return unpack(f"<{len(self)}{_CODES[self.type]}", self.raw)


class Cursor:
    """Walks through a file, a chunk at a time; `need` refuses before anything is read."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self.field = "header"
        self._file = file
        self._buffer, self._at = b"", 0
        self._behind = os.fstat(file.fileno()).st_size

    @property
    def left(self) -> int:
        return self._behind + len(self._buffer) - self._at

    def bad(self, reason: str) -> BadArtefact:
        return BadArtefact(self.path, self.field, reason)

    def need(self, count: int, what: str) -> None:
        if count > self.left:
            raise self.bad(f"{what} takes {count} bytes, and {self.left} are left")

    def take(self, count: int, what: str) -> bytes:
        self.need(count, what)
        self._fill(count)
        start = self._at
        self._at += count
        return self._buffer[start : self._at]

    def skip(self, count: int, what: str) -> None:
        self.need(count, what)
        inside = min(count, len(self._buffer) - self._at)
        self._at += inside
        self._file.seek(count - inside, os.SEEK_CUR)
        self._behind -= count - inside

    def number(self, code: str, size: int, what: str) -> int:
        value: int = unpack(f"<{code}", self.take(size, what))[0]
        return value

    def size(self, what: str) -> int:
        length = self.number("Q", 8, f"the length of {what}")
        if length > _LONGEST_STRING:
            raise self.bad(f"{what} has {length} bytes, more than {_LONGEST_STRING}")
        self.need(length, what)
        return length

    def strings(self, count: int) -> Iterator[bytes]:
        """As `size` and `take` for each, without a call for each."""
        buffer, at, end = self._buffer, self._at, len(self._buffer)
        for index in range(count):
            if at + 8 > end:
                self._at = at
                self.need(8, f"the length of string {index}")
                self._fill(8)
                buffer, at, end = self._buffer, 0, len(self._buffer)
            length = unpack_from("<Q", buffer, at)[0]
            at += 8
            if at + length > end:
                self._at = at
                if length > _LONGEST_STRING:
                    raise self.bad(f"string {index} has {length} bytes")
                self.need(length, f"string {index}")
                self._fill(length)
                buffer, at, end = self._buffer, 0, len(self._buffer)
            yield buffer[at : at + length]
            at += length
        self._at = at

    def _fill(self, count: int) -> None:
        """At least `count` bytes into the buffer, which then begins where the cursor is."""
        missing = count - (len(self._buffer) - self._at)
        if missing <= 0:
            return
        got = self._file.read(max(missing, _CHUNK))
        self._behind -= len(got)
        self._buffer, self._at = self._buffer[self._at :] + got, 0
        if len(got) < missing:
            raise self.bad("the file ends before its size")


def read_metadata(path: Path) -> Mapping[bytes, Value]:
    """The keys of a vocabulary and of the file in general, in their order, and their values.

    The rest is checked and passed over. A key ends at its first NUL, as for `gguf_find_key`;
    of two that then are the same the first counts. Raises BadArtefact.
    """
    try:
        with path.open("rb", buffering=0) as file:
            return walk_keys(Cursor(path, file))[0]
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None


def walk_keys(cursor: Cursor) -> tuple[dict[bytes, Value], int]:
    """The keys of `read_metadata`, and how many tensors come behind them: the cursor is there."""
    tensors, count = _header(cursor)
    if count * 13 > cursor.left:
        raise cursor.bad(f"{count} keys do not fit into the {cursor.left} bytes left")
    found: dict[bytes, Value] = {}
    seen: set[bytes] = set()
    room = _MOST_KEPT
    for index in range(count):
        cursor.field = f"key {index}"
        length = cursor.size("the key")
        if not 0 < length <= _LONGEST_KEY:
            raise cursor.bad("is empty" if not length else f"has {length} bytes")
        key = cursor.take(length, "the key")
        if key in seen:
            raise cursor.bad(f"{key.decode('utf-8', 'backslashreplace')} is there twice")
        seen.add(key)
        cursor.field = key.decode("utf-8", "backslashreplace")
        kept = key.startswith(_KEPT)
        before = cursor.left
        value = _value(cursor, kept, room)
        if value is not None:
            room -= before - cursor.left
            found.setdefault(key.split(b"\0", 1)[0], value)
    cursor.field = "tensors"
    cursor.need(tensors * _LEAST_OF_A_TENSOR, f"what is said of {tensors} tensors")
    _check_alignment(cursor, found.get(b"general.alignment"))
    return found, tensors


def _check_alignment(cursor: Cursor, value: Value | None) -> None:
    cursor.field = "general.alignment"
    if value is None:
        return
    if value.type_name != "u32":
        raise cursor.bad(f"is of type {value.type_name}, not u32")
    alignment = int(value.numbers()[0])
    if alignment == 0 or alignment & (alignment - 1):
        raise cursor.bad(f"{alignment} is no power of 2")


def _header(cursor: Cursor) -> tuple[int, int]:
    """The numbers of tensors and of keys."""
    magic = cursor.take(4, "the magic")
    if magic != MAGIC:
        raise cursor.bad(f"begins with {magic!r}, not {MAGIC!r}")
    version = cursor.number("I", 4, "the version")
    if version & 0xFFFF == 0:
        raise cursor.bad(f"version {version}: the file is big-endian, or no GGUF")
    if version == 1:
        raise cursor.bad("version 1 is no longer read by llama.cpp: convert the model anew")
    if version > 3:
        raise cursor.bad(f"version {version} is newer than 3, the last that llama.cpp reads")
    tensors, keys = (cursor.number("q", 8, "the header") for _ in range(2))
    for name, count in ("tensors", tensors), ("keys", keys):
        if count < 0:
            raise cursor.bad(f"the number of {name} is {count}")
    return tensors, keys


def _value(cursor: Cursor, kept: bool, room: int) -> Value | None:
    """The next value; None where it is not `kept`. `room`: bytes that it may take."""
    kind, count, is_array = cursor.number("i", 4, "the type"), 1, False
    if kind == ARRAY:
        is_array = True
        kind = cursor.number("i", 4, "the type of the elements")
        count = cursor.number("Q", 8, "the number of elements")
    if not 0 <= kind < len(TYPE_NAMES) or kind == ARRAY:
        raise cursor.bad(f"has the invalid type {kind}")
    if is_array and count > _MOST_ELEMENTS:
        raise cursor.bad(f"has {count} elements, more than {_MOST_ELEMENTS}")
    size = count * (_SIZES[kind] or 8)
    cursor.need(size, f"{count} × {TYPE_NAMES[kind]}")
    if kept and size > room:
        raise cursor.bad(f"{size} bytes: a vocabulary is not that large")
    if kind != STRING:
        if kept:
            return Value(kind, is_array, cursor.take(size, "the value"))
        cursor.skip(size, "the value")
        return None
    if not is_array:
        length = cursor.size("the string")
        if kept and length <= room:
            return Value(kind, False, strings=(cursor.take(length, "the string"),))
        cursor.skip(length, "the string")
        return None
    if count > _MOST_WALKED:
        raise cursor.bad(f"{count} strings: a vocabulary is not that large")
    if not kept:
        for _ in range(count):
            cursor.skip(cursor.size("a string"), "a string")
        return None
    strings = []
    for string in cursor.strings(count):
        room -= 8 + len(string)
        if room < 0:
            raise cursor.bad("is larger than any vocabulary")
        strings.append(string)
    return Value(kind, True, strings=tuple(strings))
