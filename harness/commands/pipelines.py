"""`tokparity pipelines`: the reference and the library on generated tokenizers."""

import json
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from tokparity.corpora.embedded import Embedded
from tokparity.corpora.generators.pipelines.options import INERT
from tokparity.corpora.generators.pipelines.pipeline import canonical
from tokparity.corpora.generators.pipelines.stages import INSIDE
from tokparity.corpora.regression import write_regression
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.pipelines.block import MODEL, generated
from tokparity.harness.pipelines.coverage import Coverage, inert
from tokparity.harness.pipelines.job import (
    PipelinesReport,
    PipelinesRequest,
    coverage_to_json,
    try_pipelines,
)
from tokparity.harness.reduction.regression import regression_of
from tokparity.harness.run.directory import at_work
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.run.plan import next_directory
from tokparity.harness.run.progress import progress_bar
from tokparity.harness.shards.job_pool import Inline, Pool, default_jobs
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.codec import write
from tokparity.reports.text.visible import message_line
from tokparity.reports.views.terminal import print_summary, print_totals
from tokparity.reports.views.write import write_views


@click.command()
@click.option("--pipelines", "count", type=click.IntRange(1), default=5000, show_default=True)
@click.option("--texts", type=click.IntRange(1), default=20, show_default=True, help="Of each.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, other ones.")
@click.option("--jobs", type=click.IntRange(1), help="Job processes [default: as many as fit].")
@click.option("--out", type=click.Path(path_type=Path), help="Run directory [default: runs/NNNN].")
@click.option("--json", "as_json", is_flag=True, help="Print findings, then the coverage, as JSON.")
@click.pass_context
def pipelines(
    context: click.Context,
    count: int,
    texts: int,
    seed: int,
    jobs: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Compare reference and library on tokenizers that nobody wrote.

    \b
    tokparity pipelines                          5000 of them, 20 texts each
    tokparity pipelines --pipelines 300 --seed 4

    Each is composed by chance over a model trained on the spot; what differs is shrunk in text
    and tokenizer.

    Prints what was covered: `in` how many pipelines a value of an option is; in how many it
    `has a say`, that is, another value gives another answer (asked until enough do). A value that
    too few pipelines show, or a pair of components that none has, is exit code 1, as a
    divergence is: more pipelines cover more.
    """
    directory = out or next_directory()
    context.with_resource(at_work(directory))
    console = Console(stderr=True)
    slots = jobs or default_jobs()
    wanted = PipelinesRequest(count, texts, seed)
    with progress_bar(console) as progress:
        if slots == 1:
            with Slot() as slot:
                report = try_pipelines(wanted, Inline(slot), directory, 1, progress)
        else:
            with Pool(slots) as pool:
                report = try_pipelines(wanted, pool, directory, slots, progress)
    views = write_views(directory)
    document = coverage_to_json(report.coverage)
    (directory / "coverage.json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    if as_json:
        for finding in report.outcome.findings:
            click.echo(json.dumps(write(finding), sort_keys=True))
        click.echo(json.dumps(document, sort_keys=True))
    here = Console(stderr=as_json)
    print_coverage(report.coverage, here)
    print_counts(report, here)
    print_summary(views, here)
    for failure in report.outcome.failed:
        click.echo(message_line(f"could not run {failure.cell}: {failure.reason}"), err=True)
    for path in offer(report, wanted, directory / "regressions"):
        click.echo(f"ready regression case: {path}", err=True)
    click.echo(f"report: {directory / 'report' / 'index.html'}", err=True)
    print_totals(views, here)
    print_verdict(report.coverage, here)
    context.exit(report.exit_code)


def print_coverage(coverage: Coverage, console: Console) -> None:
    """A row for each value of each option, and a line for each table of pairs."""
    row = "{:38} {:26} {:42} {:>6} {:>12}"
    head = row.format("component", "option", "value", "in", "has a say in")
    console.print(Text(head, style="dim"), soft_wrap=True)
    for cell, there, count in coverage.rows():
        named = f"{cell.section} {cell.kind}" if cell.section in INSIDE else cell.kind
        value = cell.value if len(cell.value) <= 42 else f"{cell.value[:41]}…"
        text = "inert" if inert(cell) else f"{count}"
        red = not inert(cell) and count < coverage.needed
        line = row.format(named, cell.option, value, there, text)
        console.print(Text(line, style="red" if red else ""), soft_wrap=True)
    for name, counts in coverage.tables().items():
        reached = sum(count > 0 for count in counts.values())
        line = f"{name}: {reached} of {len(counts)}, at least {min(counts.values())} each"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    for line in coverage.short():
        console.print(Text(line, style="red"), soft_wrap=True)


def print_verdict(coverage: Coverage, console: Console) -> None:
    """Last, as the reason for an exit code that the divergences do not explain."""
    short = len(coverage.short())
    if short:
        line = f"coverage: short in {short} places, listed above: exit code 1"
        console.print(Text(line, style="red"), soft_wrap=True)


def print_counts(report: PipelinesReport, console: Console) -> None:
    """What was left out, and why; how many pipelines are distinct."""
    for reason, count in sorted(report.omissions.items()):
        line = f"left out: {count} added tokens: {reason}"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    for reason, count in sorted(report.unloaded.items()):
        line = f"left out: {count} pipelines that neither side loads: {reason}"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    line = (
        f"{report.distinct} distinct pipelines; "
        f"each value is to have a say in {report.coverage.needed}; "
        f"{len(INERT)} options have none by design"
    )
    console.print(line, markup=False, highlight=False, soft_wrap=True)


def offer(report: PipelinesReport, wanted: PipelinesRequest, folder: Path) -> list[Path]:
    """A regression case for each new finding, its tokenizer embedded."""
    written = []
    for finding in report.outcome.findings:
        sighting = finding.sightings[0]
        document = report.documents.get(sighting.sha256)
        if finding.status != "new" or document is None:
            continue
        artefact = generated(document["model"]["type"], Path(), sighting.sha256)
        cell = fidelity_cell(artefact, MODEL, wanted.left)
        embedded = Embedded("tokenizer.json", canonical(document))
        made = regression_of(cell, finding, sighting, (embedded,), oracle_versions())
        written.append(write_regression(made, folder))
    return written
