import json

import pytest

from tokparity.harness.run import journal as module
from tokparity.harness.run.journal import BadJournal, Journal, read_journal, seed_of
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.unit import UnitFailed, UnitResult
from tokparity.reports.records.counts import Counts

PLAN = {"cells": [["small", "aa"]], "seed": 0}


def head(plan):
    return json.dumps({"schema_version": 1, "plan": plan}).encode()


def result(shard, compared=1):
    made = ShardResult("small", shard)
    made.counts["encode"] = Counts(compared, compared)
    return made


def test_what_is_appended_is_there_after_a_resume(tmp_path):
    path = tmp_path / "journal.jsonl"
    with Journal.begin(path, PLAN, UnitResult) as journal:
        journal.append(result(0))
        journal.append(UnitFailed("small", 1, "why"))
    journal, records = Journal.resume(path, PLAN, UnitResult)
    with journal:
        done = list(records)
        assert done == [result(0), UnitFailed("small", 1, "why")]
        journal.append(result(2))
    assert list(read_journal(path, PLAN, UnitResult)) == [*done, result(2)]


def test_the_disk_is_waited_for_now_and_then_and_at_the_end(tmp_path, monkeypatch):
    synced = []
    now = iter([1.0, 1.0, 1.1, 1.3, 1.3, 1.4, 1.5])
    monkeypatch.setattr(module.os, "fsync", lambda _: synced.append(path.read_bytes().count(b"\n")))
    monkeypatch.setattr(module.time, "monotonic", lambda: next(now))
    path = tmp_path / "journal.jsonl"
    with Journal.begin(path, PLAN, UnitResult) as journal:
        for shard in range(3):
            journal.append(result(shard))
    assert synced == [1, 3, 4]


def test_each_result_is_out_of_the_process_when_append_returns(tmp_path):
    path = tmp_path / "journal.jsonl"
    with Journal.begin(path, PLAN, UnitResult) as journal:
        journal.append(result(0))
        assert path.read_bytes().count(b"\n") == 2


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_line_cut_off_by_a_kill_is_left_out(tmp_path, cut):
    path = tmp_path / "journal.jsonl"
    with Journal.begin(path, PLAN, UnitResult) as journal:
        journal.append(result(0))
        journal.append(result(1))
    path.write_bytes(path.read_bytes()[:-cut])
    journal, records = Journal.resume(path, PLAN, UnitResult)
    with journal:
        done = list(records)
        assert done == [result(0)]
        journal.append(result(1))
    assert list(read_journal(path, PLAN, UnitResult)) == [result(0), result(1)]


@pytest.mark.parametrize("kept", [0, 1, 20, -1])
def test_one_that_was_killed_in_its_first_line_is_begun_anew(tmp_path, kept):
    path, whole = tmp_path / "journal.jsonl", tmp_path / "whole.jsonl"
    Journal.begin(whole, PLAN, UnitResult).file.close()
    path.write_bytes(whole.read_bytes()[:kept])
    journal, records = Journal.resume(path, PLAN, UnitResult)
    with journal:
        done = list(records)
        assert done == []
        journal.append(result(0))
    assert list(read_journal(path, PLAN, UnitResult)) == [result(0)]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'{"plan": {}', "line 1: is cut off: use a new --out"),
        (b"[]\n", "line 1: is damaged"),
        (b"{}\n", "line 1: is damaged"),
        (b"\xff\xfe\n", "line 1: is damaged"),
        (head(PLAN) + b"\n{}\n", "line 2: is damaged"),
        (head(PLAN) + b"\nnull\n", "line 2: is damaged"),
        (b'{"plan": ["a"]}\n', "line 1: is damaged"),
        (b"[" * 100_000 + b"\n", "line 1: is damaged"),
        (
            head(PLAN | {"seed": 1}) + b"\n",
            "another seed",
        ),
        (
            head(PLAN | {"oracles": {}}) + b"\n",
            "another oracles",
        ),
    ],
)
def test_what_is_no_journal_of_this_plan_is_refused(tmp_path, content, told):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadJournal, match=told) as error:  # noqa: PT012  # damage is told when it is read
        journal, records = Journal.resume(path, PLAN, UnitResult)
        with journal:
            list(records)
    assert str(path) in str(error.value)
    assert path.read_bytes() == content


def test_the_seed_is_that_of_the_day_it_began(tmp_path):
    path = tmp_path / "journal.jsonl"
    assert seed_of(path) is None
    Journal.begin(path, PLAN | {"seed": 20260101}, UnitResult).file.close()
    assert seed_of(path) == 20260101
    for damaged in ("", "{", '{"plan": 3}', '{"plan": {"seed": "x"}}'):
        path.write_text(damaged)
        assert seed_of(path) is None


def test_records_are_read_one_by_one(tmp_path, monkeypatch):
    """What is damaged behind them is told when it is come to; what is appended is no part."""
    path = tmp_path / "journal.jsonl"
    with Journal.begin(path, PLAN, UnitResult) as journal:
        journal.append(result(0))
    path.write_bytes(path.read_bytes() + b"{}\n" + b'{"cut off')
    monkeypatch.setattr("tokparity.harness.run.journal.BLOCK", 4)
    journal, records = Journal.resume(path, PLAN, UnitResult)
    with journal:
        journal.append(result(2))
        assert next(records) == result(0)
        with pytest.raises(BadJournal, match="line 3: is damaged"):
            next(records)
