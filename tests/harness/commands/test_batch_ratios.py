"""Both sides of a ratio do the same work; what is measured is not looked at here."""

import os

import pytest
from fake_subject import BYTES
from harness_fixtures import file, save

from tokparity.harness.commands import batch_ratios
from tokparity.harness.commands.batch_ratios import EndedEarly, forked, natural_texts, ratios
from tokparity.harness.commands.bench_libraries import library_of
from tokparity.reference_impl.formats import load

__all__ = ["file", "save"]


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(batch_ratios, "TEXTS", 30)


def test_a_row_for_each_kind_and_size(save, few):
    artefact = save(BYTES, "bytes")
    library, tokenizer = library_of(artefact), load(artefact)
    assert library.name == "tokenizers"
    rows = list(ratios(artefact, tokenizer, library, 0, 1))
    assert [(row.what, row.size) for row in rows[:4]] == [
        ("natural, cold", 1024),
        ("natural, again", 1024),
        ("natural, cold, with ranges", 1024),
        ("natural, cold", 256),
    ]
    assert len(rows) == 19
    assert all(row.ours > 0 and row.theirs > 0 and row.times > 0 for row in rows)


def test_a_side_that_fails_or_ends_its_process_measures_nothing(capfd):
    with pytest.raises(EndedEarly):
        forked(lambda: 1 / 0, None)
    assert "ZeroDivisionError" in capfd.readouterr().err
    with pytest.raises(EndedEarly):
        forked(lambda: os._exit(1), None)


def test_natural_texts_are_the_same_for_a_seed():
    assert natural_texts(1, 50) == natural_texts(1, 50)
    assert natural_texts(1, 50) != natural_texts(2, 50)
