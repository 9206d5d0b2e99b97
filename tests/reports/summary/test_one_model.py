"""The part of a run that is of one model."""

from dataclasses import replace

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.vote import CellVotes, VoteCounts
from tokparity.reports.summary.one_model import models, of_model


def place(seen):
    return seen.artefact, seen.against or ""


def test_the_parts_are_the_whole(sample_run):
    run = read_run(sample_run)
    parts = [of_model(run, model) for model in models(run)]
    assert len(parts) > 2
    assert sum(len(part.cells) for part in parts) == len(run.cells)
    cells = {(row.artefact, row.against or "") for row in run.cells.itertuples()}
    whole = [(f.id, s) for f in run.findings for s in f.sightings if place(s) in cells]
    seen = [(f.id, s) for part in parts for f in part.findings for s in f.sightings]
    assert whole
    assert sorted(map(repr, seen)) == sorted(map(repr, whole))
    artefacts = [each.name for part in parts for each in part.info.artefacts]
    assert sorted(artefacts) == sorted(each.name for each in run.info.artefacts)
    assert sum(len(part.refusals) for part in parts) == len(run.refusals) > 0


def test_what_is_of_another_model_is_left_out(sample_run):
    run = read_run(sample_run)
    cells = run.cells.copy()
    cells.loc[cells["model"] == "Qwen3", ["artefact", "against"]] = ["a", "b"]
    votes = [
        CellVotes(f"{name} x~y", "third", "c", VoteCounts(1, 0, 0, 0))
        for name in ("a ~ b", "x ~ y", "a ~ bz")
    ]
    voted = replace(run, cells=cells, info=replace(run.info, votes=tuple(votes)))
    counted = {model: len(of_model(voted, model).info.votes) for model in models(run)}
    assert counted == dict.fromkeys(models(run), 0) | {"Qwen3": 1}
    nobody = of_model(run, "nobody")
    assert (len(nobody.cells), nobody.findings, nobody.refusals) == (0, (), ())
