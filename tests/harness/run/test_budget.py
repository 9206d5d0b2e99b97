"""The schedule of a budget, on results made up: no tokenizer runs."""

from array import array
from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import golden_cell
from tokparity.harness.compare.digests import DIGEST_BYTES
from tokparity.harness.guidance.features import Features
from tokparity.harness.run.budget import BURST, Budgeted, RunBudget
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.unit import Unit, UnitFailed


class Clock:
    """A time that only tests move on."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def three(cell):
    fault_models = ("reference", "variant:no-nfc", "variant:rstrip-ignored")
    names = ("a", "b", "c")
    made = []
    for name, fault_model in zip(names, fault_models, strict=True):
        one = cell(fault_model)
        held = replace(one.left.artefact, name=name)
        sides = {
            "left": replace(one.left, artefact=held),
            "right": replace(one.right, artefact=held),
        }
        made.append(replace(one, model=name, **sides))
    return made


def feed_of(cells, clock, seconds=1000.0, box=10.0, observations=0, **more):
    budget = RunBudget(seconds, box, observations)
    return Budgeted(budget, cells, lambda cell, at: Unit(cell, at, 8, 2, 0), clock, **more)


def result(unit, cost=5.0, pieces=0, rules=(), cases=4):
    made = ShardResult(unit.cell.name, unit.shard, case_digests=b"x" * DIGEST_BYTES * cases)
    made.features = Features(pieces, array("I", rules))
    made.spent["encode"] = cost
    return made


def drive(feed, count, **spent):
    """Take so many units one after the other; their (model, shard)."""
    taken = []
    for _ in range(count):
        unit = feed.take(0)
        if unit is None:
            break
        taken.append((unit.cell.model, unit.shard))
        feed.note(result(unit, **spent))
    return taken


def timed(feed, clock, cost=1.0):
    """Take until the time is over, ten seconds a shard; the models."""
    taken = []
    while (unit := feed.take(0)) is not None:
        taken.append((unit.cell.model, unit.cell.is_derived))
        clock.now += 10
        feed.note(result(unit, cost=cost))
    return taken


def test_every_cell_has_a_shard_then_every_model_its_box(three, clock):
    feed = feed_of(three, clock, box=10.0)
    first = [("a", 0), ("b", 0), ("c", 0)]
    boxes = [("a", 1), ("b", 1), ("c", 1)]
    assert drive(feed, 6, cost=5.0) == first + boxes


@pytest.mark.parametrize("observations", [0, 10**6])
def test_on_a_slow_machine_the_last_model_has_its_turn(three, clock, observations):
    feed = feed_of(three, clock, seconds=120.0, box=1000.0, observations=observations)
    taken = [model for model, _ in timed(feed, clock)]
    assert taken == ["a", "b", "c"] + ["a"] * 3 + ["b"] * 3 + ["c"] * 3
    shared = feed_of(three, clock, seconds=90.0, box=1000.0, slots=2)
    assert shared.take(0).cell.model == "a"
    assert shared.until[0] - clock.now == 60.0, "two slots at once"


def test_on_the_slowest_machine_every_cell_is_looked_at(three, clock):
    cells = [*three, *map(derived, three)]
    feed = feed_of(cells, clock, seconds=60.0, box=1000.0, observations=10**6)
    every = [(model, made) for made in (False, True) for model in "abc"]
    assert timed(feed, clock) == every


def test_a_vocabulary_gets_its_observations_whatever_the_box(three, clock):
    feed = feed_of(three[:1], clock, box=1.0, observations=12)
    assert drive(feed, 3, cost=5.0, cases=4) == [("a", 0), ("a", 1), ("a", 2)]
    assert feed.observed == {"a": 12}
    feed.at.clear()
    assert feed.turns == feed.turns.__class__(), "its turn is over"


def test_who_lacks_observations_has_the_rest_of_the_time_first(three, clock):
    feed = feed_of(three[:2], clock, seconds=50.0, box=1.0, observations=40)
    taken = []
    while (unit := feed.take(0)) is not None:
        taken.append(unit.cell.model)
        clock.now += 10
        plenty = unit.cell.model == "b"
        feed.note(result(unit, cases=40 if plenty else 4, pieces=0b1111 if plenty else 0))
    assert taken == ["a", "b", "a", "a", "a"], "one in its turn, two of what b needs no more"


def test_a_vocabulary_that_cannot_be_asked_keeps_no_slot(three, clock):
    feed = feed_of(three[:2], clock, box=1.0, observations=12)
    taken = [("a", 0), ("b", 0), ("a", 1), ("b", 1)]
    assert drive(feed, 4, cost=5.0, cases=0) == taken
    assert feed.take(0) is not None
    assert not feed.turns, "from here on bursts"


def test_the_rest_goes_where_most_is_new(three, clock):
    feed = feed_of(three, clock, box=1.0)
    for new in (0b1, 0b111111, 0b11):
        unit = feed.take(0)
        feed.note(result(unit, pieces=new))
    assert [model for model, _ in drive(feed, BURST)] == ["b"] * BURST
    assert drive(feed, 1)[0][0] == "c", "b showed nothing new in its burst"


def test_a_new_finding_draws_the_rest(three, clock, monkeypatch):
    feed = feed_of(three, clock, box=1.0)

    class Found:
        class signature:  # noqa: N801 - stands for an attribute
            key = "v1/…"

    for number in range(3):
        made = result(feed.take(0), pieces=0b111)
        made.found = [Found] if number == 2 else []
        feed.note(made)
    assert drive(feed, 1)[0][0] == "c"


def test_two_slots_are_at_different_models(three, clock):
    feed = feed_of(three, clock, box=100.0)
    assert feed.take(0).cell.model != feed.take(1).cell.model
    boxed = feed_of(three, clock, box=0.0)
    for _ in range(3):
        boxed.note(result(boxed.take(0)))
    assert boxed.take(0).cell.model != boxed.take(1).cell.model


def sized(one, size, tmp_path):
    """The same cell on a file of so many bytes."""
    path = tmp_path / one.model
    path.write_bytes(bytes(size))
    left, right = (replace(side, artefact=replace(side.artefact, path=path)) for side in one.sides)
    return replace(one, left=left, right=right)


def test_a_large_model_is_at_work_beside_small_ones(three, clock, tmp_path):
    cells = [sized(one, size, tmp_path) for one, size in zip(three, (20, 30, 10), strict=True)]
    feed = feed_of(cells, clock, box=0.0)
    largest, smallest = feed.take(0), feed.take(1)
    assert (largest.cell.model, smallest.cell.model) == ("b", "c")
    feed.note(result(largest))
    assert feed.take(0).cell.model == "a", "the largest that is left, beside a small one"


def test_time_ends_it(three, clock):
    feed = feed_of(three, clock, seconds=60.0)
    assert feed.take(0) is not None
    clock.now += 59
    assert feed.take(0) is not None
    clock.now += 1
    assert feed.take(0) is None


def test_a_cell_that_fails_is_left_alone(three, clock):
    feed = feed_of(three[:1], clock)
    unit = feed.take(0)
    feed.note(UnitFailed(unit.cell.name, unit.shard, "no"))
    assert feed.take(0) is None


def test_recorded_cases_run_once(three, clock):
    golden = golden_cell(three[0].left.artefact, "a")
    feed = feed_of([golden], clock, box=100.0)
    assert feed.take(0) == Unit(golden, 0, 8, 2, 0)
    assert feed.take(0) is None


def test_a_killed_run_goes_on(three, clock):
    before = feed_of(three[:1], clock, box=40.0)
    done = [result(before.take(0), cost=15.0) for _ in range(3)]
    feed = feed_of(three[:1], clock, box=40.0, seconds=40.0)
    feed.resume([done[0], done[2]])
    assert [feed.take(0).shard, feed.take(0).shard] == [1, 3]
    clock.now += 10
    assert feed.take(0) is None, "the time before the kill counts"


def test_recorded_cases_of_a_killed_run_do_not_run_again(three, clock):
    golden = golden_cell(three[0].left.artefact, "a")
    feed = feed_of([golden], clock, box=100.0)
    feed.resume([result(Unit(golden, 0, 8, 2, 0))])
    assert feed.take(0) is None


def test_no_slot_is_idle_while_a_cell_is_left(three, clock):
    feed = feed_of(three[:1], clock, box=0.0)
    feed.note(result(feed.take(0)))
    assert [feed.take(slot).shard for slot in (1, 0, 2)] == [1, 2, 3]


def derived(one):
    """The same cell on a file that was made of another."""
    left, right = (
        replace(
            side, artefact=replace(side.artefact, name=f"{side.artefact.name}-as-gguf", source="s")
        )
        for side in one.sides
    )
    return replace(one, left=left, right=right)


def test_derived_files_come_after_all_published_ones_and_take_nothing_of_their_time(three, clock):
    cells = [derived(three[0]), *three, derived(three[1])]
    feed = feed_of(cells, clock, seconds=30.0, box=10.0, observations=12)
    order = []
    while (unit := feed.take(0)) is not None:
        order.append((unit.cell.model, unit.cell.is_derived))
        clock.now += 1.0
        feed.note(result(unit, cost=5.0))
        if len(order) > 40:
            break
    every = [("a", False), ("b", False), ("c", False), ("a", True), ("b", True)]
    assert order[:5] == every, "each cell one shard"
    assert order[5:11] == [(model, False) for model in "aabbcc"], "then their 12 observations"
    assert order[11:13] == [("a", True), ("b", True)], "and the box of the others"
    assert {is_derived for _, is_derived in order[13:]} == {False}, "the rest is theirs"


def test_a_derived_file_needs_no_number_of_observations(three, clock):
    feed = feed_of([derived(three[0])], clock, box=1.0, observations=1000)
    taken = drive(feed, 5, cost=5.0)
    assert taken == [("a", 0)]
