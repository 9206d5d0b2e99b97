"""The command over generated tokenizers: what it prints, writes, and ends with."""

import hashlib
import json
import re

from tokparity.corpora.regression import read_regression
from tokparity.harness.commands import pipelines as command
from tokparity.harness.pipelines.job import PipelinesRequest
from tokparity.reference_impl.tokenizer.padding import Padding

FEW = ("pipelines", "--pipelines", 24, "--texts", 3, "--seed", 11, "--jobs", 1)


def test_agreement(tokparity, tmp_path):
    code, out, err = tokparity(*FEW, "--out", "run")
    assert code == 0, out + err
    assert "ordered pairs of normalizers" in out
    assert "24 distinct pipelines" in out
    assert "All agree" in out
    assert "coverage: " not in out
    written = json.loads((tmp_path / "run" / "coverage.json").read_text("utf-8"))
    assert (written["schema_version"], written["pipelines"], written["short"]) == (1, 24, [])
    assert (tmp_path / "run" / "report" / "index.html").is_file()
    assert err.count("report: ") == 1


def test_a_divergence_is_a_regression_case_with_its_tokenizer(tokparity, tmp_path, monkeypatch):
    right = Padding.pad

    def nothing(self, tokens):
        return right(Padding(), tokens)

    monkeypatch.setattr(Padding, "pad", nothing)
    code, out, _ = tokparity(*FEW, "--out", "run", "--json")
    assert code == 1
    *findings, coverage = map(json.loads, out.splitlines())
    assert coverage["pipelines"] == 24
    assert findings
    offered = sorted((tmp_path / "run" / "regressions").glob("*/*.json"))
    assert len(offered) == len(findings)
    for path in offered:
        regression = read_regression(path)
        assert json.loads(regression.side.artefact.content)["padding"] is not None
    for finding in findings:
        named = "run:" + hashlib.sha256(finding["key"].encode()).hexdigest()[:10]
        code, out, err = tokparity("shrink", named)
        assert code == 0, err
        assert "case: " in out


def test_a_cell_below_its_count_is_exit_code_1(tokparity, monkeypatch):
    monkeypatch.setattr("tokparity.harness.pipelines.coverage.ONE_OF", 1)
    code, out, _ = tokparity(*FEW, "--out", "run")
    assert code == 1
    assert "has a say in 0 pipelines of 24 due" in out
    assert re.search(r"^coverage: short in \d+ places, listed above: exit code 1$", out, re.M)


def test_another_folder_is_not_overwritten(tokparity, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    code, _, err = tokparity(*FEW, "--out", "mine")
    assert code == 2
    assert "holds no run" in err


def test_defaults_are_the_big_run():
    defaults = {one.name: one.default for one in command.pipelines.params}
    wanted = PipelinesRequest()
    assert (defaults["count"], defaults["texts"], defaults["seed"]) == (
        wanted.pipelines,
        wanted.texts,
        wanted.seed,
    )
