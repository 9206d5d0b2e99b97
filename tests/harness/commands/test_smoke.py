import json
import resource
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from fake_subject import BYTES
from subject_fixtures import spec_of

from tokparity.harness.commands.smoke import smoke

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "subject.py"


@pytest.fixture
def file(tmp_path):
    """The tokenizer.json whose ids are bytes, in the current folder of `tokparity`."""
    (tmp_path / "bytes.json").write_text(json.dumps(BYTES))
    return "bytes.json"


def test_a_sound_adapter_is_exit_code_0_and_leads_on(tokparity, fake, file):
    spec = spec_of(fake("WrongTokenizer"))
    code, out, err = tokparity("smoke", spec, "--vocab", file)
    assert code == 0
    assert "ids: ok: 1 of 8 texts have other ids than the library's" in out.splitlines()
    assert err.startswith("the adapter is sound; what its tokenizer is worth: tokparity check byte")
    assert err.rstrip().endswith(f"--subject '{spec}'")


@pytest.mark.parametrize(
    ("behaviour", "line", "last"),
    [
        ("DropsLast", "ids: broken: the last id of each text is missing. Look for a", "ids"),
        ("DiesAtTheStart", "start: broken: crash: exit code 1; last line: no such", "start"),
        ("LoadsNothing", "load: broken: does not load it: no such model. Choose", "load"),
    ],
)
def test_a_broken_one_is_exit_code_2_and_says_what_to_do(
    tokparity, fake, file, behaviour, line, last
):
    code, out, err = tokparity("smoke", spec_of(fake(behaviour)), "--vocab", file)
    assert code == 2
    assert any(each.startswith(line) for each in out.splitlines()), out
    assert err == f"the adapter is broken: {last}\n"


def test_json_lines(tokparity, fake, file):
    code, out, _ = tokparity("smoke", spec_of(fake("DropsLast")), "--vocab", file, "--json")
    rows = {row["name"]: row for row in map(json.loads, out.splitlines())}
    assert code == 2
    assert rows["ids"] == {
        "name": "ids",
        "fault": "the last id of each text is missing",
        "advice": "look for a range that ends one too early",
        "note": "",
    }


def test_without_vocab_the_smallest_that_is_here_is_taken(repository, fake):
    outcome = CliRunner().invoke(smoke, [spec_of(fake("Echo"))])
    assert "load: ok: two, a tokenizer.json" in outcome.output, outcome.output


def test_where_nothing_is_here_it_says_what_to_do(tokparity, fake):
    code, _, err = tokparity("smoke", spec_of(fake("Echo")))
    assert code == 2
    assert err == (
        "tokparity: Echo: says that it loads tokenizer.json, and none of it is fetched: "
        "`tokparity vocabs fetch`, or name one with --vocab\n"
    )


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("exec:/nowhere/tok", "subject 'exec:/nowhere/tok': cannot be started: "),
        ("./mytok", "subject './mytok': is none of exec:COMMAND, python:MODULE:FACTORY"),
        ("python:mine", "subject 'python:mine': is to be python:MODULE:FACTORY"),
    ],
)
def test_what_names_no_subject_is_one_line(tokparity, file, spec, said):
    code, out, err = tokparity("smoke", spec, "--vocab", file)
    assert (code, out) == (2, "")
    assert err.startswith(f"tokparity: {said}")
    assert len(err.splitlines()) == 1


def test_what_it_prints_cannot_write_to_the_terminal(tokparity, tmp_path, file):
    (tmp_path / "evil.py").write_text("print('\\x1b[31mred\\nnext')\n")
    code, out, _ = tokparity("smoke", f"exec:{sys.executable} evil.py", "--vocab", file)
    assert code == 2
    assert "\x1b" not in out
    assert len(out.splitlines()) == 1


def test_the_path_of_a_newcomer(tokparity, tmp_path, document):
    """Copy the example, drop the last id, smoke, check: a verdict and the smallest text, soon."""
    (tmp_path / "tokenizer.json").write_text(json.dumps(document))
    text = shutil.copy(EXAMPLE, tmp_path / "mine.py").read_text("utf-8")
    spec = f"exec:{sys.executable} mine.py"
    assert tokparity("smoke", spec, "--vocab", "tokenizer.json")[0] == 0
    right, wrong = "answer.ids, answer.offsets", "answer.ids[:-1], answer.offsets[:-1]"
    assert text.count(right) == 1
    text = text.replace(right, wrong)
    (tmp_path / "mine.py").write_text(text)
    began = _cpu_seconds()
    code, out, _ = tokparity("smoke", spec, "--vocab", "tokenizer.json")
    assert code == 2
    assert "ids: broken: the last id of each text is missing." in out
    code, out, err = tokparity("check", "tokenizer.json", "--subject", spec, "--json")
    assert code == 1, err
    assert "smoke: ids: broken: the last id of each text is missing." in err
    findings = [row for row in map(json.loads, out.splitlines()) if "signature" in row]
    smallest = [case["text"] for row in findings for case in [row["sightings"][0]["case"]]]
    assert min(map(len, smallest)) == 1, smallest
    assert _cpu_seconds() - began < 40  # it takes about 20


def _cpu_seconds():
    """Of this process and of those it started that have ended, as all of them have."""
    mine, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return mine.ru_utime + mine.ru_stime + others.ru_utime + others.ru_stime
