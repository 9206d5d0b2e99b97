"""`tokparity known`: the ledger of known divergences."""

import json
from pathlib import Path

import click

from tokparity.corpora.regression import write_regression
from tokparity.harness.commands.shrink import NoSuchFinding
from tokparity.harness.compare.engines import may_be_asked
from tokparity.harness.findings.committed_cases import OWN_REGRESSIONS, committed, replay
from tokparity.harness.findings.judgement import OWN_LEDGER
from tokparity.harness.reduction.regression import as_regression
from tokparity.harness.reduction.request import CannotAsk
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.run.plan import cell_of_finding
from tokparity.harness.shards.slot import Slot
from tokparity.reports.records.engine import engine_called, live
from tokparity.reports.records.ledger import load_ledger
from tokparity.reports.records.ledger_files import accept as accept_finding
from tokparity.reports.records.ledger_files import fix as fix_ledger
from tokparity.reports.records.run_directory import read_run


@click.group()
def known() -> None:
    """The ledger of known divergences: list, accept, fix.

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
                "match": match,
                "vocabulary": entry.vocabulary,
                "against": entry.against,
                "witnesses": list(entry.witnesses),
            }
            click.echo(json.dumps(row))
            continue
        click.echo(f"{entry.id} ({entry.status}, {entry.oracle}): {entry.evidence}")
        covers = " ".join(f"{name}={value}" for name, value in match.items())
        where = (
            f"{entry.vocabulary or 'any vocabulary'}{f' ~ {entry.against}' * bool(entry.against)}"
        )
        click.echo(f"    covers {covers} in {where}")
        click.echo(f"    witnesses {' '.join(entry.witnesses)}")


@known.command()
@click.argument("what", metavar="RUN:FINDING")
@click.option("--reason", required=True, help="Why this difference is nobody's bug.")
def accept(what: str, reason: str) -> None:
    """Accept a parity finding of a run as implementation-defined, with its reason.

    \b
    tokparity known accept runs/0001:300656165e --reason "the ranks hold no special tokens"

    For each artefact, or pair of them, it was seen in: writes the smallest case there as a witness,
    then an entry for that one alone. A fidelity divergence cannot be accepted: there the reference
    is wrong.
    """
    directory, colon, wanted = what.rpartition(":")
    if not colon:
        raise click.UsageError(f"{what!r} is not RUN:FINDING, such as runs/0001:300656165e")
    run = read_run(Path(directory))
    finding = next((finding for finding in run.findings if finding.id == wanted), None)
    if finding is None:
        raise NoSuchFinding(directory, wanted, [finding.id for finding in run.findings])
    for engine in (finding.signature.left, finding.signature.right):
        if not may_be_asked(live(engine_called(engine))):
            raise CannotAsk(engine)
    with Slot() as slot:
        witnesses = [
            as_regression(slot, cell, finding, sighting, oracle_versions())
            for sighting in finding.sightings
            for cell in [cell_of_finding(run.directory, finding, sighting)]
        ]
    for sighting, regression in zip(finding.sightings, witnesses, strict=True):
        was_there = (OWN_REGRESSIONS / f"{regression.name}.json").exists()
        path = write_regression(regression, OWN_REGRESSIONS)
        try:
            entry = accept_finding(OWN_LEDGER, finding, reason, regression.name, sighting)
        except BaseException:
            if not was_there:
                path.unlink()
            raise
        click.echo(f"accepted as {entry.id} in {entry.path}, witnessed by {path}", err=True)


@known.command()
def fix() -> None:
    """Replay every witness and remove the entries of yours that went stale."""
    versions = oracle_versions()
    with Slot() as slot:
        replayed = replay(committed(), slot, versions)
    ledger = load_ledger(OWN_LEDGER)
    gone = fix_ledger(OWN_LEDGER, ledger, replayed.witnesses, versions)
    for entry in gone:
        click.echo(f"removed {entry.id}: every witness that could run agrees now")
    if not gone:
        click.echo("nothing of yours is stale", err=True)
    shipped = [
        entry.id for entry in ledger.stale(replayed.witnesses, versions) if entry not in gone
    ]
    for name in shipped:
        click.echo(f"stale in the shipped ledger, not removed: {name}", err=True)
