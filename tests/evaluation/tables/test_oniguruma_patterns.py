"""Patterns of Oniguruma's dialect: what both take cuts alike."""

from random import Random

from evaluation.tables import dialects, oniguruma_patterns
from evaluation.tables.oniguruma_patterns import Grammar, probes, verdicts

TEXTS = ("xab", "ab aab", "\u4e2d\u6587abc", "a\r\nb\n", "")


def test_of_everything_there_is_a_few_are_refused_and_nothing_differs():
    found = [verdict for pattern in probes() for verdict, _ in verdicts(pattern, TEXTS)]
    assert found.count("taken by both") > 160
    assert found.count("refused here") <= 10
    assert not {"differs", "taken here alone", "limit of one"} & {*found}


def test_a_seed_makes_a_pattern():
    assert Grammar(Random("0 1")).branches() == Grammar(Random("0 1")).branches()


def test_what_differs_is_seen(monkeypatch, capsys):
    monkeypatch.setattr(oniguruma_patterns, "our_cuts", lambda pattern, text: [0])
    monkeypatch.setattr(oniguruma_patterns, "probes", lambda: ["a"])
    assert dialects.main(["--dialect", "oniguruma", "--patterns", "0", "--texts", "1"]) == 1
    assert "differs: 'a': 'xab': [0] not [0, 1, 2, 3]" in capsys.readouterr().err
