"""Reading JSON that may be anything: every value knows its file and its field.

A wrong value is a BadArtefact naming both (`model.merges[3]`), an option that the
reader does not know an Unsupported. As strict as serde_json where Python's `json` is not:
no NaN, no lone surrogates, whole numbers only where whole numbers are due.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.serde_json.number import serde_float

Read = TypeVar("Read")


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

    def bad(self, reason: str) -> BadArtefact:
        """The error to raise: this value is not what the format says."""
        return BadArtefact(self.path, self.field or "(root)", reason)

    def unsupported(self, reason: str) -> Unsupported:
        """The error to raise: this value is good but not implemented."""
        return Unsupported(self.path, self.field or "(root)", reason)

    def at(self, key: str | int, value: Any) -> "Node":
        """The node of something inside this one."""
        if isinstance(key, int):
            return Node(self.path, f"{self.field}[{key}]", value)
        return Node(self.path, f"{self.field}.{key}" if self.field else key, value)

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

    def only(self, known: Iterable[str]) -> None:
        """Unsupported where this object has a field besides those."""
        for key in self.mapping():
            if key not in known:
                raise self.at(key, None).unsupported("this option is not known")

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
