"""Patterns of tiktoken's dialect: what both take matches alike."""

from random import Random
from time import sleep

from evaluation.comparisons.pattern_child import Child
from evaluation.tables import dialects
from evaluation.tables.dialects import TEXTS, generated, main, probes, verdicts


def counted(patterns):
    found = [verdict for pattern in patterns for verdict, _ in verdicts(pattern, TEXTS)]
    return {verdict: found.count(verdict) for verdict in set(found)}


def test_of_everything_there_is_all_but_a_few_is_taken_and_nothing_differs():
    counts = counted(probes())
    assert counts["taken by both"] >= 260
    assert "refused here" not in counts
    assert "limit of one" not in counts
    assert "differs" not in counts
    assert "taken here alone" not in counts


def test_generated_patterns_match_alike_or_are_refused():
    rng = Random(1)
    counts = counted([generated(rng) for _ in range(150)])
    assert counts["equal"] > 400
    assert "differs" not in counts
    assert "taken here alone" not in counts


def test_a_match_that_differs_is_seen(monkeypatch, capsys):
    monkeypatch.setattr(dialects, "our_pieces", lambda pattern, text: ["x"])
    monkeypatch.setattr(dialects, "probes", lambda: ["a"])
    assert main(["--patterns", "0", "--texts", "3"]) == 1
    assert "differs: 'a': 'xab': ['x'] not ['a']" in capsys.readouterr().err


def test_a_pattern_that_the_library_never_ends_to_match_is_given_up(monkeypatch):
    monkeypatch.setattr(dialects, "_CHILD", Child(lambda *_: sleep(60), 0.5))
    assert [*verdicts("a", ["a"])] == [("endless there", "")]
    monkeypatch.undo()
    assert [verdict for verdict, _ in verdicts("a", ["a"])] == ["taken by both", "equal"]
