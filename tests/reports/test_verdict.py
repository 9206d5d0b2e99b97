from dataclasses import replace

import pytest

from reports.run_directory import read_run
from reports.run_info import LedgerState
from reports.verdict import headline, totals_and_ledger


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
def test_headline(make_run, sample_findings, statuses, stale_entries, line):
    made = [
        replace(f, status=s)
        for f, s in zip(sample_findings[: len(statuses)], statuses, strict=True)
    ]
    run = read_run(make_run(made, ledger=LedgerState(stale_entries)))
    assert headline(run) == line
    assert run.ok == (line in ("All agree", "No new divergence"))


def test_the_last_line_has_both_questions_and_every_status(sample_run):
    assert totals_and_ledger(read_run(sample_run)) == (
        "fidelity: 9,000 compared, 8,178 agreed, 819 diverged, 3 refused, 500 unsupported; "
        "parity: 26,000 compared, 25,987 agreed, 13 diverged, 0 refused, 0 unsupported; "
        "ledgered cases: 1 accepted, 0 open, 0 fixed-in, 0 stale, 2 witnesses cannot run"
    )
