from dataclasses import replace

from tokparity.harness.shards.unit import Unit
from tokparity.harness.shards.unit_queue import Listed


def units_of(cell, count):
    return [Unit(cell, shard, 8, 2, 0) for shard in range(count)]


def test_units_that_are_done_are_left_out(cell):
    units = units_of(cell(), 3)
    feed = Listed.of(units, [units[1].key])
    assert [feed.take(0), feed.take(0), feed.take(0)] == [units[0], units[2], None]


def test_a_model_stays_with_the_slot_that_began_it(cell):
    first, second = replace(cell(), model="first"), replace(cell("variant:no-nfc"), model="second")
    feed = Listed.of([*units_of(first, 2), *units_of(second, 3)])
    taken = [feed.take(slot).cell.model for slot in (0, 1, 0, 1)]
    assert taken == ["first", "second", "first", "second"]
    assert feed.take(0).cell.model == "second", "rather than stand idle"
    assert feed.take(1) is None
