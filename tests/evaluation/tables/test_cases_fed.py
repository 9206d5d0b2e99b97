"""Digests of what is fed: the same for the same seed, others for another."""

import json

import pytest

from evaluation.tables.cases_fed import main


@pytest.fixture
def path(tmp_path, document):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(document))
    return str(path)


def test_a_version_that_feeds_the_same_is_told_from_one_that_does_not(path, tmp_path, capsys):
    assert main([path]) == 0
    printed = tmp_path / "printed"
    printed.write_text(capsys.readouterr().out)
    name, *digests = printed.read_text().split()
    assert name == path
    assert len(set(digests)) == 4
    assert main([path, "--compare", str(printed)]) == 0
    assert capsys.readouterr().out == "1 of 1 are fed the same cases\n"
    assert main([path, "--compare", str(printed), "--seed", "1"]) == 1
    assert capsys.readouterr().out.startswith(f"other cases: {path} ")
