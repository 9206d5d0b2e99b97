"""Results are taken in in the order of each cell's shards, and let go."""

from dataclasses import replace

import pytest

from tokparity.harness.run.outcome import Outcome
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.unit import UnitFailed
from tokparity.reports.records.counts import Counts


@pytest.fixture
def one(cell):
    return cell()


def shard(cell, number):
    result = ShardResult(cell.name, number)
    result.counts["encode"] = Counts(10**number, 0, 0, 0, 0)
    return result


def compared(outcome, cell):
    tally = outcome.tally.cells.get(cell.name)
    return tally.counts["encode"].compared if tally else 0


def test_a_shard_waits_for_those_before_it(one):
    outcome = Outcome.of([one])
    outcome.add(shard(one, 1))
    assert (compared(outcome, one), outcome.shards[one.name], outcome.units) == (0, 0, 1)
    assert (one.name, 1) in outcome
    assert (one.name, 0) not in outcome
    outcome.add(shard(one, 0))
    assert (compared(outcome, one), outcome.shards[one.name], outcome.units) == (11, 2, 2)
    assert all((one.name, at) in outcome for at in (0, 1))
    assert (one.name, 2) not in outcome
    assert not any(outcome._ahead.values()), "nothing of a shard is kept"


def test_where_time_decides_nothing_counts_behind_what_failed(one):
    outcome = Outcome.of([one])
    for result in (shard(one, 0), UnitFailed(one.name, 1, "no"), shard(one, 2)):
        outcome.add(result)
    assert (compared(outcome, one), outcome.shards[one.name]) == (1, 1)
    assert outcome.failed == {one.name: UnitFailed(one.name, 1, "no")}


def test_of_a_plan_all_its_shards_count_and_no_more(one):
    outcome = Outcome.of([one], {one.name: 3})
    for result in (UnitFailed(one.name, 0, "no"), *(shard(one, at) for at in (2, 1, 3))):
        outcome.add(result)
    assert (compared(outcome, one), outcome.shards[one.name]) == (110, 0)


def test_of_failures_the_first_shard_is_told(one):
    outcome = Outcome.of([one, replace(one, model="other")])
    for number in (2, 1, 3):
        outcome.add(UnitFailed(one.name, number, str(number)))
    assert outcome.failed[one.name].shard == 1
