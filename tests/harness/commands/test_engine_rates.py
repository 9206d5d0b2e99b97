"""What the engine takes is measured of texts on which both sides agree."""

import pytest

from tokparity.harness.commands import engine_rates
from tokparity.harness.commands.engine_rates import BenchDiffers, Rate, engine_table, measure
from tokparity.harness.compare.cells import SideSpec
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reports.records.engine import FaultyReference, Library


@pytest.fixture
def asked(monkeypatch):
    """The texts that were compared, call by call."""
    calls = []
    encode = engine_rates._encode
    monkeypatch.setattr(
        engine_rates, "_encode", lambda *given: (calls.append(given[2]), encode(*given))
    )
    return calls


@pytest.mark.parametrize("kind", ["fragments", "random characters"])
def test_a_rate_is_of_distinct_texts_that_agree(slot, artefact, asked, kind):
    rate = measure(slot, str(artefact.path), kind, 700, 0)
    assert len(set(asked[-1])) == rate.texts == 700
    assert rate.characters == sum(map(len, asked[-1]))
    assert rate.targets == 0
    assert rate.cpu > 0 < rate.library
    assert rate.engine == pytest.approx((rate.cpu + rate.generation) / rate.library - 1)


def test_steered_texts_are_fewer_and_hold_targets(slot, artefact, asked):
    rate = measure(slot, str(artefact.path), "steered", 400, 0)
    assert len(set(asked[-1])) == rate.texts <= 50
    assert rate.characters > rate.targets > rate.texts


def test_sides_that_differ_measure_nothing(slot, artefact):
    left = slot.side(SideSpec(FaultyReference("merge-order-reversed"), artefact))
    right = slot.side(SideSpec(Library("huggingface_tokenizers"), artefact))
    with pytest.raises(BenchDiffers, match="helloworld"):
        engine_rates._encode(left, right, ["hello", "helloworld"], EncodeOptions())


def test_of_several_rounds_the_one_in_the_middle_is_told(monkeypatch):
    said = iter([9.0, 2.0, 4.0] * 3)
    monkeypatch.setattr(
        engine_rates,
        "measure",
        lambda slot, artefact, kind, *_: Rate(kind, 1, 1, 0, 0.0, next(said), 1.0, 1.0),
    )
    rates = engine_rates.rates_of("any", 1, 0, 3)
    assert [rate.kind for rate in rates] == list(engine_rates.KINDS)
    assert [rate.engine for rate in rates] == [3.0] * 3


def test_what_a_library_in_a_worker_takes_is_not_known():
    rate = Rate("fragments", 10, 100, 0, 1.0, 4.0, 5.0, 0.0)
    assert rate.engine is None
    table = engine_table("a", "b", [rate])
    rows = dict(zip(table.columns[0].cells, table.columns[1].cells, strict=True))
    assert rows["all else, times the library"] == rows["targets per CPU s"] == "–"
    assert rows["texts per CPU s"] == "2"
    assert rows["characters per CPU s"] == "20"
