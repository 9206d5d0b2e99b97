"""The life of a ledger entry: accepted, believed, stale, removed."""

import json
import re

import pytest

from tokparity.corpora.regression import regressions
from tokparity.harness.commands import run as command
from tokparity.harness.findings.committed_cases import OWN_REGRESSIONS


@pytest.fixture
def run(inline, tokparity, monkeypatch):
    """A run that replays the repository's own cases: `known fix` replays the shipped ones too."""
    monkeypatch.setattr(command, "committed", own_cases)

    def go(out):
        return tokparity("run", "--cases", "1", "--allow-missing", "--out", out)

    return go


def own_cases():
    return regressions(OWN_REGRESSIONS) if OWN_REGRESSIONS.is_dir() else ()


def findings(repository, name):
    return [
        json.loads(line)
        for line in (repository / name / "findings.jsonl").read_text("ascii").splitlines()
    ]


def ids(repository, name):
    pages = (repository / name / "report").glob("finding-*.html")
    return sorted(page.stem.removeprefix("finding-") for page in pages)


def test_the_life_of_an_entry(repository, run, tokparity):
    assert run("first")[0] == 1
    wanted = ids(repository, "first")
    assert wanted
    for finding in wanted:
        code, out, err = tokparity(
            "known", "accept", f"first:{finding}", "--reason", "nobody's bug, says a test"
        )
        assert (code, out) == (0, ""), err
    code, out, err = run("second")
    assert code == 0, err
    assert re.search(r"[1-9]\d* accepted, 0 open, 0 fixed-in; new: 0;", out)
    assert {one["status"] for one in findings(repository, "second")} == {"accepted"}
    code, out, _ = tokparity("known", "list", "--json")
    assert sum(
        json.loads(line)["evidence"] == "nobody's bug, says a test" for line in out.splitlines()
    ) == len(wanted)
    shipped = {row["id"]: row["deviates"] for row in map(json.loads, out.splitlines())}
    assert shipped["bert-gguf-loses-spacing-marks"] == "llama.cpp"
    assert "    deviates llama.cpp\n" in tokparity("known", "list")[1]

    code, _, err = tokparity("known", "fix")
    assert (code, "nothing of yours is stale" in err) == (0, True)
    for path in (repository / ".tokparity" / "regressions").glob("*/*.json"):
        data = json.loads(path.read_text())
        data["against"] = {"artefact": data["artefact"], "expected": data["expected"]}
        path.write_text(json.dumps(data))
    code, out, _ = run("third")
    assert code == 1
    assert re.search(r"0 accepted, 0 open, 0 fixed-in; new: 0; [1-9]\d* under stale entries", out)
    assert {one["status"] for one in findings(repository, "third")} == {"stale"}

    code, out, _ = tokparity("known", "fix")
    assert (code, out.count("removed ")) == (0, len(wanted))
    assert "nobody's bug, says a test" not in tokparity("known", "list")[1]
    assert run("fourth")[0] == 1
    assert {one["status"] for one in findings(repository, "fourth")} == {"new"}


def test_what_cannot_be_accepted_leaves_nothing_behind(repository, run, tokparity):
    run("first")
    [finding, *_] = ids(repository, "first")
    code, _, err = tokparity("known", "accept", "first:0000000000", "--reason", "why")
    assert (code, "no finding" in err) == (2, True)
    code, _, err = tokparity("known", "accept", f"first:{finding}", "--reason", "")
    assert code == 2, err
    own = repository / ".tokparity"
    assert not list(own.glob("regressions/*/*.json"))
    assert not list(own.glob("known/*.toml"))


def test_an_entry_of_a_file_that_was_changed_is_left_over(tokparity, tmp_path, every_stage):
    """One check cannot tell it from an entry of another pair, and counts it; all of them can."""

    def check(out, normalizer):
        for name, value in (("left", normalizer), ("right", None)):
            (tmp_path / f"{name}.json").write_text(json.dumps(every_stage | {"normalizer": value}))
        asked = ("--cases", "200", "--sweep", "none", "--replies", "0", "--out", out)
        return tokparity("check", "left.json", "--against", "right.json", *asked)[:2]

    assert check("old", {"type": "NFC"})[0] == 1
    (finding,) = ids(tmp_path, "old")
    assert tokparity("known", "accept", f"old:{finding}", "--reason", "a test")[0] == 0
    code, out = check("accepted", {"type": "NFC"})
    assert (code, "of other files" in out) == (0, False), out
    assert tokparity("known", "unseen", "accepted")[:2] == (0, "")
    code, out = check("new", {"type": "NFD"})
    assert (code, "1 entry of other files" in out) == (1, True), out
    code, out, _ = tokparity("known", "unseen", "new")
    assert (code, "no run looks at without-normalizer (NFC)" in out) == (1, True), out
    assert tokparity("known", "unseen", "new", "old")[0] == 0
