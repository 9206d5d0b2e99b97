"""Determinism: what is found depends on nothing but the plan."""

from functools import partial

import pytest

from tokparity.harness.naming import investigation as investigate
from tokparity.harness.run import execution
from tokparity.harness.run.directory import RunHasEnded, finish
from tokparity.harness.run.journal import BadJournal
from tokparity.harness.shards import case_source
from tokparity.harness.shards.case_source import STEERED_TEXTS
from tokparity.harness.shards.executors import InlineExecutor, LocalExecutor
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import UnitFailed
from tokparity.harness.shards.unit_queue import Listed
from tokparity.harness.shrinking import case as shrink_case
from tokparity.harness.shrinking.sequence import CandidateSearch
from tokparity.reports.records.run_info import Skipped
from tokparity.reports.views.write import write_views

SMALL = 128
FAULTY = ("variant:merge-order-reversed", "variant:rstrip-ignored", "variant:no-nfc")


@pytest.fixture
def run_cells(run_cells):
    """Small shards: what these tests say does not depend on how large they are, but their time."""
    return partial(run_cells, texts=SMALL)


def test_same_seed_gives_the_same_bytes_where_shards_are_steered(cells, run_cells):
    large = {"epochs": 1, "texts": STEERED_TEXTS + STEERED_TEXTS // 4}
    first = findings_of(run_cells(cells[:1], "first", **large))
    assert findings_of(run_cells(cells[:1], "again", **large)) == first != b""


@pytest.fixture
def cells(cell):
    return [cell(fault_model) for fault_model in FAULTY]


def findings_of(outcome):
    return (outcome.directory / "findings.jsonl").read_bytes()


def files_of(outcome):
    """All but what only --resume needs, and times."""
    others = ("journal.jsonl", "coverage.bin", "timings.json", "timings.parquet")
    files = {path.name: path.read_bytes() for path in outcome.directory.iterdir()}
    return {name: content for name, content in files.items() if name not in others}


def test_same_seed_and_any_jobs_give_the_same_bytes(cells, run_cells):
    first = files_of(run_cells(cells, "first", epochs=2))
    assert first.keys() == {"findings.jsonl", "refusals.jsonl", "cells.parquet", "run.json"}
    assert first["findings.jsonl"].count(b"\n") >= 2
    assert files_of(run_cells(cells, "again", epochs=2)) == first
    for jobs in (1, 2):
        executor = LocalExecutor(jobs)
        try:
            outcome = run_cells(cells, f"jobs-{jobs}", epochs=2, executor=executor)
        finally:
            executor.close()
        assert files_of(outcome) == first


def test_another_seed_gives_other_cases_and_the_same_keys(cells, run_cells):
    first = run_cells(cells, "first", epochs=4)
    other = run_cells(cells, "other", epochs=4, seed=77)
    assert findings_of(first) != findings_of(other)
    assert keys(first) == keys(other)


def test_other_generators_give_the_same_keys(cells, run_cells, monkeypatch):
    first = run_cells(cells, "first", epochs=4)
    original = case_source.encode_texts
    from tokparity.corpora.generators.added import ADDED
    from tokparity.corpora.generators.fragments import FRAGMENTS

    mix = ((FRAGMENTS, 3), (ADDED, 2))
    monkeypatch.setattr(case_source, "encode_texts", lambda *given: original(*given[:-1], mix))
    assert keys(run_cells(cells, "other", epochs=4)) == keys(first)


def test_another_shrinker_order_gives_the_same_keys(cells, run_cells, monkeypatch):
    first = run_cells(cells, "first", epochs=2)

    def from_the_end(text: str, search: CandidateSearch[str]) -> str:
        while True:
            cuts = (text[:at] + text[at + 1 :] for at in reversed(range(len(text))))
            smaller = search.first(cuts)
            if smaller is None:
                return text
            text = smaller

    monkeypatch.setattr(shrink_case, "shrink_text", from_the_end)
    assert keys(run_cells(cells, "other", epochs=2)) == keys(first)


def keys(outcome):
    found = {finding.key for finding in outcome.findings}
    assert found
    return found


def test_replaying_the_shards_of_a_time_boxed_run_gives_the_same_bytes(cells, run_cells):
    boxed = run_cells(cells, "boxed", epochs=None, seconds=1.5)
    assert boxed.info.epochs >= 1
    shards = boxed.info.options["shards"]
    replayed = run_cells(cells, "replayed", epochs=None, shards=shards)
    assert findings_of(replayed) == findings_of(boxed)


def test_what_a_time_box_does_not_reach_is_told(cells, run_cells):
    outcome = run_cells(cells, "short", epochs=None, seconds=0.0)
    assert outcome.info.options["shards"] == {cell.name: 0 for cell in cells}
    assert [skip.name for skip in outcome.info.skipped] == [cell.name for cell in cells]
    assert outcome.info.cases == 0


class Interrupted(InlineExecutor):
    """Ctrl-C when two units are delivered."""

    def run(self, feed, deliver, until=None):
        units = iter(range(2))

        def count(result):
            deliver(result)
            if next(units) == 1:
                raise KeyboardInterrupt

        super().run(feed, count)


def test_an_interrupted_run_is_reported_and_resumed(cells, run_cells, tmp_path):
    whole = run_cells(cells, "whole", epochs=2)
    with Slot() as slot:
        cut = run_cells(cells, "cut", epochs=2, executor=Interrupted(slot))
    assert cut.interrupted
    assert cut.exit_code == 1, "what was found counts"
    assert sum(cut.info.options["shards"].values()) == 2
    assert 0 < cut.info.cases < whole.info.cases
    assert write_views(tmp_path / "cut").findings
    resumed = run_cells(cells, "cut", epochs=2, resume=True)
    assert not resumed.interrupted
    assert findings_of(resumed) == findings_of(whole)
    assert "shards" not in resumed.info.options


def test_an_interrupted_time_box_goes_on(cells, run_cells):
    with Slot() as slot:
        cut = run_cells(cells, "cut", epochs=None, seconds=60.0, executor=Interrupted(slot))
    assert cut.info.extra == {"interrupted": True}
    assert sum(cut.info.options["shards"].values()) == 2
    resumed = run_cells(cells, "cut", epochs=None, seconds=4.0, resume=True)
    assert sum(resumed.info.options["shards"].values()) > 2
    assert resumed.info.extra == {}


def test_each_finding_is_announced_once_as_it_comes(cells, run_cells):
    seen = []

    def announce(found):
        seen.append((found.signature.key, (tmp / "run.json").exists()))

    tmp = run_cells(cells, "first").directory
    (tmp / "run.json").unlink()
    outcome = run_cells(cells, "first", epochs=2, announce=announce)
    assert {key for key, _ in seen} >= {finding.key for finding in outcome.findings}
    assert len(seen) == len({key for key, _ in seen})
    assert not any(ended for _, ended in seen)


@pytest.mark.parametrize("torn", [b"", b'{"cell": "sma'], ids=["between-lines", "inside-a-line"])
def test_a_killed_run_resumes_to_the_same_bytes(
    cells, run_cells, tmp_path, torn, dies_after, killed
):
    whole = files_of(run_cells(cells, "whole", epochs=2))
    with pytest.raises(killed):
        run_cells(cells, "killed", epochs=2, executor=dies_after(2))
    journal = tmp_path / "killed" / "journal.jsonl"
    assert journal.read_bytes().count(b"\n") == 3
    with journal.open("ab") as end:
        end.write(torn)
    resumed = run_cells(cells, "killed", epochs=2, resume=True)
    assert files_of(resumed) == whole
    assert journal.read_bytes().count(b"\n") == 1 + 2 * len(cells)


def test_a_journal_of_another_plan_is_refused(cells, run_cells):
    run_cells(cells, "mine", epochs=1)
    with pytest.raises(BadJournal, match="another seed"):
        run_cells(cells, "mine", epochs=1, seed=5, resume=True)


def test_a_run_that_has_ended_is_not_resumed(cells, run_cells):
    before = run_cells(cells[:1], "mine", epochs=1)
    finish(before.directory)
    with pytest.raises(RunHasEnded, match="tokparity report"):
        run_cells(cells[:1], "mine", epochs=1, resume=True)
    assert findings_of(before)


@pytest.mark.parametrize("bound", [{"epochs": 2}, {"epochs": None, "seconds": 60.0}])
def test_what_failed_is_done_again_though_the_run_had_ended(cells, run_cells, monkeypatch, bound):
    if bound["epochs"] is None:  # a time box of two whole epochs
        monkeypatch.setattr(execution, "Timed", lambda epoch, *_: Listed.of(epoch(0) + epoch(1)))
    whole = run_cells(cells, "whole", **bound)
    lost = cells[1].name, 1

    class Loses(InlineExecutor):
        def run(self, feed, deliver, until=None):
            def lose(result):
                key = result.cell, result.shard
                deliver(UnitFailed(*key, "its process died") if key == lost else result)

            super().run(feed, lose)

    executor = Loses()
    first = run_cells(cells, "mine", executor=executor, **bound)
    executor.close()
    assert first.exit_code != 0
    assert [failure.cell for failure in first.failed] == [lost[0]]
    finish(first.directory, first.failed)
    monkeypatch.undo()
    again = run_cells(cells, "mine", resume=True, **bound)
    assert again.failed == ()
    assert again.info.options == whole.info.options
    assert files_of(again) == files_of(whole)


def test_last_steps_that_were_killed_are_resumed(cells, run_cells):
    before = run_cells(cells[:1], "mine", epochs=1)
    assert findings_of(run_cells(cells[:1], "mine", epochs=1, resume=True)) == findings_of(before)


def test_divergences_that_are_in_no_finding_fail_the_run(cells, run_cells, monkeypatch):
    monkeypatch.setattr(investigate, "NAMED_PER_SHARD", 0)
    outcome = run_cells(cells[:1])
    assert outcome.findings == ()
    assert outcome.without_finding > 0
    assert outcome.exit_code == 1


def test_a_unit_that_cannot_load_is_named_and_the_run_goes_on(cell, run_cells, artefact):
    good = cell()
    bad = cell("variant:no-nfc")
    artefact.path.write_text("{}")
    executor = InlineExecutor()  # the shared one may hold the file as it was
    outcome = run_cells([good, bad], executor=executor)
    executor.close()
    assert outcome.exit_code == 2
    assert len(outcome.failed) == 2
    assert all("small.json" in one.reason for one in outcome.failed)


def test_what_is_required_and_not_compared_makes_a_run_incomplete(cell, run_cells):
    here = cell()
    name = here.left.artefact.name
    skipped = (Skipped("absent", "not fetched"),)
    whole = run_cells([here], "whole", required=(name,))
    assert (whole.exit_code, whole.info.coverage.compared) == (0, 1)
    fields = {"required": (name, "absent"), "skipped": skipped}
    lacking = run_cells([here], "lacking", **fields)
    assert lacking.exit_code == 2
    assert lacking.info.coverage.missing == skipped
    assert (lacking.info.coverage.compared, lacking.info.coverage.required) == (1, 2)
    assert run_cells([here], "allowed", **fields, allow_missing=True).exit_code == 0


def test_a_cell_that_was_not_reached_is_missing(cell, run_cells):
    here, other = cell(), cell("variant:no-nfc")
    name = here.left.artefact.name
    outcome = run_cells(
        [here, other], "one", required=(name,), shards={here.name: 1, other.name: 0}
    )
    (missing,) = outcome.info.coverage.missing
    assert missing.name == other.name
    assert (outcome.exit_code, outcome.info.coverage.compared) == (2, 0)


def test_a_divergence_is_said_before_what_is_missing(cell, run_cells):
    assert run_cells([cell(FAULTY[0])], "both", required=("absent",)).exit_code == 1
