"""`tokparity doctor`: what is missing is said, with what to do."""

import json

import pytest

from tokparity.harness.commands import doctor
from tokparity.oracles.protocol import ORACLES


def lines(out):
    return {line["name"]: line for line in map(json.loads, out.splitlines())}


def test_a_machine_that_a_run_can_begin_on(tokparity, tmp_path, monkeypatch):
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "none" / "yet"))
    code, out, err = tokparity("doctor", "--json")
    found = lines(out)
    assert (code, err) == (0, "")
    assert {spec.label for spec in ORACLES.values() if spec.native_to} <= set(found)
    assert found["tokenizers"]["note"] == ORACLES["huggingface_tokenizers"].installed_version()
    assert "0 of 14 of the default run are fetched: `tokparity" in found["vocabularies"]["note"]
    assert not (tmp_path / "none").exists(), "it only looks"


@pytest.mark.parametrize(
    ("broken", "name", "fault"),
    [
        (("PYTHONS", ((4, 0), (4, 1))), "python", "make a .venv of Python 4.0 to 4.1"),
        (("LEAST_FREE", 1 << 80), "disk", "MB free"),
    ],
)
def test_what_is_missing_is_told(tokparity, monkeypatch, broken, name, fault):
    monkeypatch.setattr(doctor, *broken)
    monkeypatch.setattr(doctor, "_libraries", list)
    code, out, err = tokparity("doctor")
    [line] = [line for line in out.splitlines() if line.startswith(f"{name}: broken")]
    assert fault.lower() in line.lower()
    assert (code, err) == (2, f"missing: {name}\n")


def test_a_library_that_does_not_start(tokparity, monkeypatch):
    class Dead:
        version = "unavailable: ModuleNotFoundError: No module named 'tiktoken'"

        def __init__(self, oracle):
            self.oracle = oracle

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

    monkeypatch.setattr(doctor, "OracleWorker", Dead)
    monkeypatch.setattr(doctor, "_libraries", lambda: ["openai_tiktoken"])
    code, out, _ = tokparity("doctor")
    assert "tiktoken: broken: unavailable: ModuleNotFoundError" in out
    assert "Python -m pip install tiktoken." in out
    assert code == 2
