"""The real command on small vocabularies of the user's own: kills, outputs, replays, refusals."""

import json
import os
import re
import signal
import subprocess
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.shared.generated_only import COMMAND
from tokparity.harness.commands import run as command
from tokparity.oracles.probes.probe import byte_probe
from tokparity.reference_impl.contract import EncodeCase
from tokparity.reports.records.run_directory import read_refusals


@pytest.fixture
def generated(monkeypatch, inline):
    """Generated cases alone: the committed ones have tests of their own."""
    monkeypatch.setattr(command, "committed", tuple)


def test_outputs(repository, tokparity, generated):
    code, out, err = tokparity("run", "--cases", "1", "--json")
    assert code == 1, err
    rows = [json.loads(line) for line in out.splitlines()]
    assert rows, "the two vocabularies differ in an added token"
    assert {row["signature"]["question"] for row in rows} == {"parity"}
    directory = repository / "runs" / "0001"
    assert [json.dumps(row, sort_keys=True) for row in rows] == [
        json.dumps(json.loads(line), sort_keys=True)
        for line in (directory / "findings.jsonl").read_text().splitlines()
    ]
    suite = ET.parse(directory / "junit.xml").getroot()
    assert list(suite.iter("failure"))
    assert "new" in (directory / "summary.md").read_text("utf-8")
    assert (directory / "report" / "index.html").is_file()
    offered = sorted(path.name for path in directory.glob("regressions/*/*.json"))
    assert len(offered) == len(rows)
    assert err.count("ready regression case: ") == len(rows)
    assert "report: runs/0001/report/index.html" in err
    told = r"skipped \d+ vocabularies: not fetched: tokparity vocabs fetch --profile quick\n"
    assert re.search(told, err)
    assert err.count("skipped ") == 2, "at once, and in the summary, which --json sends there"
    assert not list(directory.rglob("*.part"))
    code, out, _ = tokparity("report", "runs/0001")
    assert (code, "parity" in out) == (0, True)


def test_all_agree(repository, tokparity, inline, monkeypatch):
    code, out, err = tokparity("run", "--cases", "1", "--vocab", "one")
    assert code == 0, err
    assert re.fullmatch(
        r"fidelity: [\d,]+ compared, .* 0 diverged, .*; parity: 0 compared, .*; "
        r"ledgered cases: 0 accepted, 0 open, 0 fixed-in; new: 0(; \d+ witness(es)? cannot run)?",
        out.splitlines()[-1],
    )
    monkeypatch.setattr(command, "committed", tuple)
    assert tokparity("run", "--cases", "1", "--vocab", "one", "--json")[:2] == (0, "")
    assert (repository / "runs" / "0002" / "run.json").is_file()


def test_the_same_directory_twice(repository, tokparity, generated):
    for seed in ("1", "2"):
        code, _, err = tokparity("run", "--cases", "1", "--seed", seed, "--out", "again")
        assert code == 1, err
    assert json.loads((repository / "again" / "run.json").read_text())["seed"] == 2


def test_replay_of_a_time_boxed_run(repository, tokparity, generated):
    assert tokparity("run", "--seconds", "6", "--out", "boxed")[0] == 1
    assert tokparity("run", "--replay", "boxed", "--out", "again")[0] == 1
    for name in ("findings.jsonl", "refusals.jsonl"):
        boxed, again = (repository / run / name for run in ("boxed", "again"))
        assert boxed.read_bytes() == again.read_bytes()
    code, _, err = tokparity("run", "--replay", "boxed", "--seed", "3")
    assert (code, "give no others" in err) == (2, True)


def test_a_time_that_is_over_at_once_is_an_incomplete_run(repository, tokparity):
    code, out, err = tokparity("run", "--vocab", "one", "--seconds", "0", "--out", "none")
    assert code == 2, err
    assert "Incomplete: 0 of" in out
    coverage = json.loads((repository / "none" / "run.json").read_text())["coverage"]
    missing = {each["name"]: each["reason"] for each in coverage["missing"]}
    (committed,) = [name for name in missing if name.endswith(" committed cases")]
    assert "more --seconds" in missing[committed]
    assert all("more --seconds" in reason for reason in missing.values())


