"""A measurement is read back as it was written, or says which line is none."""

from dataclasses import replace

import pytest

from evaluation.pages.trials import (
    DefectSize,
    Event,
    Measured,
    NamedAs,
    SearchTrial,
    read_measured,
    write_measured,
)
from tokparity.reference_impl.contract import EncodeCase
from tokparity.reports.records.errors import BadRecord

TRIAL = SearchTrial(
    mutant="ranks-in-16-bits",
    half="tuning",
    variant="ranks-wrapped modulus=65536",
    stage="model",
    vocabulary="qwen3",
    model_kind="BPE",
    op="encode",
    arm="tokparity",
    seed=0,
    budget=50_000,
    cases=12,
    seconds=0.5,
    out_of_time=False,
    reached=Event(1, 0.1),
    triggered=Event(2, 0.2),
    detected=Event(12, 0.5),
    characters=345,
    shrunk=DefectSize(2, None, 1, 40, 0.3, False, EncodeCase("ab")),
    named=(NamedAs("reported", "model", "BPE", "0123456789"),),
)
MEASURED = Measured(
    50_000,
    (0, 1),
    ("tokparity",),
    {"tokenizers": "0.23.3"},
    ("x: no file",),
    {"qwen3 a": 0},
    (TRIAL,),
)


def test_a_measurement_is_read_back(tmp_path):
    write_measured(tmp_path, MEASURED)
    assert read_measured(tmp_path) == MEASURED


def test_an_older_measurement_tells_no_characters(tmp_path):
    path = write_measured(tmp_path, MEASURED)
    text = path.read_text("ascii")
    assert '"characters": 345, ' in text
    path.write_text(text.replace('"characters": 345, ', ""), "ascii")
    assert read_measured(tmp_path).trials == (replace(TRIAL, characters=None),)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param('"mutant"', '"mutants"', ":2: mutant: is missing", id="field"),
        pytest.param('{"cases": 12, "s', '{"cases": 12, "t', ":2: detected.seconds", id="event"),
        pytest.param('"op": "encode", "text"', '"op": "encode", "t"', "case.text", id="case"),
        pytest.param('"seed": 0', '"seed": -1', ":2: seed: -1 is negative", id="negative"),
        pytest.param('"half": "tuning"', '"half": "third"', ":2: half", id="half"),
        pytest.param('"arm": ', '"more": 1, "arm": ', ":2: more: is not a known", id="more"),
        pytest.param('"reported"', '"guessed"', "named.0..method", id="method"),
        pytest.param('{"mutant"', '["mutant"', ":2: trial: is not JSON", id="torn"),
        pytest.param('"budget": 50000, "seeds"', '"seeds"', ":1: budget: is missing", id="head"),
        pytest.param('"qwen3 a": 0', '"qwen3 a": "0"', ":1: false_alarms.qwen3 a", id="alarms"),
        pytest.param('"schema_version": 1', '"schema_version": 9', "schema_version", id="version"),
        pytest.param('{"schema_version"', '["schema_version"', ":1: head", id="no-json"),
    ],
)
def test_what_is_no_measurement_is_said(tmp_path, old, new, said):
    path = write_measured(tmp_path, MEASURED)
    text = path.read_text("ascii")
    assert old in text
    path.write_text(text.replace(old, new, 1), "ascii")
    with pytest.raises(BadRecord, match=said):
        read_measured(tmp_path)
