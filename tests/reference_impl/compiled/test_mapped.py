import pytest

from tokparity.reference_impl.compiled import mapped as module
from tokparity.reference_impl.compiled.blocks import Damaged
from tokparity.reference_impl.compiled.mapped import LookUps, MappedSequence, MappedSet, Table

ITEMS = ("a", "b", "c")


def damaged(_: object) -> str:
    raise Damaged


def never() -> object:
    pytest.fail("was read")


def test_an_entry_is_found_without_the_others():
    sequence = MappedSequence(Table(never), ITEMS.__getitem__, 3)
    assert (sequence[0], sequence[2], len(sequence)) == ("a", "c", 3)
    texts = MappedSet(Table(never), ITEMS.__contains__, 3)
    assert ("a" in texts, "x" in texts, len(texts)) == (True, False, 3)


def test_all_is_read_for_whoever_wants_all():
    table = Table(lambda: ITEMS)
    sequence = MappedSequence(table, damaged, 3)
    assert list(sequence) == list(ITEMS)
    assert (sequence == ITEMS, sequence == MappedSequence(table, damaged, 3)) == (True, True)
    assert (sequence[-1], sequence[1:], "b" in sequence, "x" in sequence) == (
        *("c", ("b", "c")),
        *(True, False),
    )
    assert table.is_whole
    texts = MappedSet(Table(lambda: frozenset(ITEMS)), ITEMS.__contains__, 3)
    assert texts == frozenset(ITEMS)
    assert 5 not in texts


def test_what_is_damaged_is_looked_up_in_all():
    assert MappedSequence(Table(lambda: ITEMS), damaged, 3)[1] == "b"
    assert "b" in MappedSet(Table(lambda: frozenset(ITEMS)), damaged, 3)


@pytest.mark.parametrize("at", [3, -4])
def test_there_is_nothing_behind_the_end(at):
    with pytest.raises(IndexError):
        MappedSequence(Table(lambda: ITEMS), ITEMS.__getitem__, 3)[at]


def test_all_is_read_after_many_questions(monkeypatch):
    monkeypatch.setattr(module, "ENOUGH", 10)
    table = Table(lambda: ITEMS)
    sequence = MappedSequence(table, ITEMS.__getitem__, 3)
    for time in range(11):
        assert not table.is_whole
        assert sequence[time % 3] == ITEMS[time % 3]
    assert table.is_whole


def test_the_tables_of_a_file_are_read_together(monkeypatch):
    monkeypatch.setattr(module, "ENOUGH", 10)
    look_ups = LookUps(texts=24)
    tables = [Table(lambda: ITEMS, look_ups) for _ in range(2)]
    sequences = [MappedSequence(table, ITEMS.__getitem__, 3) for table in tables]
    for _ in range(6):
        assert [sequence[1] for sequence in sequences] == ["b", "b"]
    assert not any(table.is_whole for table in tables)
    assert [sequence[1] for sequence in sequences] == ["b", "b"]
    assert all(table.is_whole for table in tables)
