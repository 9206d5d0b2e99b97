"""A tokenizer as JSON, and apart from that its tables: `written`, and `Restored`.

An object is written by the fields that its class is called with. One that derived tables is written
with all that it derived, and does not do so again. So no class has a form of its own here; the head
names them, and the version of a file is that of all their code. Codes of JSON: what is no list
stands for itself, a list is of a type by its first entry. Not here: the tables (`columns`).
"""

import re
from array import array
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from types import FunctionType, MethodType
from typing import Any

from tokparity.reference_impl.compiled.blocks import FAULTS, Blocks, Damaged
from tokparity.reference_impl.compiled.column_writing import Pool, kind_of, table_sections
from tokparity.reference_impl.compiled.columns import Columns
from tokparity.reference_impl.compiled.mapped import LookUps, Table
from tokparity.reference_impl.compiled.strings import (
    Sections,
    Uncompiled,
    known_ids,
    string_sections,
)
from tokparity.reference_impl.models.lookup.trie import Trie
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols

_OURS = "tokparity.reference_impl."
_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]*")
_MANY = 16
"""Objects of one class in a row whose fields are written without naming the class each time."""


class Written:
    """The JSON of an object, and all tables in it, in the order in which they come.

    Errors: Uncompiled.
    """

    def __init__(self, root: object) -> None:
        self.tables: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._objects: dict[int, int] = {}
        self._alive: list[object] = []
        self.code = self._coded(root)

    def sections(self) -> Sections:
        """What is written of it."""
        pool, said = Pool(), []
        sections: dict[str, bytes] = {}
        for number, table in enumerate(self.tables):
            about, some = table_sections(str(number), table, pool, self._number_of)
            said.append(about)
            sections |= some
        pool.numbered(("",))  # so that it is never empty
        strings, of_strings = string_sections(pool.numbers)
        directory: dict[str, object] = {
            "strings": strings,
            "known": known_ids(pool.numbers, ()),
            "tables": said,
            "state": self.code,
        }
        return directory, of_strings | sections

    def _number_of(self, table: object) -> int:
        return self._numbers[id(table)]

    def _coded(self, value: Any) -> Any:
        if value is None or type(value) in (bool, int, float, str):
            return value
        if kind_of(value) is not None:
            return ["table", self._table(value)]
        match value:
            case bytes():
                return ["bytes", value.decode("latin-1")]
            case tuple() if len(value) >= _MANY and (rows := _rows(value)) is not None:
                return ["rows", _path(type(value[0])), rows]
            case tuple() | list():
                return [type(value).__name__, *map(self._coded, value)]
            case frozenset() | set():
                return [type(value).__name__, *map(self._key, value)]
            case dict():
                return ["dict", *map(self._key, value), *map(self._coded, value.values())]
            case array():
                return ["array", value.typecode, value.tolist()]
            case MethodType(__self__=type() as owner):
                return ["of class", _path(owner), value.__name__]
            case type() | FunctionType():
                return ["name", _path(value)]
            case Symbols():
                return ["made", _path(Symbols), sorted(value.symbols)]
        if is_dataclass(value):
            return self._object(value)
        raise Uncompiled(f"it has a {type(value).__name__}")

    def _key(self, value: Any) -> Any:
        """Of what is hashed, which a sequence in a file cannot be."""
        if isinstance(value, tuple):
            return ["tuple", *map(self._key, value)]
        return self._coded(value)

    def _table(self, value: Any) -> int:
        if id(value) not in self._numbers:
            if isinstance(value, Trie):
                self._table(value.values)
            self._numbers[id(value)] = len(self.tables)
            self.tables.append(value)
        return self._numbers[id(value)]

    def _object(self, value: Any) -> Any:
        if id(value) in self._objects:
            return ["again", self._objects[id(value)]]
        given = {it.name: getattr(value, it.name) for it in fields(value) if it.init}
        every = {it.name: getattr(value, it.name) for it in fields(value)}
        every |= getattr(value, "__dict__", {})
        derives = any(_has_table(it) for name, it in every.items() if name not in given)
        code = {name: self._coded(it) for name, it in (every if derives else given).items()}
        number = self._objects[id(value)] = len(self._objects)
        self._alive.append(value)
        return ["state" if derives else "called", number, _path(type(value)), code]


def _has_table(value: object) -> bool:
    if type(value) is tuple and kind_of(value) is None:
        return any(kind_of(it) is not None for it in value)
    return kind_of(value) is not None


