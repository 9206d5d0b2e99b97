"""Reading JSON that may be anything: every value knows its file and its field.

A wrong value is a BadArtefact naming both (`model.merges[3]`). As strict as serde_json where
Python's `json` is not: no NaN, no lone surrogates, whole numbers only where whole numbers are due.
"""

import json
import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from tokparity.reference_impl.errors import BadArtefact, Unsupported

Read = TypeVar("Read")
Word = TypeVar("Word")

_NUMBER = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_MOST_POWER = 308
_ALWAYS_FIT = 19


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value, where it stands, and typed ways to read it.

    >>> Node(Path("t.json"), "model", {"vocab": 3})["vocab"].mapping()
    Traceback (most recent call last):
        ...
    tokparity.reference_impl.errors.BadArtefact: t.json: model.vocab: must be an object, is a number
    """

    path: Path
    field: str
    value: Any
    ignored: list[str] = dataclass_field(default_factory=list, repr=False, compare=False)
    """Fields of the whole document that nothing reads, as they are met."""

    def bad(self, reason: str) -> BadArtefact:
        """The error to raise: this value is not what the format says."""
        return BadArtefact(self.path, self.field or "(root)", reason)

    def unsupported(self, reason: str) -> Unsupported:
        """The error to raise: this value is good but not implemented."""
        return Unsupported(self.path, self.field or "(root)", reason)

    def at(self, key: str | int, value: Any) -> "Node":
        """The node of something inside this one."""
        if isinstance(key, int):
            return Node(self.path, f"{self.field}[{key}]", value, self.ignored)
        place = f"{self.field}.{key}" if self.field else key
        return Node(self.path, place, value, self.ignored)

    def __getitem__(self, key: str) -> "Node":
        """A field that must be there."""
        value = self.mapping()
        if key not in value:
            raise self.at(key, None).bad("is missing")
        return self.at(key, value[key])

    def get(self, key: str) -> "Node | None":
        """A field that may be missing or null."""
        value = self.mapping().get(key)
        return None if value is None else self.at(key, value)

    def optional(self, key: str, read: "Callable[[Node], Read]") -> "Read | None":
        """What `read` makes of a field, None where it is missing or null."""
        node = self.get(key)
        return None if node is None else read(node)

    def only(self, known: Container[str]) -> None:
        """Notes the fields of this object besides those: serde ignores what it does not know."""
        strange = [key for key in self.mapping() if key not in known]
        self.ignored.extend(self.at(key, None).field for key in strange)

    def fields(self, names: Sequence[str]) -> "Node":
        """An object as it is; an array of as many values as there are names, as the object that
        they make: a struct of serde may be either."""
        if not isinstance(self.value, list):
            self.mapping()
            return self
        if len(self.value) != len(names):
            raise self.bad(f"must be an object, or an array of {len(names)}")
        return Node(self.path, self.field, dict(zip(names, self.value, strict=True)), self.ignored)

    def word(self, known: Mapping[str, Word]) -> Word:
        """What one of several words stands for; {word: null} is another way to write it."""
        value = self.value
        if isinstance(value, dict) and list(value.values()) == [None]:
            (value,) = value
        if not isinstance(value, str):
            raise self.bad(f"must be one of {', '.join(known)}, is {_kind(value)}")
        if value not in known:
            raise self.bad(f"must be one of {', '.join(known)}, is {value!r}")
        return known[value]

    def mapping(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.bad(f"must be an object, is {_kind(self.value)}")
        return self.value

    def items(self) -> list["Node"]:
        if not isinstance(self.value, list):
            raise self.bad(f"must be an array, is {_kind(self.value)}")
        return [self.at(index, value) for index, value in enumerate(self.value)]

    def string(self) -> str:
        if not isinstance(self.value, str):
            raise self.bad(f"must be a string, is {_kind(self.value)}")
        return self.value

    def boolean(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.bad(f"must be true or false, is {_kind(self.value)}")
        return self.value

    def number(self) -> float:
        """Any number, rounded as `serde_float` does."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            raise self.bad(f"must be a number, is {_kind(self.value)}")
        if isinstance(self.value, float):
            return self.value
        try:
            return serde_float(str(self.value))
        except ValueError as error:
            raise self.bad(str(error)) from None

    def size(self) -> int:
        """A whole number from 0 to 2⁶⁴ - 1."""
        if type(self.value) is not int:
            raise self.bad(f"must be a whole number, is {_kind(self.value)}")
        if not 0 <= self.value < 1 << 64:
            raise self.bad(f"must be from 0 to {(1 << 64) - 1}, is {self.value}")
        return self.value

    def char(self) -> str:
        """A string of one character."""
        if len(self.string()) != 1:
            raise self.bad(f"must be one character, is {self.value!r}")
        return self.string()

    def token_id(self) -> int:
        """A whole number from 0 to 2³¹ - 1 (the library takes one bit more)."""
        if type(self.value) is not int:
            raise self.bad(f"must be a whole number, is {_kind(self.value)}")
        if self.value < 0:
            raise self.bad(f"an id cannot be negative, is {self.value}")
        if self.value >= 1 << 31:
            raise self.bad("an id must be below 2147483648")
        return self.value


