"""Releases of a library: what each answers otherwise, and the one that brought a change.

Jobs know nothing of a library that a test makes, so that a release is checked in this process.
"""

import pytest
from release_fixtures import tiny

from tokparity.harness.commands.versions import SAME, matrix
from tokparity.reports.records.run_directory import read_run

__all__ = ["tiny"]


@pytest.fixture
def checked(repository, tokparity, tiny):
    """The findings of a release."""
    asked = ("--subject", "lib:tiny@1.1", "--cases", "12", "--sweep", "none", "--out", "run")
    code, _, err = tokparity("check", "one", *asked)
    assert code == 1, err
    return read_run(repository / "run").findings


def test_the_release_that_brought_a_change(checked, tokparity):
    named = f"run:{checked[0].id}"
    asked = ("bisect", named, "--library", "tiny", "--from", "1.0", "--to")
    code, out, err = tokparity(*asked, "2.0")
    assert code == 0, err
    said = "tiny 1.2 is the first that answers otherwise than 1.1: "
    assert out.splitlines()[-1].startswith(said)
    code, _, err = tokparity(*asked, "1.1")
    assert code == 2
    assert "1.0 and 1.1 answer alike" in err.splitlines()[-1]


def test_a_column_a_release(checked, repository):
    table = matrix(read_run(repository / "run"), ["tiny@2.0", "tiny@1.1"])
    assert [column.header for column in table.columns] == ["model", "tiny@2.0", "tiny@1.1"]
    ((model,), (silent,), (cell,)) = ([*column.cells] for column in table.columns)
    assert (model, silent) == ("one", "not loaded")
    assert cell.endswith(" texts")
    assert cell != SAME


def test_a_library_that_nobody_knows(tokparity):
    code, _, err = tokparity("versions", "none-such", "1.0")
    assert code == 2
    assert "lib:none-such@1.0: there is none" in err