def test_when_no_cell_loads_the_run_could_not_run(repository, tokparity, generated):
    for name in ("one", "two"):
        path = repository / f"{name}.json"
        path.write_bytes(b" " * path.stat().st_size)
    for bound in (("--cases", "2000"), ("--seconds", "0.3")):
        code, _, err = tokparity("run", *bound)
        assert code == 2
        assert err.count("could not run one: ") == 1
        assert err.count("could not run two: ") == 1
        assert "is no longer what was added" in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--executor", "dask"), "--executor dask needs --scheduler ADDR"),
        (("--shared-cache", "file:///x"), "--shared-cache is for the workers of --executor dask"),
        (
            ("--executor", "dask", "--scheduler", "tcp://127.0.0.1:9", "--shared-cache", "x:/y"),
            "x:/y: is no URL, such as file:///nfs/tokparity",
        ),
    ],
)
def test_what_a_cluster_needs_is_told(repository, tokparity, options, said):
    code, _, told = tokparity("run", "--vocab", "one", "--cases", "1", *options)
    assert (code, said in told) == (2, True)


def test_resume_needs_to_know_what(repository, tokparity):
    code, out, err = tokparity("run", "--resume")
    assert (code, out) == (2, "")
    assert "--resume needs --out" in err


ENDLESS = {
    "type": "Split",
    "pattern": {"Regex": "(a|aa)+[bc]"},
    "behavior": "Isolated",
    "invert": False,
}


def test_a_pattern_without_end_is_a_refusal_on_either_side_and_the_run_goes_on(
    tokparity, tmp_path, document, monkeypatch
):
    from tokparity.harness.shards import case_source

    monkeypatch.setattr(case_source, "steered_texts", lambda *_: [])  # many are without end, too
    parts = [ENDLESS, {**document["pre_tokenizer"], "use_regex": False}]
    sequence = {"type": "Sequence", "pretokenizers": parts}
    (tmp_path / "endless.json").write_text(json.dumps(document | {"pre_tokenizer": sequence}))
    (tmp_path / "own.txt").write_text("fine\n" + "a" * 64 + "\nfine too\n")
    started = time.monotonic()
    code, _, err = tokparity(
        "check", "endless.json", "--texts", "own.txt", "--cases", "1", "--sweep", "none",
        "--out", "out",
    )  # fmt: skip
    assert code == 0, err
    refusals = read_refusals(tmp_path / "out")
    ours = [one for one in refusals if one.case == EncodeCase("a" * 64)]
    assert {(one.side, one.refusal.kind) for one in ours} == {
        ("reference", "regex-limit"),
        ("huggingface_tokenizers", "regex-limit"),
    }
    cases = len({one.case for one in refusals})
    assert time.monotonic() - started < 2 * cases + 60


def test_a_text_too_long_for_the_stack_of_llama_cpp_is_a_refusal_and_no_finding(
    tokparity, tmp_path
):
    probe = byte_probe({}, "gpt2", "deepseek-llm", {}, spelled=True)
    (tmp_path / "deep.gguf").write_bytes(probe.file)
    (tmp_path / "own.txt").write_text("fine\n" + "a" * 24_000 + "\nfine too\n")
    code, _, err = tokparity(
        "check", "deep.gguf", "--texts", "own.txt", "--cases", "1", "--sweep", "none",
        "--out", "out",
    )  # fmt: skip
    assert code == 0, err
    refusals = read_refusals(tmp_path / "out")
    ours = [one for one in refusals if one.case == EncodeCase("a" * 24_000)]
    assert [(one.side, one.refusal.kind) for one in ours] == [("ggml_llama_cpp", "regex-limit")]


def tokparity_process(repository, *arguments):
    """As `generated`."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=repository,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def descendants(pid):
    """Every process below one, itself included, as /proc tells."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text()
        except OSError:
            continue
        parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def gone(pids, seconds=20):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        left = {pid for pid in pids if Path(f"/proc/{pid}").exists()}
        if not left:
            return True
        time.sleep(0.05)
    return False


