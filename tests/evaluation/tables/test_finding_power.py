import importlib
from pathlib import Path

import pytest

from evaluation.pages.trials import Measured, write_measured

ROOT = Path(__file__).parents[3]


@pytest.fixture
def main(monkeypatch, capsys):
    """The script, run in this process: (exit code, stdout, stderr)."""
    monkeypatch.syspath_prepend(str(ROOT))
    module = importlib.import_module("evaluation.tables.finding_power")

    def call(*arguments):
        code = module.main([*map(str, arguments)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def test_the_page_of_a_measurement(main, tmp_path):
    write_measured(tmp_path, Measured(9, (0,), ("tokparity",), {"lib": "1.2"}, (), {}, ()))
    code, out, err = main(tmp_path)
    assert (code, err) == (0, "")
    assert out.startswith("# Finding power\n")
    assert "| lib | 1.2 |" in out


def test_no_measurement_is_one_line(main, tmp_path):
    code, out, err = main(tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "trials.jsonl: file: cannot be read" in err
