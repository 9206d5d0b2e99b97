from dataclasses import replace
from pathlib import Path

from tokparity.harness.commands.next_steps import tell_next
from tokparity.harness.reduction.regression import Offer


def test_each_new_finding_has_its_commands(cell, run_cells, capsys):
    outcome = run_cells([cell("variant:rstrip-ignored")])
    [finding] = outcome.findings
    path = Path("regressions/a.json")
    tell_next(outcome, [Offer(path, "model/a", finding, finding.sightings[0])])
    told = capsys.readouterr().err
    named = f"{outcome.directory}:{finding.id}"
    assert f"next (added_tokens {finding.signature.component}): tokparity shrink {named}" in told
    assert "known accept" not in told  # a fidelity finding cannot be accepted
    assert "ready regression case: regressions/a.json" in told


def test_what_the_ledger_knows_needs_no_next_step(cell, run_cells, capsys):
    outcome = run_cells([cell("variant:rstrip-ignored")])
    known = tuple(replace(one, status="accepted") for one in outcome.findings)
    tell_next(replace(outcome, findings=known), [])
    assert capsys.readouterr().err == ""