def wait_for_lines(journal, count):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if journal.is_file() and journal.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.01)
    pytest.fail(f"{journal} never got {count} lines")


LONG = ("run", "--cases", "2048", "--jobs", "2")


def test_a_killed_run_resumes_to_the_same_bytes_and_leaves_no_process(
    repository, tokparity, generated
):
    """SIGKILL, then the same command with --resume; beside it, a run that nobody killed."""
    killed = tokparity_process(repository, *LONG, "--out", "killed")
    journal = repository / "killed" / "journal.jsonl"
    wait_for_lines(journal, 3)
    family = descendants(killed.pid)
    assert len(family) > 4, "the command, its jobs, their workers"
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate()
    assert gone(family - {killed.pid})
    assert not (repository / "killed" / "run.json").exists()
    resumed = tokparity_process(repository, *LONG, "--out", "killed", "--resume")
    assert tokparity(*LONG, "--out", "whole")[0] == 1
    assert resumed.communicate()[1].count(b"Traceback") == 0
    assert resumed.returncode == 1
    assert not journal.exists(), "nothing is left to resume"
    for name in ("findings.jsonl", "refusals.jsonl"):
        assert (repository / "killed" / name).read_bytes() == (
            repository / "whole" / name
        ).read_bytes()


def test_ctrl_c_ends_everything_at_once_and_says_so(repository):
    """SIGINT to the whole group, as a terminal sends it; `sh` must not have it ignored."""
    run = tokparity_process(repository, "run", "--cases", "400000", "--jobs", "2", "--out", "out")
    journal = repository / "out" / "journal.jsonl"
    wait_for_lines(journal, 3)
    family = descendants(run.pid)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=20)
    assert run.returncode == 130
    assert err.decode().strip().splitlines()[-1] == (
        "interrupted: what is done is in out; to go on: the same command with --resume --out out"
    )
    report = tokparity_process(repository, "report", "out")
    assert b"Traceback" not in b"".join(report.communicate(timeout=60))
    assert report.returncode in (0, 1)
    assert b"Traceback" not in out + err
    assert gone(family - {run.pid})
    assert b"failed" not in journal.read_bytes()


def test_a_folder_of_something_else_is_never_written_into(repository, tokparity):
    kept = repository / "project" / "regressions" / "mine.json"
    kept.parent.mkdir(parents=True)
    kept.write_text("keep")
    for words in (("run",), ("check", "one")):
        code, _, err = tokparity(*words, "--out", "project")
        assert code == 2
        assert "holds no run" in err
    assert kept.read_text() == "keep"
    assert [path.name for path in (repository / "project").iterdir()] == ["regressions"]


def test_a_ledger_that_explains_nothing_or_rests_on_nothing_is_refused(repository, tokparity):
    ledger = repository / ".tokparity" / "known" / "mine.toml"
    ledger.parent.mkdir(parents=True)
    head = 'schema_version = 1\noracle = "huggingface_tokenizers"\n[[entry]]\nid = "x"\n'
    head += 'status = "accepted"\nreason = "r"\n'
    explains = '[[entry.explains]]\nchange = "pre"\non = "*"\n'
    for body, field in (
        ('match = { stage = "model" }\nwitnesses = ["model/gone"]\n', "match"),
        ('stage = "model"\nwitnesses = ["model/gone"]\n', "explains"),
        (f'stage = "model"\nwitnesses = ["model/gone"]\n{explains}', "witnesses"),
        (f'witnesses = ["model/gone"]\n{explains}', "stage"),
        (f'upstream = "nondeterminism"\nwitnesses = ["a/b"]\n{explains}', "explains"),
    ):
        ledger.write_text(head + body)
        code, _, err = tokparity("run", "--out", "out")
        assert (code, err.splitlines()[-1].count(f"entry x: {field}:")) == (2, 1), err
    assert not (repository / "out").exists()
