"""What a tokenizer gets in place of its tables: sequences and sets that are read where they are
asked for. (Mappings: `tables.Mapped`.)

Each is of one `Table`, and answers from memory once all of that was worth to read.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from functools import cached_property
from typing import Any, Generic, TypeVar

from tokparity.reference_impl.compiled.blocks import FAULTS
from tokparity.reference_impl.compiled.tables import ENOUGH

Item = TypeVar("Item", covariant=True)


_SHARE = 2
"""Of so many texts of a large file one look-up: reading it takes so much longer."""


class LookUps:
    """How many entries of a file are still looked up one by one, in all its tables together.
    `texts`: of the file."""

    def __init__(self, texts: int = 0) -> None:
        self.left = max(ENOUGH, texts // _SHARE)


class Table:
    """One table of a file; `read` gives all of it. Errors: as of `read`."""

    def __init__(self, read: Callable[[], Any], look_ups: LookUps | None = None) -> None:
        self._read, self._look_ups = read, look_ups or LookUps()

    def worth_all(self) -> bool:
        """Called at each look-up: whether all should be read now, or is."""
        self._look_ups.left -= 1
        return self._look_ups.left < 0 or self.is_whole

    @property
    def is_whole(self) -> bool:
        """Whether all is in memory."""
        return "whole" in self.__dict__

    @cached_property
    def whole(self) -> Any:
        """What the source would have given."""
        return self._read()


class MappedSequence(Sequence[Item], Generic[Item]):
    """A list or a tuple of `count` entries, of which `find` finds one."""

    def __init__(self, table: Table, find: Callable[[int], Item], count: int) -> None:
        self._table, self._find, self._count = table, find, count

    def __getitem__(self, at: Any) -> Any:
        if type(at) is int and 0 <= at < self._count and not self._table.worth_all():
            try:
                return self._find(at)
            except FAULTS:
                pass
        return self._table.whole[at]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Item]:
        return iter(self._table.whole)

    def __contains__(self, item: object) -> bool:
        return item in self._table.whole

    def __eq__(self, other: object) -> bool:
        whole = self._table.whole
        return bool(whole == (other._table.whole if isinstance(other, MappedSequence) else other))

    __hash__ = None  # type: ignore[assignment]  # as a list has none


class MappedSet(Set[str]):
    """A set of `count` texts; `has` says of one whether it is there."""

    def __init__(self, table: Table, has: Callable[[str], bool], count: int) -> None:
        self._table, self._has, self._count = table, has, count

    def __contains__(self, item: object) -> bool:
        if isinstance(item, str) and not self._table.worth_all():
            try:
                return self._has(item)
            except FAULTS:
                pass
        return item in self._table.whole

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        return iter(self._table.whole)
