"""`Columns`: the tables of a file, and what a tokenizer gets in their place.

Each is read where it is asked, or as a whole, and is then what was written: a dictionary, a list, a
tuple, an array, a set. Not here: how they are written (`column_writing`), and whose tables they are
(`states`).
"""

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, assert_never

from tokparity.reference_impl.compiled.blocks import Blocks, Bytes, Damaged, Numbers
from tokparity.reference_impl.compiled.mapped import MappedSequence, MappedSet, Table
from tokparity.reference_impl.compiled.mapped_trie import MappedTrie
from tokparity.reference_impl.compiled.pairs import Pairs
from tokparity.reference_impl.compiled.strings import Strings, whole_vocabulary
from tokparity.reference_impl.compiled.tables import Mapped
from tokparity.reference_impl.models.lookup.trie import Trie

if TYPE_CHECKING:
    from numpy.typing import NDArray

Kind = Literal[
    "of texts",
    "by number",
    "of numbers",
    "texts",
    "numbers",
    "scored",
    "bytes",
    "bytes by number",
    "set",
    "data",
    "many of texts",
    "trie",
]
"""text → number, number → text, number → number; sequences of texts, of numbers, of both, of
bytes; number → bytes; a set of texts; bytes; text → numbers; a trie."""
Code = Literal["i", "I", "q", "f", "d"]
NONE = -1
"""Of a column of places: that there is none."""


class Said(NamedTuple):
    """What the head says of a table: how many entries it has, what type it was, of a trie which
    table has its texts; and the columns, of which type, and how long."""

    kind: Kind
    entries: int
    form: str
    values: int
    columns: Sequence[tuple[Code | None, int]]


class Column:
    """Numbers by place: those of a section, or the place itself. Errors of all: Damaged."""

    def __init__(self, blocks: Blocks, name: str, code: Code | None, count: int) -> None:
        self._blocks, self._name, self._code, self._count = blocks, name, code, count
        self._numbers = None if code is None else Numbers(blocks, name, code)

    def find(self, at: int) -> int:
        """The number at a place, or NONE behind the last."""
        if self._numbers is None:
            return at if at < self._count else NONE
        return self._numbers[at] if at < len(self._numbers) else NONE

    def array(self) -> "NDArray[Any]":
        """All of them."""
        import numpy as np  # takes 0.1 s

        if self._code is None:
            return np.arange(self._count)
        return np.frombuffer(self._blocks.read(self._name), self._code)

    def whole(self) -> list[int]:
        """All of them."""
        if self._code is None:
            return [*range(self._count)]
        return memoryview(self._blocks.read(self._name)).cast(self._code).tolist()


