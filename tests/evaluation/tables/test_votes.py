"""Three engines name the file that is wrong."""

from collections import Counter

import pytest

from evaluation.file_changes import FileChange
from evaluation.tables import votes
from evaluation.tables.file_changes import written
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.derivation.three_ways import three_ways


@pytest.fixture
def ways(document, save, tmp_path):
    plain = {**document, "model": {**document["model"], "ignore_merges": False}}
    return three_ways("m", [save(plain)], Cache(tmp_path / "cache"))


@pytest.mark.parametrize("engine", ["tokenizers", "llama.cpp", "tiktoken"])
def test_the_file_with_a_defect_is_odd(slot, ways, engine, tmp_path):
    holding = next(one for one in ways.holdings if one.engine == engine)
    artefact = holding.artefact
    kind = {"tokenizers": "merge", "llama.cpp": "merge", "tiktoken": "ranks"}[engine]
    change = next(c for c in votes.chosen(artefact, 0, 40) if c.name.startswith(kind))
    planted = written(artefact, change, tmp_path / "planted.file")
    odd = votes.odd_files(slot, planted, holding, ways)
    assert odd.most_common(1)[0][0] == planted.name


def test_a_file_that_is_as_it_was_is_odd_nowhere(slot, ways):
    for holding in ways.holdings:
        assert votes.odd_files(slot, holding.artefact, holding, ways) == Counter()


def test_where_all_three_differ_now_and_then_the_rest_decides():
    assert votes.named_by({"all": 9, "a": 2, "b": 1}) == "a"
    assert votes.named_by({"all": 9}) == "all"
    assert votes.named_by({}) is None


def test_a_model_that_nobody_knows(capsys):
    assert votes.main(["none-such"]) == 2
    assert "no model is called none-such" in capsys.readouterr().err


def test_a_vote_that_names_another_is_counted(monkeypatch, capsys, ways):
    monkeypatch.setattr(votes, "models", lambda _: [type("M", (), {"name": "m", "artefacts": ()})])
    monkeypatch.setattr(votes, "three_ways", lambda *_: ways)
    monkeypatch.setattr(votes, "rows", lambda *_: iter([("a", "x", "b"), ("a", "y", "a"),
                                                        ("a", "z", None),
                                                        ("a", "w", votes.REFUSED)]))  # fmt: skip
    assert votes.main(["m"]) == 1
    out = capsys.readouterr().out
    assert "NOT: b" in out
    counted = "4 planted, 1 refused, 2 visible, 1 named, 0 models not measured\n"
    assert out.endswith(counted)
    assert votes.chosen(ways.holdings[0].artefact, 0, 3)[0].__class__ is FileChange
