import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tokparity.corpora.generators.sentencepiece_models.model import generated
from tokparity.oracles.worker.client import OracleWorker

ROOT = Path(__file__).parents[3]
MEGABYTES = 200


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    return importlib.import_module("evaluation.comparisons.sentencepiece_broken_files")


@pytest.mark.parametrize("number", [0, 3, 12, 15], ids=["unigram", "bpe", "char", "word"])
def test_a_typed_error_or_agreement(script, tmp_path, number):
    """The reference refuses more than the library only where what is left is no UTF-8."""
    found = script.BrokenFileCounts()
    with OracleWorker("google_sentencepiece") as worker:
        script.run(worker, generated(0, number, 0).data, tmp_path, found, flips=30)
        assert worker.restarts == 0
    assert found.fates["differ"] == found.fates["only we load"] == 0, found.deviations
    assert all("UTF-8" in line or "begins in a character" in line for line in found.deviations)
    assert found.fates["both refuse"] > 150
    assert found.fates["both agree"] > 20
    assert found.seconds < 1, found.slowest


def test_a_fault_is_told(script, tmp_path, monkeypatch):
    monkeypatch.setattr("tokparity.reference_impl.formats.sentencepiece.pieces._LONGEST", 9000)
    found = script.BrokenFileCounts()
    with OracleWorker("google_sentencepiece") as worker:
        script.run(worker, generated(0, 0, 0).data, tmp_path, found, flips=0)
    assert any(line.startswith("only we load: 8000 bytes") for line in found.deviations)


def test_the_command_over_a_file(tmp_path):
    """In a process of its own, whose memory is what the reference needs for broken files."""
    path = tmp_path / "some.model"
    path.write_bytes(generated(0, 9, 0).data)
    command = [sys.executable, "-m", "evaluation.comparisons.sentencepiece_broken_files", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    first, *_, last = done.stdout.splitlines()
    assert first.startswith("some.model: ")
    found = re.fullmatch(r"the library's worker was restarted 0 times; .* took (\d+) MB", last)
    assert found
    assert int(found[1]) < MEGABYTES