def read_json(path: Path) -> Node:
    """The root of a JSON file. Raises BadArtefact: unreadable, empty, not UTF-8, not JSON."""
    root = Node(path, "", None)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise root.bad(f"cannot be read: {error.strerror or error}") from None
    if not data:
        raise root.bad("the file is empty")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise root.bad(f"is not UTF-8 at byte {error.start}") from None
    try:
        value = json.loads(text, parse_constant=_no_constant, parse_float=serde_float)
    except json.JSONDecodeError as error:
        raise root.bad(
            f"is not JSON: {error.msg} at line {error.lineno} column {error.colno}"
        ) from None
    except RecursionError:
        raise root.bad("is nested too deeply") from None
    except ValueError as error:  # NaN, a number out of range or of thousands of digits
        raise root.bad(f"is not JSON: {str(error).partition(';')[0]}") from None
    if _ESCAPED_SURROGATE.search(text):
        _check_surrogates(Node(path, "", value))
    return Node(path, "", value)


_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def _check_surrogates(root: Node) -> None:
    """Pairs of escapes have become characters by now: what is left stands alone."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        match node.value:
            case str(text) if not _is_unicode(text):
                raise node.bad("has a lone surrogate")
            case dict(fields):
                for key, value in fields.items():
                    if not _is_unicode(key):
                        raise node.bad("has a key with a lone surrogate")
                    waiting.append(node.at(key, value))
            case list(values):
                waiting += [node.at(index, value) for index, value in enumerate(values)]


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
    return "an object"


def serde_float(written: str) -> float:
    """What serde_json 1.0 makes of a JSON number (src/de.rs, `f64_from_parts`).

    >>> serde_float("-11.470399292231715"), float("-11.470399292231715")
    (-11.470399292231717, -11.470399292231715)

    `tokenizers` 0.23 is built without serde_json's `float_roundtrip`: a fraction is read as a whole
    number of up to 64 bits and *one* division by a power of ten, so that about one score of ten is
    off by a last bit. Sums of scores tie, or stop to tie, by that bit.

    ValueError: no JSON number, or beyond what 64 bits of floating point hold.
    """
    parts = _NUMBER.fullmatch(written)
    if parts is None:
        raise ValueError(f"{written!r} is not a number")
    sign, whole, fraction, exponent = parts.groups(default="")
    significand, digits = _significand(whole + fraction)
    power = int(exponent or 0) + len(whole) - digits
    value = float(significand)
    while value and abs(power) > _MOST_POWER:
        if power > 0:
            raise ValueError(f"{written} is out of range")
        value /= 1e308
        power += _MOST_POWER
    if value and power >= 0:
        value *= float(f"1e{power}")
    elif value:
        value /= float(f"1e{-power}")
    if value == float("inf"):
        raise ValueError(f"{written} is out of range")
    return -value if sign else value


def _significand(digits: str) -> tuple[int, int]:
    """The number that the first digits make, and how many do: the rest finds no room."""
    if len(digits) <= _ALWAYS_FIT:
        return int(digits), len(digits)
    value = 0
    for at, digit in enumerate(digits):
        grown = value * 10 + int(digit)
        if grown >= 1 << 64:
            return value, at
        value = grown
    return value, len(digits)
