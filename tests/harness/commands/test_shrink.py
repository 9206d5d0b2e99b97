import json
import re

import pytest

from corpora.embedded import Embedded
from corpora.regression import read_regression
from reports.records import read_jsonl


@pytest.fixture
def found(repository, tokparity):
    """A finding of a run over two vocabularies that differ in an added token."""
    from harness.executors import InlineExecutor

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("harness.commands.run.executor_for", lambda jobs: InlineExecutor())
        tokparity("run", "--cases", "1", "--out", "run")
    lines = read_jsonl(repository / "run" / "findings.jsonl")
    pages = {
        page.stem.removeprefix("finding-"): page.read_text("utf-8")
        for page in (repository / "run" / "report").glob("finding-*.html")
    }
    assert len(pages) == len(lines)
    return sorted(pages)


def test_a_finding_then_its_file(found, tokparity, repository):
    for finding in found:
        code, out, err = tokparity("shrink", f"run:{finding}", "--out", "cases")
        assert code == 0, err
        case, stage, vocabulary = out.splitlines()
        assert json.loads(case.removeprefix("case: "))["op"] in ("encode", "decode")
        assert stage.startswith("stage: ")
        assert "two-trace" in stage
        assert re.fullmatch(r"vocabulary: 355 → \d entries, [\d,]+ bytes", vocabulary)
        assert "candidates" in err
    files = sorted((repository / "cases").glob("*/*.json"))
    assert len(files) == len(found)
    assert isinstance(read_regression(files[0]).side.artefact, Embedded)
    code, out, err = tokparity("shrink", files[0])
    assert code == 0, err
    assert out.splitlines()[0].startswith("case: {")


def test_what_no_longer_diverges_says_so(found, tokparity, repository):
    tokparity("shrink", f"run:{found[0]}", "--out", "cases")
    path = next((repository / "cases").glob("*/*.json"))
    data = json.loads(path.read_text())
    data["against"] = {"artefact": data["artefact"], "expected": data["expected"]}
    path.write_text(json.dumps(data))
    code, out, err = tokparity("shrink", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "nothing to shrink" in err
    code, _, err = tokparity("shrink", "run:0000000000")
    assert (code, err.count("\n")) == (2, 1)


def test_both_files_of_a_gguf_and_its_source(repository, tokparity):
    assert tokparity("convert", "one", "one.gguf")[0] == 0
    quick = ("--cases", "256", "--sweep", "none", "--out", "run")
    assert tokparity("check", "one.gguf", "--against", "one", *quick)[0] == 1
    [page, *_] = sorted((repository / "run" / "report").glob("finding-*.html"))
    finding = page.stem.removeprefix("finding-")
    code, out, err = tokparity("shrink", f"run:{finding}", "--out", "cases")
    assert code == 0, err
    assert re.search(r"^vocabulary: 355 → \d+ entries", out, re.MULTILINE)
    [file] = (repository / "cases").glob("*/*.json")
    regression = read_regression(file)
    assert isinstance(regression.side.artefact, Embedded)
    assert isinstance(regression.against.artefact, Embedded)
