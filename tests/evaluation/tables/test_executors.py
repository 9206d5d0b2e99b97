"""Ways of running the same units are measured by turns, and told by the exit code."""

import pytest

from evaluation.tables import executors
from evaluation.tables.executors import Took, local, took
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.run.execution import RunPlan


def test_a_whole_plan_is_run_and_its_processes_are_counted(artefact):
    plan = RunPlan((fidelity_cell(artefact, "one"),), 0, "quick", epochs=2, texts=8)
    with local(1) as made:
        measured = took(plan, made, 1)
    assert measured.units == 2
    assert measured.cpu > 0
    assert measured.wall > 0


def test_a_unit_that_fails_measures_nothing(artefact, tmp_path):
    artefact.path.write_text("{}")
    plan = RunPlan((fidelity_cell(artefact, "one"),), 0, "quick", epochs=1, texts=8)
    with local(1) as made, pytest.raises(SystemExit, match="could not run"):
        took(plan, made, 1)


@pytest.mark.parametrize(
    ("walls", "code"),
    [
        pytest.param((17.1, 10.0, 11.4), 0, id="as-fast-as-they-have-to-be"),
        pytest.param((16.9, 10.0, 10.0), 1, id="two-jobs-gain-too-little"),
        pytest.param((20.0, 10.0, 11.6), 1, id="a-cluster-takes-too-long"),
    ],
)
def test_what_is_too_slow_is_told(monkeypatch, capsys, walls, code):
    said = iter([*walls, *reversed(walls), *walls])
    monkeypatch.setattr(executors, "plan_run", lambda *_: None)
    monkeypatch.setattr(executors, "cluster", local)
    monkeypatch.setattr(executors, "took", lambda *_: Took(20.0, 1.0, next(said), 8))
    assert executors.main(["--rounds", "3"]) == code
    out = capsys.readouterr().out
    assert "2 jobs: 8 units in 20.0 s, 1.0 CPU-seconds; on free cores 10.0 s" in out
    assert out.count("load") == 3
