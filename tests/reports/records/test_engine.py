import pytest

from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.engine import (
    REFERENCE,
    BlackBox,
    FaultyReference,
    Golden,
    Library,
    StreamWay,
    engine_called,
    live,
    oracle_of,
)

HF = "huggingface_tokenizers"
ENGINES = [
    pytest.param(REFERENCE, "reference", id="reference"),
    pytest.param(Library(HF), HF, id="library"),
    pytest.param(Golden(HF), f"golden:{HF}", id="golden"),
    pytest.param(Golden(None), "recorded", id="recorded"),
    pytest.param(FaultyReference("no-nfc"), "variant:no-nfc", id="faulty"),
    pytest.param(BlackBox("first-space-kept"), "mutant:first-space-kept", id="black-box"),
    pytest.param(StreamWay("byte_buffer"), "stream:byte_buffer", id="stream"),
]


@pytest.mark.parametrize(("engine", "name"), ENGINES)
def test_an_engine_is_what_its_name_says(engine, name):
    assert str(engine) == name
    assert engine_called(name) == engine


@pytest.mark.parametrize("name", ["", ":", "exec:./mine", "variants:x", "Reference", "gold"])
def test_any_other_name_is_taken_for_a_library(name):
    engine = engine_called(name)
    assert engine == Library(name)
    assert oracle_of(engine) is None


def test_a_recording_asked_now_is_its_library():
    assert [live(Golden(name)) for name in ORACLES] == [Library(name) for name in ORACLES]
    assert live(Golden(None)) == Golden(None)
    assert live(BlackBox("x")) == BlackBox("x")


def test_only_what_a_library_answered_has_an_oracle():
    assert oracle_of(Library(HF)) == oracle_of(Golden(HF)) == HF
    assert oracle_of(Golden("nobody")) is None
    for engine in (REFERENCE, FaultyReference(HF), BlackBox(HF), StreamWay(HF), Golden(None)):
        assert oracle_of(engine) is None
