"""A finding of a subject of one's own, asked again: `triage`, `shrink` and `known accept`."""

import json

import pytest
from fake_subject import BYTES
from subject_fixtures import spec_of

from tokparity.reports.records.run_directory import read_findings


@pytest.fixture
def found(tokparity, tmp_path, fake, monkeypatch):
    """(RUN:FINDING, the spec) of a check of a subject that is wrong on one text."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bytes.json").write_text(json.dumps(BYTES))

    def go(behaviour, text):
        (tmp_path / "own.txt").write_text(f"{text}\n", encoding="utf-8")
        spec = spec_of(fake(behaviour))
        few = ("--cases", "40", "--sweep", "none", "--replies", "0", "--texts", "own.txt")
        code, _, err = tokparity("check", "bytes.json", "--subject", spec, *few, "--out", "run")
        assert code == 1, err
        return f"run:{read_findings(tmp_path / 'run')[0].id}", spec

    return go


def test_a_wrong_answer_is_asked_for_again(tokparity, found, fake, tmp_path):
    what, spec = found("WrongTokenizer", "plain \u00fcber")
    code, out, err = tokparity("triage", what, "--subject", spec, "--json")
    assert code == 0, err
    row = json.loads(out)
    assert (row["outcome"], row["ran_on"]) == ("reproduced", "subject:WrongTokenizer")
    script = (tmp_path / row["script"]).read_text()
    assert "fake_subject.py" in script
    assert "import tokparity" not in script
    alone = tokparity("triage", what, "--json")
    assert json.loads(alone[1])["ran_on"].startswith("tokenizers "), "no file starts a program"

    code, _, err = tokparity("shrink", what)
    assert code == 2
    assert "a file starts no program, --subject SPEC does" in err
    code, out, err = tokparity("shrink", what, "--subject", spec)
    assert code == 0, err
    assert "\\u00fc" in out.splitlines()[0]
    code, _, err = tokparity("shrink", what, "--subject", spec_of(fake("Echo")))
    assert code == 2
    assert "subject:WrongTokenizer" in err

    reason = ("--reason", "mine has no umlauts", "--these-cases-only")
    assert tokparity("known", "accept", what, *reason)[0] == 2
    code, _, err = tokparity("known", "accept", what, "--subject", spec, *reason)
    assert code == 0, err
    (entry,) = (tmp_path / ".tokparity" / "known").glob("*.toml")
    assert spec not in entry.read_text()


def test_an_end_is_asked_for_again(tokparity, found):
    what, spec = found("Dies", "q dies q")
    code, out, err = tokparity("triage", what, "--subject", spec, "--json")
    assert code == 0, err
    assert json.loads(out)["outcome"] == "reproduced"
