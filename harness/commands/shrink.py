"""`tokparity shrink`: the smallest text of a known case, then the smallest vocabulary."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tokparity.harness.commands.completion import findings
from tokparity.harness.commands.run_findings import finding_called
from tokparity.harness.commands.subject_option import subject_option
from tokparity.harness.reduction.batch import Outcome, Submission, requests_of_run, shrink_all
from tokparity.harness.reduction.request import request_of_file
from tokparity.harness.reduction.result import ReducedFinding, ReductionFailure, json_record
from tokparity.harness.reduction.store import ReductionStore
from tokparity.harness.run.progress import progress_bar
from tokparity.harness.run.subjects import given
from tokparity.reference_impl.codec import write
from tokparity.reports.records.engine import Subjects
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.summary.describe import case_line
from tokparity.reports.text.tables import print_table
from tokparity.reports.text.visible import harmless, message_line

LONGEST = 40
"""Characters of a case in a row of the table."""


@dataclass(frozen=True, slots=True)
class ShrinkRequest:
    """What was asked for: a whole run, one finding of it, or a regression file."""

    file: Path | None
    run: Run | None
    findings: tuple[Finding, ...] = ()
    whole: bool = False

    @classmethod
    def of(cls, what: str) -> "ShrinkRequest":
        """As it is written on the command line. Errors: NotARun, BadRecord, NoSuchFinding."""
        path = Path(what)
        if path.is_dir():
            run = read_run(path)
            return cls(None, run, run.findings, whole=True)
        if ":" not in what or path.exists():
            return cls(path, None)
        run, found = finding_called(what)
        return cls(None, run, (found,))

    @property
    def known(self) -> frozenset[str]:
        """The keys of all findings of the run."""
        return frozenset(finding.key for finding in self.run.findings) if self.run else frozenset()


@click.command()
@click.argument("what", metavar="RUN|RUN:FINDING|CASE", shell_complete=findings)
@subject_option
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the regression files.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--resume", is_flag=True, help="Go on with the RUN that is in --out.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON a finding.")
@click.pass_context
def shrink(
    context: click.Context,
    what: str,
    subjects: tuple[str, ...],
    out: Path | None,
    jobs: int,
    resume: bool,
    as_json: bool,
) -> None:
    """Shrink a case: its text or ids first, then the vocabulary it needs.

    \b
    tokparity shrink runs/0001 --out cases/ --jobs 2    every finding of a run
    tokparity shrink runs/0001 --out cases/ --resume    after a kill: what is missing
    tokparity shrink runs/0001:300656165e               one of them
    tokparity shrink my-case.json --out cases/          a regression file

    Prints the smallest case, and how many entries of the vocabulary are left: of a run a row a
    finding. With --out each is also written as a regression file, its tokenizer embedded, as soon
    as it is done; of a run, shrunk.jsonl there lists what is done, so that --resume can go on.

    Where another fault than the one that is shrunk is met on the way, of which the run has no
    finding, that is a new finding: shrunk too, and told as new. It is one of the tokenizer that
    showed it; of two files it is one only where the two as they are show it too. One finding
    may bring 8 of them. The number of jobs changes no result.

    Exit codes: 0 each is made small; 2 one could not be, and stderr says why (its files are gone,
    or the two sides agree on it now): the others are done all the same.
    """
    if resume and out is None:
        raise click.UsageError("--resume goes on with what is in --out: name that folder")
    wanted = ShrinkRequest.of(what)
    if resume and not wanted.whole:
        raise click.UsageError(f"{what}: --resume is for a whole RUN")
    with TemporaryDirectory(prefix="tokparity-") as folder, _kept(wanted, out, resume) as kept:
        scratch = Path(folder)
        targets = _targets(wanted, scratch, given(subjects))
        if wanted.whole:
            with progress_bar(Console(stderr=True), "findings") as progress:
                outcomes = shrink_all(
                    targets, wanted.known, kept, scratch, jobs=jobs, progress=progress
                )
        else:
            outcomes = shrink_all(
                targets,
                wanted.known,
                kept,
                scratch,
                jobs=jobs,
                progress=lambda *_: None,
                announce=lambda line: click.echo(line, err=True),
            )
    if as_json:
        for outcome in outcomes:
            click.echo(json.dumps(json_record(outcome), sort_keys=True))
    elif wanted.whole:
        _table([outcome for outcome in outcomes if isinstance(outcome, ReducedFinding)])
    else:
        for outcome in outcomes:
            if isinstance(outcome, ReducedFinding):
                _print_smallest(outcome)
    context.exit(_last_lines(outcomes, out))


def _kept(wanted: ShrinkRequest, out: Path | None, resume: bool) -> ReductionStore:
    """Where the files go. Errors: BadJournal."""
    if out is None or wanted.run is None or not wanted.whole:
        return ReductionStore(out)
    return ReductionStore.of_run(out, wanted.run.directory, resume=resume)


def _targets(wanted: ShrinkRequest, scratch: Path, given: Subjects) -> list[Submission]:
    if wanted.file is not None:
        return [request_of_file(wanted.file, scratch, given)]
    assert wanted.run is not None, "a file, or a run"
    return requests_of_run(wanted.run.directory, wanted.findings, scratch, given)


def _print_smallest(smallest: ReducedFinding) -> None:
    if smallest.met_in is not None:
        click.echo(f"new finding: {smallest.id}, met on the way")
    click.echo(f"case: {json.dumps(write(smallest.case))}")
    click.echo(f"stage: {_stage(smallest)} ({smallest.method})")
    click.echo(f"vocabulary: {_vocabulary(smallest)}")
    effort = f"{smallest.candidates:,} candidates, {smallest.loads} files of full size"
    click.echo(f"{effort}, {smallest.seconds:.1f} s", err=True)


def _vocabulary(smallest: ReducedFinding) -> str:
    if smallest.size is None:
        return f"whole: {smallest.whole}"
    return f"{_entries(smallest)} entries, {smallest.size:,} bytes"


def _entries(smallest: ReducedFinding) -> str:
    return f"{smallest.before:,} → {smallest.entries:,}"


def _stage(smallest: ReducedFinding) -> str:
    return harmless(f"{smallest.signature.stage} {smallest.signature.component}")


def _table(outcomes: Sequence[ReducedFinding]) -> None:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("finding", no_wrap=True)
    table.add_column("stage", overflow="fold")
    table.add_column("smallest case", overflow="fold")
    for name in ("entries", "candidates", "seconds"):
        table.add_column(name, justify="right", no_wrap=True)
    for outcome in outcomes:
        counts = (f"{outcome.candidates:,}", f"{outcome.seconds:.1f}")
        entries = "whole" if outcome.size is None else _entries(outcome)
        cells = (outcome.id, _stage(outcome), case_line(outcome.case, LONGEST), entries, *counts)
        table.add_row(*map(Text, cells))
    if outcomes:
        print_table(Console(), table)
    for outcome in outcomes:
        if outcome.met_in is not None:
            click.echo(f"new finding: {outcome.id}, met while {outcome.met_in} was made small")


def _last_lines(outcomes: Sequence[Outcome], out: Path | None) -> int:
    """On stderr where the files are, what could not be made small, the totals; the exit code."""
    for outcome in outcomes:
        if isinstance(outcome, ReducedFinding) and out is not None and outcome.file is not None:
            click.echo(f"written: {out / outcome.file}", err=True)
    failed = [outcome for outcome in outcomes if isinstance(outcome, ReductionFailure)]
    for outcome in failed:
        origin = "" if outcome.met_in is None else f", met while {outcome.met_in} was made small"
        click.echo(
            message_line(f"not made small: {outcome.id}{origin}: {outcome.reason}"),
            err=True,
        )
    if not outcomes:
        click.echo("nothing to shrink: no finding", err=True)
    elif len(outcomes) > 1:
        new = sum(
            isinstance(outcome, ReducedFinding) and outcome.met_in is not None
            for outcome in outcomes
        )
        small = len(outcomes) - len(failed) - new
        told_new = f"{new:,} new finding{'s' * (new != 1)}"
        line = f"{small:,} made small, {told_new}, {len(failed):,} not made small"
        click.echo(line, err=True)
    return 2 if failed else 0
