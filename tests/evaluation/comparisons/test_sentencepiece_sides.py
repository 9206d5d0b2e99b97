import importlib
from dataclasses import replace
from pathlib import Path

import pytest

from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.sentencepiece_models.model import generated
from tokparity.reference_impl.contract import Artefact

ROOT = Path(__file__).parents[3]


@pytest.fixture
def sides(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    return importlib.import_module("evaluation.comparisons.sentencepiece_sides")


@pytest.fixture
def held(sides, tmp_path):
    def hold(data):
        path = tmp_path / "some.model"
        path.write_bytes(data)
        return sides.loaded(Artefact("some", "sentencepiece", path, "0"))

    return hold


def test_a_good_model_differs_nowhere(sides, held):
    model = generated(0, 0, 40)
    tally = sides.Tally()
    assert list(sides.differences(held(model.data), model.texts, Rng(0), tally)) == []
    assert tally.compared > 100


def test_a_fault_is_seen(sides, held):
    model = generated(0, 0, 40)
    reference, library = held(model.data)
    flipped = not reference.normalizer.add_dummy_prefix
    normalizer = replace(reference.normalizer, add_dummy_prefix=flipped)
    wrong = replace(reference, normalizer=normalizer), library
    found = list(sides.differences(wrong, model.texts, Rng(0), sides.Tally()))
    assert len(found) > 20
    assert "reference" in str(found[0])


def test_a_file_that_one_side_refuses_is_a_difference(sides, held, monkeypatch):
    model = generated(0, 0, 1)
    assert held(b"no message") is None
    monkeypatch.setattr(
        sides, "load", lambda artefact: (_ for _ in ()).throw(sides.TokparityError("x"))
    )
    found = held(model.data)
    assert (found.reference, found.library) == ("x", "loads")
