"""A handful of moments; `python -m evaluation.accidents.kills` tries fifty."""

from collections import Counter
from typing import get_args

from evaluation.accidents import kills
from evaluation.accidents.watched_run import Phase


def test_every_phase_and_victim_has_its_turn():
    seen = Counter(dict.fromkeys(get_args(Phase), 4))
    some = list(kills.kills(seen, 18, 0))
    assert len({(kill.phase, kill.victim) for kill in some}) == 18
    assert all(1 <= kill.occurrence <= 4 for kill in some)
    assert some == list(kills.kills(seen, 18, 0)) != list(kills.kills(seen, 18, 1))


def test_kills_change_nothing(capsys, monkeypatch):
    fewer = tuple("128" if word == "1024" else word for word in kills.RUN)
    monkeypatch.setattr(kills, "RUN", fewer)
    assert kills.main(["--moments", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "4 kills, 0 changed anything"
    assert sum(" main resumed: same" in line for line in lines) >= 2
    assert sum(" job went on: same" in line for line in lines) >= 1


def test_a_difference_is_told(capsys, monkeypatch):
    contents = iter([{"findings.jsonl": b"one"}, {"findings.jsonl": b"two"}])
    monkeypatch.setattr(kills, "contents", lambda out: next(contents))
    monkeypatch.setattr(kills, "phases", lambda out: list(get_args(Phase)))
    monkeypatch.setattr(kills, "ended", lambda *_: 0)
    monkeypatch.setattr(kills, "RUN", ("vocabs", "list"))
    assert kills.main(["--moments", "1"]) == 1
    assert "1 kills, 1 changed anything" in capsys.readouterr().out
