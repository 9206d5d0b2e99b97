"""Both sides of a ratio do the same work; what is measured is not looked at here."""

import pytest
from fake_subject import BYTES
from harness_fixtures import file, ranks, save

from tokparity.harness.commands import batch_ratios
from tokparity.harness.commands.batch_ratios import library_of, natural_texts, ratios
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import load

__all__ = ["file", "ranks", "save"]


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


def test_the_library_gives_the_ids_of_the_reference(save, ranks):
    for artefact in (save(BYTES, "bytes"), ranks(r"\p{L}+|\s+|[^\p{L}\s]")):
        library, tokenizer = library_of(artefact), load(artefact)
        for text in ("hello world", "é 1", ""):
            ids = tokenizer.encode(text, batch_ratios.PLAIN).ids
            assert tuple(library.encode(text)) == ids
            decoded = tokenizer.decode(ids, batch_ratios.DECODE).value
            assert library.decode(ids) == decoded


def test_what_runs_in_a_worker_alone_is_not_measured(tmp_path):
    assert library_of(Artefact("a", "gguf", tmp_path / "a.gguf", "00")) is None


def test_natural_texts_are_the_same_for_a_seed():
    assert natural_texts(1, 50) == natural_texts(1, 50)
    assert natural_texts(1, 50) != natural_texts(2, 50)
