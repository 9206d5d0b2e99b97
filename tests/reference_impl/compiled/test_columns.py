"""Every kind of table is read as it was written, by entries and as a whole."""

import math
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.compiled import column_writing
from tokparity.reference_impl.compiled.blocks import Blocks, blocks_of
from tokparity.reference_impl.compiled.column_writing import Pool, kind_of, table_sections
from tokparity.reference_impl.compiled.columns import Columns
from tokparity.reference_impl.compiled.mapped import Table
from tokparity.reference_impl.compiled.strings import known_ids, string_sections
from tokparity.reference_impl.models.lookup.trie import Trie

KEY = b"k" * 32
TEXTS = st.text(max_size=3) | st.sampled_from(["\ud800", "\0", "▁a", "aa", "ab"])
INTS = st.integers(-5, 300) | st.integers(-(1 << 63), (1 << 63) - 1)
REALS = st.floats(allow_nan=False) | st.sampled_from([-0.0, 0.0, -1.5, math.inf])


@pytest.fixture(autouse=True, scope="module")
def small():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(column_writing, "LARGE", 1)
        yield


def of_texts(values: st.SearchStrategy) -> st.SearchStrategy:
    return st.dictionaries(TEXTS, values, min_size=1)


def rising(values: st.SearchStrategy) -> st.SearchStrategy:
    """With few gaps, as ids have them."""
    entries = st.lists(st.tuples(st.integers(0, 2), values), min_size=1)
    return entries.map(
        lambda rows: {
            at + sum(gap for gap, _ in rows[: at + 1]): it for at, (_, it) in enumerate(rows)
        }
    )


TABLES = st.one_of(
    of_texts(INTS),
    of_texts(REALS),
    rising(TEXTS),
    rising(st.binary(max_size=3)),
    st.lists(INTS, min_size=1, unique=True).map(
        lambda keys: {key: at for at, key in enumerate(keys)}
    ),
    st.lists(TEXTS, min_size=1),
    st.lists(TEXTS, min_size=1).map(tuple),
    st.lists(INTS, min_size=1),
    st.lists(REALS, min_size=1).map(tuple),
    st.lists(st.binary(max_size=3), min_size=1).map(tuple),
    st.lists(st.tuples(TEXTS, REALS), min_size=1),
    st.frozensets(TEXTS, min_size=1),
    st.binary(min_size=1),
    of_texts(st.lists(INTS).map(tuple)),
    st.lists(st.integers(0, (1 << 32) - 1), min_size=1).map(lambda them: array("I", them)),
    st.lists(st.floats(width=32, allow_nan=False), min_size=1).map(lambda them: array("f", them)),
)


def kept(tables: list, path: Path) -> tuple[Columns, list[Table]]:
    """Written and opened again, with tables that read all."""
    pool, said, sections = Pool(), [], {}
    for number, table in enumerate(tables):
        about, some = table_sections(str(number), table, pool, tables.index)
        said.append(about)
        sections |= some
    pool.numbered([""])
    strings, of_strings = string_sections(pool.numbers)
    known = known_ids(pool.numbers, ())
    directory = {"strings": strings, "known": known, "tables": said}
    path.write_bytes(blocks_of(directory, of_strings | sections, KEY))
    columns = Columns(Blocks(str(path), KEY))
    made: list[Table] = []
    for number in range(len(tables)):
        whole = lambda number=number: columns.whole(number, lambda it: made[it].whole)  # noqa: E731
        made.append(Table(whole))
    return columns, made


def exact(value: object) -> str:
    """With the types, the signs of zeros, and the order."""
    return repr([type(value), sorted(value) if isinstance(value, frozenset) else value])


@given(st.lists(TABLES, min_size=1, max_size=4))
def test_what_was_written_is_read(tmp_path_factory, tables):
    path = tmp_path_factory.getbasetemp() / "columns"
    columns, made = kept(tables, path)
    for number, table in enumerate(tables):
        lazy = columns.lazy(number, made[number], lambda _: pytest.fail("another table"))
        if kind_of(table) != "data":
            check(lazy, table)
            assert not made[number].is_whole
        assert exact(made[number].whole) == exact(table)
        assert lazy == table


def check(lazy, table) -> None:
    assert len(lazy) == len(table)
    if isinstance(table, dict):
        others = ["none", "\ud801"] if type(next(iter(table))) is str else [-1, 1 << 70, 7]
        for key in [*table, *others]:
            assert repr(lazy.get(key)) == repr(table.get(key))
    elif isinstance(table, frozenset):
        assert all(key in lazy for key in table)
        assert "none" not in lazy
    else:
        assert repr([lazy[at] for at in range(len(table))]) == repr([*table])


def test_what_is_no_number(tmp_path):
    columns, made = kept([(1.0, math.nan)], tmp_path / "file")
    assert math.isnan(columns.lazy(0, made[0], lambda _: None)[1])
    assert math.isnan(made[0].whole[1])


@given(st.dictionaries(TEXTS.filter(bool), st.integers(0, 1 << 20), min_size=1), st.text("ab▁"))
def test_a_trie(tmp_path_factory, values, text):
    path = tmp_path_factory.getbasetemp() / "trie"
    trie = Trie(values)
    columns, made = kept([values, trie], path)
    lazy = columns.lazy(1, made[1], lambda number: columns.lazy(number, made[number], lambda _: 0))
    for word in (text, *values, "".join(values)):
        for start in range(len(word)):
            assert lazy.matches(word, start) == Trie(values).matches(word, start)
    assert not made[1].is_whole
    assert lazy.values == values
    assert made[1].whole.matches(text, 0) == trie.matches(text, 0) if text else True
