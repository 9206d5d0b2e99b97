"""A budget chooses how many shards of each cell run; the numbers alone say what is found."""

import json
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from tokparity.harness.run.budget import Budgeted, RunBudget
from tokparity.harness.run.execution import RunPlan
from tokparity.harness.shards.unit_queue import Listed
from tokparity.reports.records.engine import Golden

FAULTY = ("variant:merge-order-reversed", "variant:rstrip-ignored", "variant:no-nfc")


@pytest.fixture
def cells(cell):
    return [cell(fault_model) for fault_model in FAULTY]


@pytest.fixture
def go(run_cells):
    """Run these cells in small shards, as many as the other fields of the plan say."""
    return partial(run_cells, epochs=None, texts=64)


def findings_of(outcome):
    return (outcome.directory / "findings.jsonl").read_bytes()


BUDGET = RunBudget(seconds=10.0, box_seconds=0.01, observations=150)


@pytest.fixture
def a_second_a_look(monkeypatch):
    """A clock that goes on by a second whenever it is read, on however slow a machine."""
    ticking = partial(Budgeted, clock=count().__next__)
    monkeypatch.setattr("tokparity.harness.run.execution.Budgeted", ticking)


def test_a_budget_run_is_told_and_can_be_done_again(cells, go, a_second_a_look):
    paid = go(cells, "paid", budget=BUDGET)
    shards = paid.info.options["shards"]
    assert set(shards) == {cell.name for cell in cells}
    assert all(count >= 1 for count in shards.values())
    assert paid.info.epochs == max(shards.values())
    assert len(set(shards.values())) > 1 or max(shards.values()) > 1
    again = go(cells, "again", shards=shards)
    assert findings_of(again) == findings_of(paid)
    assert again.info.observed == paid.info.observed
    assert again.info.options["shards"] == shards


def test_every_vocabulary_is_observed_enough(cells, go, a_second_a_look):
    outcome = go(cells[:1], "one", budget=RunBudget(30.0, 0.0, 300))
    (row,) = outcome.info.observed
    assert row.observations >= 300
    assert row.distinct <= row.observations
    assert row.epochs == outcome.info.options["shards"][cells[0].name]
    assert 0 < row.pieces < row.features


def test_queues_are_the_epochs_in_their_order(cell):
    cells = tuple(
        replace(cell(fault_model), model=f"m{at % 2}") for at, fault_model in enumerate(FAULTY)
    )
    golden = replace(cells[1], right=replace(cells[1].right, engine=Golden(None)))
    cells = (*cells, golden)
    plan = RunPlan(cells, 0, "p", epochs=3)
    listed = Listed()
    listed.fill(plan.queues())
    units = [unit for number in range(3) for unit in plan.epoch(number)]
    assert plan.size == len(units) == 3 * 3 + 1
    whole = Listed.of(units)
    assert [listed.take(at % 2) for at in range(11)] == [whole.take(at % 2) for at in range(11)]
    shards = {each.name: at for at, each in enumerate(cells, 1)}
    counted = replace(plan, shards=shards, epochs=None)
    listed.fill(counted.queues())
    keys = [unit.key for _ in range(counted.size) if (unit := listed.take(0))]
    assert sorted(keys) == sorted((name, at) for name, n in shards.items() for at in range(n))


def test_the_shares_are_all_of_the_time(cells, go):
    info = go(cells, "run", shards={cell.name: 2 for cell in cells}).info
    assert sum(info.shares.values()) == pytest.approx(info.cpu_seconds, abs=0.01)
    working = {"generate", "encode", "decode", "stages", "compare", "investigate", "load"}
    assert set(info.shares) == working | {"harness", "render"}  # nothing is rendered here
    assert all(info.shares[name] > 0 for name in working - {"load"})
    assert info.peak_memory > 0 or not Path("/proc/self/smaps_rollup").exists()


def test_a_killed_run_keeps_what_it_observed(cells, go, tmp_path, dies_after, killed):
    shards = {cell.name: 2 for cell in cells}
    whole = go(cells, "whole", shards=shards)
    with pytest.raises(killed):
        go(cells, "killed", executor=dies_after(4), shards=shards)
    assert (tmp_path / "killed" / "coverage.bin").stat().st_size > 0
    resumed = go(cells, "killed", resume=True, shards=shards)
    assert findings_of(resumed) == findings_of(whole)
    assert resumed.info.observed == whole.info.observed


def test_a_run_killed_before_its_files_were_written_counts_all_it_asked(
    cells, go, tmp_path, monkeypatch, killed
):
    shards = {cells[0].name: 2}
    whole = go(cells[:1], "whole", shards=shards)

    def dies(directory, info):
        raise killed

    with monkeypatch.context() as patched:
        patched.setattr("tokparity.harness.run.job.write_run_info", dies)
        with pytest.raises(killed):
            go(cells[:1], "killed", shards=shards)
    resumed = go(cells[:1], "killed", resume=True, shards=shards)
    assert resumed.info.observed == whole.info.observed
    info = resumed.info
    assert info.shares["encode"] > 0
    assert sum(info.shares.values()) == pytest.approx(info.cpu_seconds, abs=0.01)
    assert info.shares["harness"] > 0, "what this part of the run used beside its shards"


def test_a_killed_budget_goes_on(cells, go, tmp_path, dies_after, killed):
    budget = RunBudget(60.0, 0.0, 150)
    with pytest.raises(killed):
        go(cells, "killed", executor=dies_after(4), budget=budget)
    journal = (tmp_path / "killed" / "journal.jsonl").read_text().splitlines()[1:]
    before = {(line["cell"], line["shard"]) for line in map(json.loads, journal)}
    short = RunBudget(0.0, 0.0, 0)
    resumed = go(cells, "killed", resume=True, budget=short)
    counts = resumed.info.options["shards"]
    assert sum(counts.values()) == len(before) == 4, "no time was left for more"


def test_what_a_budget_does_not_reach_is_told(cells, go):
    outcome = go(cells, "short", budget=RunBudget(0.0, 1.0, 0))
    assert [one.name for one in outcome.info.skipped] == [cell.name for cell in cells]
    assert "more --seconds" in outcome.info.skipped[0].reason
    assert outcome.exit_code == 0


def test_answers_have_a_digest_that_an_equal_run_gives_again(cells, go):
    def digests(outcome):
        from tokparity.reports.records.tables import cells as read_cells

        frame = read_cells(outcome.directory)
        return frame[["artefact", "op", "asked", "answers"]].values.tolist()

    shards = {cells[0].name: 2}
    first = digests(go(cells[:1], "first", shards=shards))
    assert digests(go(cells[:1], "second", shards=shards)) == first
    told = {row[1]: row for row in first}
    assert told["encode"][2] != told["encode"][3]
    assert told["stage"][2:] == [None, None], "stages are not counted"
    other = digests(go(cells[:1], "other", shards={cells[0].name: 1}))
    assert {row[1]: row for row in other}["encode"][2] != told["encode"][2]