class Columns:
    """All tables of a file. Errors of all: Damaged."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        self._said = [Said(*said) for said in blocks.directory["tables"]]
        self._strings = Strings(blocks)

    def lazy(self, number: int, table: Table, table_of: Callable[[int], Any]) -> Any:
        """What is given in place of a table. `table_of`: that of another one."""
        said, name = self._said[number], str(number)
        count, columns = said.entries, [column.find for column in self._columns(number)]
        match said.kind:
            case "of texts":
                find = self._numbers_of_texts(*columns)
                return Mapped(table, find, count, lambda: table.whole)
            case "set":
                row_of = self._numbers_of_texts(columns[0])
                return MappedSet(table, lambda text: row_of(text) is not None, count)
            case "by number":
                return Mapped(table, self._texts_by_number(*columns), count, lambda: table.whole)
            case "of numbers":
                find_rank = Pairs(self._blocks, name).rank_of
                return Mapped(table, find_rank, count, lambda: table.whole)
            case "many of texts":
                rows, starts, numbers = columns
                find_row = self._numbers_of_texts(rows)

                def many_of(text: str) -> tuple[int, ...] | None:
                    if (row := find_row(text)) is None:
                        return None
                    return tuple(map(numbers, range(starts(row), starts(row + 1))))

                return Mapped(table, many_of, count, lambda: table.whole)
            case "texts":
                [texts], text = columns, self._text
                return MappedSequence(table, lambda at: text(texts(at)), count)
            case "numbers":
                return MappedSequence(table, columns[0], count)
            case "scored":
                (texts, scores), text = columns, self._text
                return MappedSequence(table, lambda at: (text(texts(at)), scores(at)), count)
            case "bytes":
                [starts], read = columns, Bytes(self._blocks, f"{name}.data").read
                return MappedSequence(table, lambda at: read(starts(at), starts(at + 1)), count)
            case "bytes by number":
                (places, starts), read = columns, Bytes(self._blocks, f"{name}.data").read

                def bytes_of(number: int) -> bytes | None:
                    if number < 0 or (at := places(number)) < 0:
                        return None
                    return read(starts(at), starts(at + 1))

                return Mapped(table, bytes_of, count, lambda: table.whole)
            case "data":
                return table.whole
            case "trie":

                def arrays() -> "list[NDArray[Any]]":
                    return [column.array() for column in self._columns(number)]

                return MappedTrie(table, table_of(said.values), columns, arrays)
        assert_never(said.kind)

    def whole(self, number: int, whole_of: Callable[[int], Any]) -> Any:
        """A table as it was written. `whole_of`: another one."""
        said, name = self._said[number], str(number)
        columns = [column.whole() for column in self._columns(number)]
        match said.kind:
            case "of texts":
                return dict(zip(self._in_rows(columns[0], said.entries), columns[1], strict=True))
            case "set":
                return frozenset(self._in_rows(columns[0], said.entries))
            case "by number":
                texts = self._texts
                return {at: texts[text] for at, text in enumerate(columns[0]) if text >= 0}
            case "of numbers":
                records = memoryview(self._blocks.read(f"{name}.records")).cast("q").tolist()
                pairs = zip(records[::2], records[1::2], strict=True)
                return dict(sorted(pairs, key=lambda pair: pair[1]))
            case "many of texts":
                numbers = [tuple(columns[2][start:end]) for start, end in pairwise(columns[1])]
                return dict(zip(self._in_rows(columns[0], said.entries), numbers, strict=True))
            case "texts":
                return _formed(said.form, [*map(self._texts.__getitem__, columns[0])])
            case "numbers":
                return _formed(said.form, columns[0])
            case "scored":
                texts = [*map(self._texts.__getitem__, columns[0])]
                return _formed(said.form, [*zip(texts, columns[1], strict=True)])
            case "bytes":
                return _formed(said.form, self._parts(name, columns[0]))
            case "bytes by number":
                parts = self._parts(name, columns[1])
                return {at: parts[part] for at, part in enumerate(columns[0]) if part >= 0}
            case "data":
                return self._blocks.read(f"{name}.data")
            case "trie":
                return Trie(whole_of(said.values))
        assert_never(said.kind)

    def _columns(self, number: int) -> list[Column]:
        columns = enumerate(self._said[number].columns)
        return [Column(self._blocks, f"{number}.{at}", *column) for at, column in columns]

    def _parts(self, name: str, starts: list[int]) -> list[bytes]:
        data = self._blocks.read(f"{name}.data")
        return [data[start:end] for start, end in pairwise(starts)]

    @cached_property
    def _texts(self) -> list[str]:
        return [*whole_vocabulary(self._blocks)]

    def _text(self, number: int) -> str:
        text = self._strings.piece_of(number)
        if text is None:
            raise Damaged("names a text that is not there")
        return text

    def _numbers_of_texts(
        self, rows: Callable[[int], int], numbers: Callable[[int], int] | None = None
    ) -> Callable[[str], int | None]:
        def find(text: str) -> int | None:
            number = self._strings.id_of(text)
            if number is None or (row := rows(number)) < 0:
                return None
            return row if numbers is None else numbers(row)

        return find

    def _texts_by_number(self, texts: Callable[[int], int]) -> Callable[[int], str | None]:
        def find(number: int) -> str | None:
            if number < 0 or (text := texts(number)) < 0:
                return None
            return self._text(text)

        return find

    def _in_rows(self, rows: list[int], count: int) -> list[str]:
        """The texts at their places."""
        found = [""] * count
        for text, row in zip(self._texts, rows, strict=False):
            if row >= 0:
                found[row] = text
        return found


def _formed(form: str, items: list[Any]) -> Any:
    """A sequence of the type that was written."""
    match form:
        case "list":
            return items
        case "tuple":
            return tuple(items)
    return array(form, items)
