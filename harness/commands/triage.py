"""`tokparity triage`: bug reports of a run's findings, each with a script that was run."""

import json
from pathlib import Path
from typing import Any

import click

from tokparity.harness.commands.completion import findings
from tokparity.harness.commands.run_findings import NoSuchFinding
from tokparity.harness.commands.subject_option import subject_option
from tokparity.harness.findings.judgement import OWN_LEDGER
from tokparity.harness.run.subjects import given
from tokparity.harness.triage.committed_case import finding_of_case
from tokparity.harness.triage.triager import Triager, chosen, outcomes, triager
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.ledger import load_ledger
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.text.visible import harmless, message_line
from tokparity.reports.triage.exhibit import Exhibit
from tokparity.reports.triage.index import index
from tokparity.reports.triage.scripts import file_name, to_run
from tokparity.reports.triage.title import title

EXIT = {"does not reproduce": 1, "no script": 2}


class KnownFinding(TokparityError):
    """One finding is asked for by its id, and `--new-only` leaves it out."""

    def __init__(self, run: str, finding: Finding) -> None:
        super().__init__(
            f"{run}: finding {finding.id}: the ledger knows it ({finding.status}): "
            "leave out --new-only"
        )
        self.finding = finding


@click.command()
@click.argument("what", metavar="RUN|RUN:FINDING|CASE", shell_complete=findings)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder [default: RUN/triage; of a CASE ./triage].",
)
@subject_option
@click.option("--new-only", is_flag=True, help="Leave out what the ledger speaks of.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a finding.")
@click.pass_context
def triage(
    context: click.Context,
    what: str,
    out: Path | None,
    subjects: tuple[str, ...],
    new_only: bool,
    as_json: bool,
) -> None:
    """Write a bug report of each finding, with a script that shows it, and run the script.

    \b
    tokparity triage runs/0001                     every finding of a run
    tokparity triage runs/0001 --new-only          those that the ledger does not know
    tokparity triage runs/0001:300656165e          one of them
    tokparity triage corpora/regressions/normalizer/gguf-does-not-normalize.json
    tokparity triage runs/0001 --subject "exec:./mytok"    of yours: it is asked again

    For each: RUN/triage/FINDING/report.md, ready for the library's own tracker, and repro.py, a few
    lines that need that library alone; the smallest tokenizer that shows it, else the whole file,
    stands in the script or beside it. RUN/triage/index.md lists them all. Libraries are asked now.

    \b
    A script ends with exit code 1 where the bug shows, 0 where it does not (python -P repro.py;
    node repro.mjs where the library is of npm).
    Exit codes here: 0 every script reproduces its finding; 1 one does not; 2 one could not be
    made, and the report says why, or no report could.
    """
    path = Path(what)
    if path.is_file():
        run_dir, folder = path, out or Path("triage")
    else:
        run_dir = path if path.is_dir() or ":" not in what else Path(what.rpartition(":")[0])
        folder = out or run_dir / "triage"
    exhibits: list[Exhibit] = []
    unreported: dict[str, str] = {}
    with triager(run_dir, folder, given(subjects)) as at_work:
        targets = _targets(at_work, what, path, run_dir, new_only)
        if not targets:
            at_work.folder.drop(
                "index.md"
            )  # it would speak of reports that are no longer asked for
            click.echo("nothing to report: no finding", err=True)
            return
        told_in = at_work.folder.of_finding(".")  # a link there is told once
        for finding, cell in targets:
            try:
                exhibits.append(at_work.triage(finding, cell))
            except (TokparityError, OSError) as error:
                unreported[finding.id] = harmless(str(error)[:300])
                click.echo(
                    message_line(f"{finding.id}: not reported: {unreported[finding.id]}"), err=True
                )
            else:
                _tell(exhibits[-1], folder, as_json)
        if path == run_dir and path.is_dir():
            told_in = told_in / "index.md"
            at_work.folder.write(told_in, index(exhibits, unreported))
        elif exhibits:
            told_in = told_in / exhibits[0].finding.id / "report.md"
    counts = outcomes(exhibits) | ({"not reported": len(unreported)} if unreported else {})
    summary = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(counts.items()))
    click.echo(f"{summary}: {told_in}", err=True)
    codes = [EXIT[exhibit.proof.outcome] for exhibit in exhibits if exhibit.proof.outcome in EXIT]
    codes += [EXIT["no script"] for _ in unreported]
    context.exit(min(codes, default=0))


def _targets(
    at_work: Triager, what: str, path: Path, run_dir: Path, new_only: bool
) -> list[tuple[Finding, Any]]:
    """The findings, with the cell of a regression file's."""
    if path.is_file():
        ledger = load_ledger(OWN_LEDGER)
        return [finding_of_case(at_work.slot, path, at_work.scratch, ledger, at_work.given)]
    findings = read_run(run_dir).findings
    if run_dir == path:
        return [(finding, None) for finding in chosen(findings, new_only=new_only)]
    wanted = what.rpartition(":")[2]
    for finding in findings:
        if finding.id == wanted:
            if not chosen([finding], new_only=new_only):
                raise KnownFinding(str(run_dir), finding)
            return [(finding, None)]
    raise NoSuchFinding(str(run_dir), wanted, [finding.id for finding in findings])


def _tell(exhibit: Exhibit, folder: Path, as_json: bool) -> None:
    """One line a finding on stdout; why a script does not reproduce, on stderr."""
    finding, proof = exhibit.finding, exhibit.proof
    headline = harmless(title(finding, exhibit.sighting, *exhibit.parts))
    place = folder / finding.id
    if as_json:
        row = {
            "finding": finding.id,
            "key": finding.key,
            "title": headline,
            "status": finding.status,
            "models": [sighting.artefact for sighting in finding.sightings],
            "outcome": proof.outcome,
            "reason": proof.reason,
            "ran_on": proof.ran_on,
            "report": str(place / "report.md"),
            "script": None if exhibit.script is None else str(place / _file(exhibit)),
        }
        click.echo(json.dumps(row))
    else:
        why = f" ({proof.reason})" if proof.reason else ""
        click.echo(f"{finding.id} {proof.outcome}{why}: {headline}")
    if proof.outcome == "does not reproduce":
        click.echo(
            message_line(
                f"{finding.id}: {place / _file(exhibit)} does not reproduce: {proof.reason}"
            ),
            err=True,
        )


def _file(exhibit: Exhibit) -> str:
    return file_name(to_run(*exhibit.parts))
