"""A measurement runs every search once, writes each down, and goes on after a kill."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation.finding_power import measure as measuring
from evaluation.finding_power import units as searching
from evaluation.finding_power.measure import OtherMeasurement, measure
from evaluation.finding_power.stream import BLOCK
from evaluation.finding_power.units import SearchBounds, units
from evaluation.pages.trials import read_measured
from tokparity.harness.fault_models.mutant import read_table
from tokparity.harness.run.journal import BadJournal
from tokparity.reports.records.errors import BadRecord

BOUNDS = SearchBounds(BLOCK, 60.0)
ARMS = ("tokparity",)


@pytest.fixture
def several(mutant):
    return [
        mutant("merge-order-reversed", "model", reached="merged"),
        mutant("specials-kept", "decoder", op="decode", reached="ids"),
        mutant("rstrip-ignored", "added_tokens", reached="added-token"),
    ]


@pytest.fixture
def inline(slot, monkeypatch):
    """Units run here, in the shared slot; how many did is counted."""
    ran = []

    class Here:
        def __init__(self, jobs):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *error):
            pass

        def as_ended(self, work, blocks):
            for at, (unit, shrink) in enumerate(blocks):
                ran.append(unit.name)
                yield at, work(slot, unit, shrink)

    monkeypatch.setattr(measuring, "Pool", Here)
    return ran


@pytest.fixture
def as_found(monkeypatch):
    """What is found stays as it was found: making it small is tried by one test."""
    run = measuring._run
    monkeypatch.setattr(measuring, "_run", lambda slot, unit, shrink: run(slot, unit, False))


def quiet(done, total, unit):
    pass


def test_a_unit_is_an_arm_a_vocabulary_a_seed_and_an_op(several):
    made = units(several, ("a", "b"), (0, 1), BOUNDS)
    assert len({unit.name for unit in made}) == len(made) == 2 * 2 * 2
    assert {len(unit.mutants) for unit in made if unit.op == "encode"} == {2}


def test_every_search_is_run_and_what_is_found_made_small(several, inline, tmp_path):
    measured = measure(tmp_path / "out", several, ARMS, (0, 1), BOUNDS, 1, quiet)
    assert read_measured(tmp_path / "out") == measured
    assert [(one.mutant, one.seed) for one in measured.trials] == sorted(
        (one.name, seed) for one in several for seed in (0, 1)
    )
    assert all(one.detected is not None for one in measured.trials)
    assert all(one.reached.cases <= one.triggered.cases for one in measured.trials)
    shrunk = {one.mutant: one.shrunk for one in measured.trials if one.seed == 0}
    assert all(one is not None for one in shrunk.values())
    assert shrunk["rstrip-ignored-encode"].characters <= len("<|end|>") + 2
    assert all(one.shrunk is None for one in measured.trials if one.seed == 1)
    assert set(measured.false_alarms.values()) == {0}


def test_a_killed_measurement_goes_on(several, inline, tmp_path, as_found):
    whole = measure(tmp_path / "whole", several, ARMS, (0,), BOUNDS, 1, quiet)
    journal = tmp_path / "killed" / "searches.jsonl"
    journal.parent.mkdir()
    lines = (tmp_path / "whole" / "searches.jsonl").read_text("ascii").splitlines(keepends=True)
    journal.write_text("".join(lines[:2]) + lines[2][:40], "ascii")
    inline.clear()
    resumed = measure(journal.parent, several, ARMS, (0,), BOUNDS, 1, quiet, resume=True)
    assert len(inline) == 1
    assert [one.mutant for one in resumed.trials] == [one.mutant for one in whole.trials]
    assert len(journal.read_text("ascii").splitlines()) == len(lines)


def test_a_measurement_is_made_in_parts(several, inline, tmp_path, as_found):
    measure(tmp_path, several, ("uniform",), (0,), BOUNDS, 1, quiet)
    inline.clear()
    arms = (*ARMS, "uniform")
    longer = replace(BOUNDS, seconds=90.0)
    whole = measure(tmp_path, several, arms, (0, 1), longer, 1, quiet, resume=True)
    assert len(inline) == 2 * 3, "an op, an arm and a seed each, but for those that were there"
    assert len(whole.trials) == len(several) * 2 * 2
    again = measure(tmp_path, several, ("uniform",), (0,), BOUNDS, 1, quiet, resume=True)
    assert again.trials == whole.trials, "what is told is of all parts, whichever was asked for"
    assert (set(again.arms), again.seeds) == (set(arms), (0, 1))
    assert again.false_alarms == whole.false_alarms
    assert read_measured(tmp_path) == again


def test_another_measurement_is_not_mixed_in(several, inline, tmp_path, as_found):
    measure(tmp_path, several, ARMS, (0,), BOUNDS, 1, quiet)
    with pytest.raises(OtherMeasurement, match="--resume"):
        measure(tmp_path, several, ARMS, (0,), BOUNDS, 1, quiet)
    with pytest.raises(BadJournal, match="another cases"):
        measure(tmp_path, several, ARMS, (0,), replace(BOUNDS, cases=1), 1, quiet, resume=True)
    with pytest.raises(BadJournal, match="another mutants"):
        measure(tmp_path, several[:1], ARMS, (0,), BOUNDS, 1, quiet, resume=True)
    for moved in (
        replace(several[0], vocabularies=("qwen3", *several[0].vocabularies)),
        replace(several[0], bound_by=("length",)),
        replace(several[0], reached="text"),
    ):
        chosen = [moved, *several[1:]]
        with pytest.raises(BadJournal, match="another mutants"):
            measure(tmp_path, chosen, ARMS, (0,), BOUNDS, 1, quiet, resume=True)
    (tmp_path / "searches.jsonl").write_text(json.dumps([]) + "\n", "ascii")
    with pytest.raises(BadJournal, match="damaged"):
        measure(tmp_path, several, ARMS, (0,), BOUNDS, 1, quiet, resume=True)


def test_a_damaged_file_of_grouping_is_told_before_any_search(several, inline, tmp_path):
    (tmp_path / "naming.json").write_text("{", "ascii")
    with pytest.raises(BadRecord, match="naming"):
        measure(tmp_path, several, ARMS, (0,), BOUNDS, 1, quiet)
    assert inline == []


def test_a_vocabulary_that_is_not_here_is_told(several, inline, tmp_path, as_found, monkeypatch):
    missing = replace(several[0], name="far-away", id="far-away", vocabularies=("qwen3",))
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "empty"))
    measured = measure(tmp_path / "out", [*several, missing], ARMS, (0,), BOUNDS, 1, quiet)
    assert len(measured.omissions) == 1
    assert "far-away" in measured.omissions[0]
    assert "vocabs fetch qwen3" in measured.omissions[0]


def test_a_search_that_fails_is_told_and_the_others_go_on(several, inline, tmp_path, as_found):
    broken = tmp_path / "broken.json"
    broken.write_text("{}", "ascii")
    own = Path(several[0].id.partition("#")[0])
    its = tmp_path / "broken" / own.name
    its.parent.mkdir()
    good = several[0].vocabularies[0]
    its.write_text(own.read_text("utf-8").replace(good, str(broken)), "utf-8")
    [wrong] = read_table(its)
    measured = measure(tmp_path / "out", [*several, wrong], ARMS, (0,), BOUNDS, 1, quiet)
    assert len(measured.trials) == len(several)
    [why] = measured.omissions
    failed = f"{broken} tokparity encode seed 0"
    assert why.startswith(f"{failed}: ")
    assert failed not in measured.false_alarms, "nothing was looked at"
    broken.write_bytes(Path(good).read_bytes())
    inline.clear()
    again = measure(tmp_path / "out", [*several, wrong], ARMS, (0,), BOUNDS, 1, quiet, resume=True)
    assert inline == [failed], "what failed is made again"
    assert (len(again.trials), again.omissions) == (len(several) + 1, ())
    assert again.false_alarms[failed] == 0


def test_what_cannot_be_made_small_stays_found(several, inline, tmp_path, monkeypatch):
    def fails(*_):
        raise RecursionError("too deep")

    monkeypatch.setattr(searching, "investigate", fails)
    measured = measure(tmp_path / "out", several[:1], ARMS, (0,), BOUNDS, 1, quiet)
    [trial] = measured.trials
    assert (trial.detected is not None, trial.shrunk) == (True, None)
    [why] = measured.omissions
    assert "not made small: RecursionError: too deep" in why
