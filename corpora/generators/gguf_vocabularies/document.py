"""`GgufDocument`: the keys of a GGUF file as they are to be written, and its bytes.

Not the `gguf` package's writer: that writes only what is well-formed, and a malformed file begins
with a well-formed one of which every byte is known.
"""

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tokparity.reference_impl.formats.gguf.file import TYPE_NAMES, Value

_NUMBERS = {
    "u8": (0, "B"),
    "i8": (1, "b"),
    "u16": (2, "H"),
    "i16": (3, "h"),
    "u32": (4, "I"),
    "i32": (5, "i"),
    "f32": (6, "f"),
    "bool": (7, "?"),
    "u64": (10, "Q"),
    "i64": (11, "q"),
    "f64": (12, "d"),
}
_STRING, _ARRAY = 8, 9

Scalar = int | float | bool | bytes


@dataclass(slots=True)
class GgufDocument:
    """Keys in order, each with the type of its value, or of the elements of a tuple."""

    keys: dict[bytes, tuple[str, Scalar | tuple[Scalar, ...]]] = field(default_factory=dict)
    version: int = 3

    def add(self, name: str, kind: str, value: "Scalar | Iterable[Scalar]") -> None:
        """A name without a dot is one of `tokenizer.ggml`."""
        full = name if "." in name.removeprefix("normalizer.") else f"tokenizer.ggml.{name}"
        scalar = isinstance(value, int | float) or (isinstance(value, bytes) and kind == "str")
        stored: Any = value
        self.keys[full.encode()] = kind, stored if scalar else tuple(stored)

    @classmethod
    def of(cls, keys: Mapping[bytes, Value]) -> "GgufDocument":
        """The keys that were read from a file (`read_metadata`)."""
        document = cls()
        for key, value in keys.items():
            content = value.strings if value.type == _STRING else value.numbers()
            document.keys[key] = TYPE_NAMES[value.type], content if value.is_array else content[0]
        return document

    def to_bytes(self) -> bytes:
        """The file, without tensors.

        >>> GgufDocument({b"a": ("u8", 7)}).to_bytes().hex()
        '4747554603000000000000000000000001000000000000000100000000000000610000000007'
        """
        parts = [b"GGUF", struct.pack("<IQQ", self.version, 0, len(self.keys))]
        for key, (kind, value) in self.keys.items():
            parts += [_string(key), _value(kind, value)]
        return b"".join(parts)


def _value(kind: str, value: "Scalar | tuple[Scalar, ...]") -> bytes:
    number = _STRING if kind == "str" else _NUMBERS[kind][0]
    if not isinstance(value, tuple):
        return struct.pack("<i", number) + _scalar(kind, value)
    body = b"".join(_scalar(kind, element) for element in value)
    return struct.pack("<iiQ", _ARRAY, number, len(value)) + body


def _scalar(kind: str, value: Scalar) -> bytes:
    if isinstance(value, bytes):
        return _string(value)
    return struct.pack(f"<{_NUMBERS[kind][1]}", value)


def _string(value: bytes) -> bytes:
    return struct.pack("<Q", len(value)) + value
