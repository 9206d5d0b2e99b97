"""Two ways; `python -m evaluation.accidents.wrongly_red` tries all of them."""

from evaluation.accidents import wrongly_red
from evaluation.accidents.wrongly_red import CHECK, WAYS, Way


def test_another_path_changes_nothing(capsys):
    assert wrongly_red.main(["whole paths"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 ways, 0 changed anything"


def test_what_changes_something_is_told(capsys, monkeypatch):
    fewer = tuple("64" if word == "1024" else word for word in CHECK)
    monkeypatch.setitem(WAYS, "fewer cases", Way(fewer))
    assert wrongly_red.main(["fewer cases"]) == 1
    told = capsys.readouterr().out
    assert "OTHER: exit 1, " in told
    assert "findings.jsonl" in told
