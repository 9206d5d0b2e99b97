from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tokparity.harness.shards.unit import Unit, UnitFailed
from tokparity.harness.shards.unit_queue import Listed, Timed


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


def naively(units, takers):
    """Of all units that wait: of a model the slot knows, else of one nobody has, else of any."""
    waiting, home, taken = list(units), {}, []
    for slot in takers:
        at = min(
            range(len(waiting)),
            key=lambda at: (
                {slot: 0, None: 1}.get(home.get(waiting[at].cell.model), 2),
                at,
            ),
        )
        unit = waiting.pop(at)
        home.setdefault(unit.cell.model, slot)
        taken.append(unit)
    return taken


@given(models=st.lists(st.sampled_from("abcde"), max_size=24), data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_units_come_in_the_order_of_the_rule(cell, models, data):
    cells = {model: replace(cell(), model=model) for model in "abcde"}
    units = [Unit(cells[model], at, 8, 2, 0) for at, model in enumerate(models)]
    takers = data.draw(st.lists(st.integers(0, 2), min_size=len(units), max_size=len(units)))
    feed = Listed.of(units)
    assert [feed.take(slot) for slot in takers] == naively(units, takers)
    assert feed.take(0) is None


def test_a_unit_is_made_when_it_is_asked_for(cell):
    made = []

    def queue(model):
        for at in range(10**9):
            made.append(at)
            yield at, Unit(replace(cell(), model=model), at, 8, 2, 0)

    feed = Listed()
    feed.fill({model: queue(model) for model in "ab"})
    assert [feed.take(slot).key[1] for slot in (0, 0, 1)] == [0, 1, 0]
    assert len(made) == 2 + 3


def test_time_may_end_within_the_first_epoch(cell):
    units = units_of(cell(), 5)
    seconds = iter(range(100))
    feed = Timed(lambda number: units if number == 0 else [], 3, clock=lambda: next(seconds))
    assert [feed.take(0), feed.take(0), feed.take(0)] == [units[0], units[1], None]


def test_while_there_is_time_epoch_follows_epoch_without_what_failed(cell):
    first, second = cell(), cell("variant:no-nfc")

    def epoch(number):
        return [Unit(each, number, 8, 2, 0) for each in (first, second) if number < 3]

    feed = Timed(epoch, 1.0, done={(first.name, 1)}, clock=lambda: 0.0)
    assert [feed.take(0).key, feed.take(0).key] == [(first.name, 0), (second.name, 0)]
    feed.note(UnitFailed(second.name, 0, "does not load"))
    assert feed.take(0).key == (first.name, 2), "what is done already is not asked again"
    assert feed.take(0) is None
