"""What a watched run says; the phases of a real one are in `test_kills`."""

from evaluation.accidents.watched_run import PHASES, announced


def test_a_phase_is_said_before_its_work(tmp_path, monkeypatch):
    monkeypatch.setenv(PHASES, str(tmp_path / "phases"))
    said = []
    work = announced("merge", lambda word: said.append((tmp_path / "phases").read_text()) or word)
    assert work("x") == work(word="x") == "x"
    assert [text.count(" merge\n") for text in said] == [1, 2]
