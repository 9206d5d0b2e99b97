from dataclasses import replace

import pytest

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Coverage, LedgerState, Skipped
from tokparity.reports.summary.verdict import answer, headline, known_causes, totals_and_ledger


@pytest.mark.parametrize(
    ("statuses", "stale_entries", "line"),
    [
        ([], (), "All agree"),
        (["accepted", "open"], (), "No new divergence"),
        (["new", "accepted"], (), "1 new divergence"),
        (["new", "new"], ("e",), "2 new divergences, 1 stale ledger entry"),
        ([], ("e", "f"), "2 stale ledger entries"),
        (["stale"], (), "1 stale ledger entry"),
    ],
)
def test_headline(make_run, make_cell, sample_findings, statuses, stale_entries, line):
    made = [
        replace(f, status=s)
        for f, s in zip(sample_findings[: len(statuses)], statuses, strict=True)
    ]
    cells = [make_cell("Qwen3", "qwen3")]
    run = read_run(make_run(made, cells, [], ledger=LedgerState(stale_entries)))
    assert headline(run) == line
    assert run.ok == (line in ("All agree", "No new divergence"))


def test_another_version_than_the_pinned_one_is_said(make_run, make_cell, monkeypatch):
    run = read_run(make_run([], [make_cell("Qwen3", "qwen3")], [], ledger=LedgerState()))
    assert "Asked was" not in answer(run)
    asked = {pair.right for pair in run.info.pairs}
    versions = run.info.oracles | dict.fromkeys(asked, "0.1.0")
    other = replace(run, info=replace(run.info, oracles=versions))
    assert " 0.1.0, and not " in answer(other)


def test_an_incomplete_run_is_no_agreement(make_run, make_cell):
    cells = [make_cell("Qwen3", "qwen3")]
    absent = (Skipped("gpt2", "not fetched"),)
    for coverage, line in (
        (Coverage(14, 13, absent), "Incomplete: 13 of 14 vocabularies"),
        (Coverage(14, 14, absent), "Incomplete: 1 cell not compared"),
    ):
        run = read_run(make_run([], cells, [], ledger=LedgerState(), coverage=coverage))
        assert headline(run) == line
        assert not run.ok
        passing = replace(coverage, allowed=True)
        allowed = read_run(make_run([], cells, [], ledger=LedgerState(), coverage=passing))
        assert headline(allowed) == line, "it is said all the same"
        assert allowed.ok
    whole = read_run(make_run([], cells, [], ledger=LedgerState(), coverage=Coverage(14, 14)))
    assert (headline(whole), whole.ok) == ("All agree", True)


def test_the_answer_is_about_texts_and_ids(make_run, make_cell, sample_findings):
    known = [
        replace(f, status="accepted", ledger_entry="e")
        for f in sample_findings
        if f.signature.op == "decode"
    ]
    cells = [
        make_cell("Qwen3", "qwen3"),
        make_cell("Qwen3", "qwen3", op="decode", compared=500, agreed=492, diverged=8),
    ]
    state = LedgerState((), 0, {"e": "so it is"})
    run = read_run(make_run(known, cells, [], ledger=state))
    assert answer(run) == (
        "Encoding: identical on 2,000 texts. "
        "Decoding: 8 of 500 id sequences differ, one known cause."
    )
    (cause,) = known_causes(run)
    assert (cause.entry, cause.status, cause.reason) == ("e", "accepted", "so it is")
    assert cause.cases == sum(s.count for f in known for s in f.sightings)
    assert answer(read_run(make_run([], [], []))) == "Nothing was compared."


def test_divergences_without_a_finding_are_no_agreement(make_run, make_cell):
    cells = [make_cell("Qwen3", "qwen3", agreed=800, diverged=1200)]
    run = read_run(make_run([], cells, [], ledger=LedgerState()))
    assert headline(run) == "1,200 divergences without a finding"
    assert not run.ok


def test_the_last_line_has_both_questions_and_every_status(sample_run):
    assert totals_and_ledger(read_run(sample_run)) == (
        "fidelity: 9,000 compared, 8,178 agreed, 819 diverged, 3 refused, 500 unsupported; "
        "parity: 26,000 compared, 25,987 agreed, 13 diverged, 0 refused, 0 unsupported; "
        "ledgered cases: 1 accepted, 0 open, 0 fixed-in; new: 835; 1 of an unknown stage; "
        "1 stale entry; 2 witnesses cannot run"
    )


def test_a_clean_run_says_nothing_more(clean_run):
    assert totals_and_ledger(read_run(clean_run)).endswith(
        "; ledgered cases: 0 accepted, 0 open, 0 fixed-in; new: 0"
    )


def test_what_is_amiss_is_told(make_run, make_cell, sample_findings):
    split = next(f for f in sample_findings if f.signature.component == "Split")
    unnamed = replace(split, signature=replace(split.signature, stage="unknown"), status="stale")
    cells = [
        make_cell("Qwen3", "qwen3", agreed=0, diverged=2000),
        make_cell("Llama 3", "llama-3", agreed=1993, diverged=7),
    ]
    amiss = {"ledger": LedgerState((), 1), "extra": {"could_not_run": ["x"]}}
    run = read_run(make_run([unnamed], cells, [], **amiss))
    assert totals_and_ledger(run).split("; ")[2:] == [
        "ledgered cases: 0 accepted, 0 open, 0 fixed-in",
        "new: 0",
        "819 under stale entries",
        "819 of an unknown stage",
        "1,188 without a finding",
        "1 witness cannot run",
        "1 could not run",
    ]
