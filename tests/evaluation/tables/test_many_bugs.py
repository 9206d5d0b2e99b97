"""Boxes of several known bugs are made, and what is found in them is judged by the truth."""

import random

import pytest

from evaluation.tables import many_bugs
from evaluation.tables.many_bugs import (
    cases_of,
    drawn,
    hypotheses_of,
    main,
    modules,
    pool,
)
from tokparity.harness.bugs.hypotheses import Table
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.formats import load


@pytest.fixture
def table(save, every_stage, monkeypatch):
    for name, count in (("TEXTS", 30), ("SEQUENCES", 10), ("ENCODED", 5)):
        monkeypatch.setattr(many_bugs, name, count)
    names = "no-normalizer", "digits-joined", "rstrip-ignored", "no-decoder"
    monkeypatch.setattr(many_bugs, "pool", lambda: {name: FAULT_MODELS[name] for name in names})
    artefact = save(every_stage)
    hypotheses = hypotheses_of(load(artefact))
    return Table.of(hypotheses, cases_of(artefact, load(artefact)), hypotheses.models)


def test_bugs_of_a_box_are_of_different_modules(table):
    for seed in range(5):
        bugs = drawn(table, many_bugs.pool(), 3, random.Random(seed), set())
        assert len({modules()[model.family] for model in bugs}) == 3


def test_every_fault_model_is_of_a_module():
    assert all(model.family in modules() for model in pool().values())


@pytest.mark.parametrize("setting", ["known:2:3", "withheld:2:3"])
def test_boxes_are_measured(table, setting, capsys):
    score = many_bugs.measure(setting, [("small", table)], seed=1, every=True)
    assert score.counts["boxes"] == 3
    assert score.counts["planted"] == 6
    assert score.counts["found apart"] >= 5
    assert score.counts["not shown"] <= score.counts["wrong"] / 20
    lines = score.lines()
    assert lines[0] == f"{setting}: 3 boxes, 6 bugs"
    assert len(score.seconds) == len(score.questions) == 3
    assert capsys.readouterr().out.count("box ") == 3


def test_a_vocabulary_that_is_not_there_is_said(capsys):
    assert main(["--vocab", "no/such/file"]) == 2
    assert "no/such/file" in capsys.readouterr().err


def test_a_bug_that_another_undoes_is_none_of_the_box(table, monkeypatch):
    """A part of a normalizer that is gone as a whole changes no answer: nobody can find it. Of two
    that do the same, one counts."""
    bugs = [FAULT_MODELS[name] for name in ("no-nfc", "no-normalizer", "no-decoder")]
    monkeypatch.setattr(many_bugs, "drawn", lambda *_: bugs)
    score = many_bugs.measure("withheld:3:1", [("small", table)], seed=1)
    assert (score.counts["silent"], score.counts["others"]) == (1, 1)
    assert (score.counts["apart"], score.counts["found apart"]) == (1, 1)