def _rows(values: tuple[Any, ...]) -> list[list[Any]] | None:
    """The fields of objects of one class; None where they are not all plain."""
    first = type(values[0])
    if not is_dataclass(first) or not all(it.init for it in fields(first)):
        return None
    names = [it.name for it in fields(first)]
    rows = [[getattr(it, name) for name in names] for it in values if type(it) is first]
    plain = all(it is None or type(it) in (bool, int, float, str) for row in rows for it in row)
    return rows if plain and len(rows) == len(values) else None


def _path(named: Any) -> str:
    path = f"{named.__module__}:{named.__qualname__}"
    if not path.startswith(_OURS) or _named(path.removeprefix(_OURS)) is not named:
        raise Uncompiled(f"it has {path}")
    return path.removeprefix(_OURS)


def _named(path: str) -> Any:
    """What has a name in our code. Errors: Damaged."""
    module, _, name = path.partition(":")
    found = getattr(import_module(_OURS + module), name, None) if _NAME.fullmatch(name) else None
    if getattr(found, "__module__", None) != _OURS + module:
        raise Damaged("names what is not ours")
    return found


class Restored:
    """`root`: what was written in a file. `source`: reads the source again, and gives the tables
    that were written; it sees that the file goes. Errors: Damaged, and those of its classes."""

    def __init__(self, blocks: Blocks, source: Callable[[], list[Any]]) -> None:
        self._columns, self._source = Columns(blocks), source
        self._tables: dict[int, Table] = {}
        self._look_ups = LookUps(blocks.directory["strings"][0])
        self._lazy: dict[int, Any] = {}
        self._objects: dict[int, Any] = {}
        self._holders: list[tuple[object, str, Any]] = []
        self._reread: list[Any] | None = None
        self.root = self._value(blocks.directory["state"])

    def _value(self, code: Any) -> Any:
        if not isinstance(code, list):
            return code
        match code:
            case ["table", number]:
                return self._table(number)
            case ["state" | "called" as how, number, path, said]:
                values = {name: self._value(field) for name, field in said.items()}
                made = self._objects[number] = _made(_named(path), how, values)
                held = [(made, name, field) for name, field in said.items() if _numbers(field)]
                self._holders += held
                return made
            case ["again", number]:
                return self._objects[number]
            case ["rows", path, rows]:
                make = _named(path)
                return tuple([make(*row) for row in rows])
            case ["made", path, argument]:
                return _named(path)(argument)
            case ["name", path]:
                return _named(path)
            case ["of class", path, name]:
                return getattr(_named(path), name)
            case ["bytes", text]:
                return text.encode("latin-1")
            case ["array", typecode, items]:
                return array(typecode, items)
            case ["dict", *items]:
                both = [*map(self._value, items)]
                half = len(both) // 2
                return dict(zip(both[:half], both[half:], strict=True))
            case [("tuple" | "list" | "frozenset" | "set") as kind, *items]:
                return _FORMS[kind](map(self._value, items))
        raise Damaged("has a code that there is none of")

    def _table(self, number: int) -> Any:
        table = self._tables.get(number)
        if table is None:
            table = self._tables[number] = Table(lambda: self._whole(number), self._look_ups)
            self._lazy[number] = self._columns.lazy(number, table, self._table)
        return table.whole if table.is_whole else self._lazy[number]

    def _whole(self, number: int) -> Any:
        """All of a table, which every object that has it gets in its place."""
        value = self._tables[number].whole = self._read(number)
        for holder, name, field in self._holders:
            if number in _numbers(field):
                object.__setattr__(holder, name, self._value(field))
        return value

    def _read(self, number: int) -> Any:
        if self._reread is None:
            try:
                return self._columns.whole(number, lambda other: self._tables[other].whole)
            except FAULTS:
                self._reread = self._source()
        return self._reread[number]


_FORMS: dict[str, Callable[[Iterator[Any]], Any]]
_FORMS = {"tuple": tuple, "list": list, "frozenset": frozenset, "set": set}


def _made(kind: Any, how: str, values: dict[str, Any]) -> Any:
    """An object by what its class is called with, or by all that it has."""
    if how == "called":
        return kind(**values)
    made = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made


def _numbers(field: Any) -> list[int]:
    """The tables that a field is, or is a tuple of."""
    match field:
        case ["table", number]:
            return [number]
        case ["tuple", *items]:
            return [it[1] for it in items if isinstance(it, list) and it[0] == "table"]
    return []
