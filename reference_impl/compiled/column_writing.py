"""`table_sections`: a table of any kind as columns of numbers.

All texts of a file stand in one pool (`strings`) and have numbers there. What is numbered from 0 on
without a gap needs no column. Which kind a table is of hangs on what it holds (`kind_of`); the head
says it. Not here: reading them (`columns`), and whose tables they are (`states`).
"""

from array import array
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, assert_never

from tokparity.reference_impl.compiled.columns import NONE, Code, Kind, Said
from tokparity.reference_impl.compiled.pairs import key_sections
from tokparity.reference_impl.models.lookup.trie import Trie

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGE = 256
"""Entries of what is a table: what has fewer stands in the head as it is."""
_SPARSE = 4
"""A number is below so many times the count of entries."""
_CODES: dict[str, Code] = {"i4": "i", "u4": "I", "i8": "q", "f4": "f", "f8": "d"}
_SHORT = 31
"""Bits of a number that takes four bytes."""


def kind_of(value: object) -> Kind | None:
    """How a value is written; None of one that is no table, or too small for that."""
    if isinstance(value, Trie):
        return "trie" if _kind(value.values) == "of texts" else None
    if not isinstance(value, dict | list | tuple | array | frozenset | bytes) or len(value) < LARGE:
        return None
    return _kind(value)


def _kind(value: Any) -> Kind | None:
    """As `kind_of`, however small it is: a trie has the table of its texts, too."""
    if isinstance(value, bytes):
        return "data"
    if isinstance(value, array):
        return "numbers" if value.typecode in "iIqfd" else None
    types = set(map(type, value))
    if isinstance(value, dict):
        return _kind_of_mapping(value, types, set(map(type, value.values())))
    if isinstance(value, frozenset):
        return "set" if types == {str} else None
    if types == {str}:
        return "texts"
    if types in ({int}, {float}):
        return "numbers" if types == {float} or _fits(value) else None
    if types == {bytes}:
        return "bytes"
    rows = types == {tuple} and all(
        len(it) == 2 and type(it[0]) is str and type(it[1]) is float for it in value
    )
    return "scored" if rows else None


def _kind_of_mapping(
    value: Mapping[Any, Any], keys: set[type[Any]], values: set[type[Any]]
) -> Kind | None:
    if keys == {str} and (values == {float} or (values == {int} and _fits(value.values()))):
        return "of texts"
    rising = keys == {int} and min(value) >= 0 and all(a < b for a, b in pairwise(value))
    if rising and next(reversed(value)) < _SPARSE * len(value):
        if values == {str}:
            return "by number"
        if values == {bytes}:
            return "bytes by number"
    if keys == values == {int} and _fits(value) and _fits(value.values()):
        return "of numbers" if all(a < b for a, b in pairwise(value.values())) else None
    rows = keys == {str} and values == {tuple}
    return "many of texts" if rows and all(map(_is_of_numbers, value.values())) else None


def _is_of_numbers(row: tuple[object, ...]) -> bool:
    return set(map(type, row)) <= {int} and _fits(row)


def _fits(numbers: Iterable[Any]) -> bool:
    return all(-(1 << 63) <= number < 1 << 63 for number in numbers)


class Pool:
    """The texts of a file that is written, each with a number in the order in which it comes."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def numbered(self, texts: Iterable[str]) -> "NDArray[np.int64]":
        """The numbers of texts."""
        import numpy as np  # takes 0.1 s, which who only reads does not need

        numbers = self.numbers
        return np.array([numbers.setdefault(text, len(numbers)) for text in texts], np.int64)


class Writing:
    """The columns of one table that is written."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.columns: list[tuple[Code | None, int]] = []
        self.sections: dict[str, bytes] = {}

    def add(self, numbers: "NDArray[Any]") -> None:
        """A column: of n numbers from 0 on, in order, or of whichever."""
        import numpy as np  # as above

        code: Code | None = None
        if numbers.dtype.kind == "f" or (numbers != np.arange(len(numbers))).any():
            if numbers.dtype == np.float64:
                with np.errstate(over="ignore"):
                    short = numbers.astype(np.float32)
                numbers = short if (short == numbers).all() else numbers
            if numbers.dtype == np.int64 and (numbers == numbers.astype(np.int32)).all():
                numbers = numbers.astype(np.int32)
            code = _CODES[numbers.dtype.str[1:]]
            self.sections[f"{self._name}.{len(self.columns)}"] = numbers.tobytes()
        self.columns.append((code, len(numbers)))


def table_sections(
    name: str, value: Any, pool: Pool, number_of: Callable[[object], int]
) -> tuple[Said, dict[str, bytes]]:
    """What the head says of a table, and its sections. `number_of`: that of another table. Errors:
    Uncompiled."""
    import numpy as np  # as above

    kind, form = "trie" if isinstance(value, Trie) else _kind(value), type(value).__name__
    assert kind is not None
    made, values = Writing(name), 0
    more: dict[str, bytes] = {}
    match kind:
        case "of texts":
            made.add(_rows(pool.numbered(value)))
            made.add(_numbers(value.values()))
        case "set":
            made.add(_rows(pool.numbered(sorted(value))))
        case "by number":
            places = np.full(next(reversed(value)) + 1, NONE, np.int64)
            places[_numbers(value)] = pool.numbered(value.values())
            made.add(places)
        case "bytes by number":
            made.add(_rows(_numbers(value)))
            made.add(np.cumsum([0, *map(len, value.values())]))
            more = {f"{name}.data": b"".join(value.values())}
        case "of numbers":
            more = key_sections(name, _numbers(value), _numbers(value.values()))
        case "texts":
            made.add(pool.numbered(value))
        case "numbers":
            if isinstance(value, array):
                form = value.typecode
            made.add(np.array(value) if isinstance(value, array) else _numbers(value))
        case "scored":
            made.add(pool.numbered(text for text, _ in value))
            made.add(_numbers([score for _, score in value]))
        case "bytes":
            made.add(np.cumsum([0, *map(len, value)]))
            more = {f"{name}.data": b"".join(value)}
        case "data":
            more = {f"{name}.data": value}
        case "many of texts":
            made.add(_rows(pool.numbered(value)))
            made.add(np.cumsum([0, *map(len, value.values())]))
            made.add(np.array([*chain.from_iterable(value.values())], np.int64))
        case "trie":
            from tokparity.reference_impl.batch.piece_trie import BITS, edges_of

            every, ids = edges_of(value.values)
            below = np.bincount(every >> BITS, minlength=len(ids))
            made.add(np.append(0, np.cumsum(below)))
            made.add(every & (1 << BITS) - 1)
            made.add(ids)
            values = number_of(value.values)
        case _ as never:
            assert_never(never)
    count = len(value.values if kind == "trie" else value)
    return Said(kind, count, form, values, made.columns), made.sections | more


def _numbers(values: Any) -> "NDArray[Any]":
    import numpy as np  # as above

    real = type(next(iter(values))) is float
    return np.fromiter(values, np.float64 if real else np.int64, len(values))


def _rows(numbers: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """By the number of a text, at which place it is."""
    import numpy as np  # as above

    rows = np.full(numbers.max() + 1, NONE, np.int64)
    rows[numbers] = np.arange(len(numbers))
    return rows
