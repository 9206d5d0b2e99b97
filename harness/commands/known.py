"""`tokparity known`: the ledger of known divergences."""

import json
from pathlib import Path

import click

from tokparity.corpora.regression import write_regression
from tokparity.harness.commands.completion import findings
from tokparity.harness.commands.run_findings import finding_called
from tokparity.harness.commands.subject_option import subject_option
from tokparity.harness.compare.engines import may_be_asked
from tokparity.harness.explanations.binding import elsewhere
from tokparity.harness.findings.committed_cases import OWN_REGRESSIONS, committed, replay
from tokparity.harness.findings.judgement import OWN_LEDGER
from tokparity.harness.reduction.regression import as_regression, cases_alone, explanation_of
from tokparity.harness.reduction.request import CannotAsk
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.run.finding_cell import cell_of_finding
from tokparity.harness.run.subjects import given
from tokparity.harness.shards.slot import Slot
from tokparity.reports.records.engine import engine_called, live
from tokparity.reports.records.errors import LedgerRefused
from tokparity.reports.records.ledger import load_ledger
from tokparity.reports.records.ledger_files import NO_FIDELITY
from tokparity.reports.records.ledger_files import accept as accept_finding
from tokparity.reports.records.ledger_files import fix as fix_ledger
from tokparity.reports.records.run_info import read_run_info


@click.group()
def known() -> None:
    """The ledger of known divergences: list, accept, fix, and what is left over in it.

    The shipped ledger is read-only; yours is .tokparity/known/ in your repository, with its
    witnesses in .tokparity/regressions/. Commit both.
    """


@known.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_(as_json: bool) -> None:
    """List every entry: what it covers, why, and which cases witness it."""
    for entry in load_ledger(OWN_LEDGER).entries:
        match = dict(entry.match)
        if as_json:
            row = {
                "id": entry.id,
                "oracle": entry.oracle,
                "status": entry.status,
                "evidence": entry.evidence,
                "reason": entry.reason,
                "deviates": entry.deviates,
                "side": entry.side,
                "match": match,
                "explains": [explanation.summary for explanation in entry.explanations],
                "witnesses": list(entry.witnesses),
            }
            click.echo(json.dumps(row))
            continue
        why = (
            entry.evidence if entry.evidence == entry.reason else f"{entry.reason} {entry.evidence}"
        )
        click.echo(f"{entry.id} ({entry.status}, {entry.oracle}): {why.strip()}")
        if entry.deviates:
            click.echo(f"    deviates {entry.deviates}")
        for explanation in entry.explanations:
            click.echo(f"    explains {explanation.summary}")
        if match:
            covers = " ".join(f"{name}={value}" for name, value in match.items())
            click.echo(f"    covers {covers}")
        click.echo(f"    witnesses {' '.join(entry.witnesses)}")


@known.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.pass_context
def unseen(context: click.Context, runs: tuple[Path, ...]) -> None:
    """Tell which entries name a file that none of these runs looked at.

    \b
    tokparity known unseen runs/*

    An entry is bound to the content of a file. Once yours is changed, an entry of what it was says
    nothing any more, and no single run can tell it from an entry of another pair. Name all runs of
    today: what is told then is left over, and can go.

    Exit code 1 where there are any.
    """
    artefacts = [artefact for run in runs for artefact in read_run_info(run).artefacts]
    left_over = elsewhere(load_ledger(OWN_LEDGER), artefacts)
    for explanation in left_over:
        click.echo(f"{explanation.entry}: no run looks at {explanation.summary}")
    context.exit(int(bool(left_over)))


@known.command()
@click.argument("what", metavar="RUN:FINDING", shell_complete=findings)
@subject_option
@click.option("--reason", required=True, help="Why this difference is nobody's bug.")
@click.option(
    "--these-cases-only",
    is_flag=True,
    help="Accept the cases that are shown, where nothing accounts for more.",
)
def accept(what: str, subjects: tuple[str, ...], reason: str, these_cases_only: bool) -> None:
    """Accept a parity finding of a run as implementation-defined, with its reason.

    \b
    tokparity known accept runs/0001:300656165e --reason "the ranks hold no special tokens"

    For each artefact, or pair of them, it was seen in: looks for a change of one side that accounts
    for the finding, writes the smallest case as a witness, then an entry with that explanation. The
    entry covers what it explains, in these very files, and nothing else: read it before you commit
    it. Where no change accounts for the finding it is refused, unless --these-cases-only.

    A fidelity divergence cannot be accepted: there the reference is wrong.
    """
    run, finding = finding_called(what)
    here = given(subjects)
    for engine in (finding.signature.left, finding.signature.right):
        if not may_be_asked(live(engine_called(engine, here))):
            raise CannotAsk(engine)
    if finding.signature.question == "fidelity":
        raise LedgerRefused(f"{finding.key}: {NO_FIDELITY}")
    witnesses, explanations = [], []
    with Slot() as slot:
        for sighting in finding.sightings:
            cell = cell_of_finding(run.directory, finding, sighting, here)
            if these_cases_only:
                explanation = cases_alone(slot, cell, finding, sighting)
            elif (found := explanation_of(slot, cell, finding, sighting)) is not None:
                explanation = found
            else:
                raise LedgerRefused(
                    f"{finding.id}: no change of one side accounts for it in {cell.name}; "
                    "--these-cases-only accepts the cases that are shown"
                )
            witnesses.append(as_regression(slot, cell, finding, sighting, oracle_versions()))
            explanations.append(explanation)
    accepted = zip(finding.sightings, witnesses, explanations, strict=True)
    for sighting, regression, explanation in accepted:
        was_there = (OWN_REGRESSIONS / f"{regression.name}.json").exists()
        path = write_regression(regression, OWN_REGRESSIONS)
        try:
            entry = accept_finding(
                OWN_LEDGER, finding, reason, regression.name, explanation, sighting
            )
        except BaseException:
            if not was_there:
                path.unlink()
            raise
        click.echo(f"accepted as {entry.id} in {entry.path}, witnessed by {path}", err=True)
        click.echo(f"it covers what this explains: {explanation.summary}", err=True)


@known.command()
def fix() -> None:
    """Replay every witness and remove the entries of yours that went stale."""
    versions = oracle_versions()
    with Slot() as slot:
        ledger = load_ledger(OWN_LEDGER)
        replayed = replay(slot, committed(), versions, ledger)
    gone = fix_ledger(OWN_LEDGER, ledger, replayed.witnesses, versions)
    for entry in gone:
        click.echo(f"removed {entry.id}: every witness that could run agrees now")
    if not gone and not replayed.idle:
        click.echo("nothing of yours is stale", err=True)
    shipped = [
        entry.id for entry in ledger.stale(replayed.witnesses, versions) if entry not in gone
    ]
    for name in sorted(replayed.idle):
        click.echo(
            f"an explanation changes nothing any more: {name}: take it out by hand", err=True
        )
    for name in shipped:
        click.echo(f"stale in the shipped ledger, not removed: {name}", err=True)
