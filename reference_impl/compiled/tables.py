"""A model's tables, in a compiled file until it is worth to read all of it.

A look-up in a file costs fifty times what one in a dictionary does, and reading the whole file some
ten thousand of them. So all is read where that much was asked for already, or where somebody wants
every entry. Then the model gets dictionaries, as if it had been read from its source.

Where the file turns out to be damaged the source is read again: no answer is of a damaged file.
"""

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tokparity.reference_impl.compiled.blocks import FAULTS, Blocks, Numbers
from tokparity.reference_impl.compiled.pairs import Pairs, whole_merges
from tokparity.reference_impl.compiled.strings import Strings, whole_vocabulary

ENOUGH = 20_000
"""Look-ups after which all is read."""

Key = TypeVar("Key")
Value = TypeVar("Value", covariant=True)


class Whole(NamedTuple):
    """All tables of a model, in memory; no merges where it has none."""

    vocab: Mapping[str, int]
    pieces: Mapping[int, str]
    merges: Mapping[int, int]
    products: Sequence[int]


def whole_of(
    vocab: Mapping[str, int], merges: Mapping[int, int] | None, products: Sequence[int] = ()
) -> Whole:
    """As a model makes them of what its file says."""
    return Whole(vocab, {number: piece for piece, number in vocab.items()}, merges or {}, products)


class Counted(Protocol):
    """What counts the look-ups of a mapping."""

    def worth_all(self) -> bool:
        """Called at each look-up: whether all should be read now, or is."""
        ...


class Tables:
    """The tables of one model. `reread` makes them of the source, and sees that the file goes.

    `install` is called with all tables as soon as they are there. Errors: Damaged.
    """

    def __init__(self, blocks: Blocks, reread: Callable[[], Whole]) -> None:
        self._blocks, self._reread = blocks, reread
        self._left = ENOUGH
        self.install: Callable[[Whole], None] = lambda whole: None
        strings = Strings(blocks)
        self.longest = strings.longest
        self.vocab = Mapped(self, strings.id_of, strings.count, lambda: self.whole.vocab)
        self.pieces = Mapped(self, strings.piece_of, strings.count, lambda: self.whole.pieces)
        self.merges: Mapping[int, int] = {}
        self.products: Sequence[int] = ()
        if "pairs.records" in blocks.directory["sections"]:
            pairs = Pairs(blocks)
            self.merges = Mapped(self, pairs.rank_of, pairs.count, lambda: self.whole.merges)
            self.products = MappedProducts(self, Numbers(blocks, "pairs.products", "i"))

    @property
    def now(self) -> Whole:
        """Each as it is by now: of the file, or in memory."""
        if self.is_whole:
            return self.whole
        return Whole(self.vocab, self.pieces, self.merges, self.products)

    @property
    def is_whole(self) -> bool:
        """Whether all is in memory."""
        return "whole" in self.__dict__

    def worth_all(self) -> bool:
        """Called at each look-up: whether all should be read now, or is."""
        self._left -= 1
        return self._left < 0

    @cached_property
    def whole(self) -> Whole:
        """All tables. Errors: BadArtefact where the source is no longer what it was either."""
        try:
            merges = whole_merges(self._blocks) if self.merges else (None, ())
            whole = whole_of(whole_vocabulary(self._blocks), *merges)
        except FAULTS:
            whole = self._reread()
        self._left = 0
        self.install(whole)
        return whole


class Mapped(Mapping[Key, Value], Generic[Key, Value]):
    """What `find` finds of one key, until `every` entry was wanted. No value is None."""

    def __init__(
        self,
        tables: Counted,
        find: Callable[[Key], Value | None],
        count: int | None,
        every: Callable[[], Mapping[Key, Value]],
    ) -> None:
        self._tables, self._find, self._count, self._every = tables, find, count, every

    def get(self, key: Key, default: Any = None) -> Any:
        """As of a dictionary; once all is in memory it is that one's own."""
        if self._tables.worth_all():
            return self._all().get(key, default)
        try:
            value = self._find(key)
        except FAULTS:
            return self._all().get(key, default)
        return default if value is None else value

    def __getitem__(self, key: Key) -> Value:
        value: Value | None = self.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None  # type: ignore[arg-type]  # a key of another type: the caller's fault

    def __iter__(self) -> Iterator[Key]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all()) if self._count is None else self._count

    def keys(self) -> KeysView[Key]:
        return self._all().keys()

    def values(self) -> ValuesView[Value]:
        return self._all().values()

    def items(self) -> ItemsView[Key, Value]:
        return self._all().items()

    def with_others(self, others: Mapping[Key, Value]) -> "Mapped[Key, Value]":
        """These entries and others, which hide those of the same key."""
        find = self._find
        return Mapped(
            self._tables,
            lambda key: others[key] if key in others else find(key),
            None,
            lambda: {**self._every(), **others},
        )

    def _all(self) -> Mapping[Key, Value]:
        known = self._every()
        own = {"get": known.get, "__getitem__": known.__getitem__, "_all": lambda: known}
        self.__dict__.update(own)
        return known


class MappedProducts(Sequence[int]):
    """rank → product."""

    def __init__(self, tables: Tables, numbers: Numbers) -> None:
        self._tables, self._numbers = tables, numbers

    def __getitem__(self, rank: Any) -> Any:
        if self._tables.is_whole or not isinstance(rank, int) or rank < 0:
            return self._tables.whole.products[rank]
        try:
            return self._numbers[rank]
        except FAULTS:
            return self._tables.whole.products[rank]

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(self._tables.whole.products)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as a list has none
