"""`tokparity shrink`: the smallest text of a known case, then the smallest vocabulary."""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from corpora.embedded import Embedded, Named
from corpora.regression import read_regression, write_regression
from harness.cells import CellSpec, SideSpec
from harness.execution import oracle_versions
from harness.gate import artefact_of
from harness.investigate import Raw
from harness.plan import cell_of_finding
from harness.regress import as_regression
from harness.shrink_case import case_order
from harness.slicing import SLICED
from harness.slot import Slot
from reference_impl.contract import Artefact, Case, case_to_json
from reference_impl.errors import TokparityError
from reports.records import Finding, Signature
from reports.run_directory import read_run


class NoLongerDiverges(TokparityError):
    """The two sides agree on the case now: there is nothing to shrink."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}: the two sides agree on this case now: nothing to shrink")


class NoSuchFinding(TokparityError):
    """A run directory that holds no finding of that id."""

    def __init__(self, run: str, finding: str, known: list[str]) -> None:
        super().__init__(f"{run}: no finding {finding!r}: it has {', '.join(known) or 'none'}")


@click.command()
@click.argument("what", metavar="CASE|RUN:FINDING")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the regression file.")
def shrink(what: str, out: Path | None) -> None:
    """Shrink a case: its text or ids first, then the vocabulary it needs.

    \b
    tokparity shrink runs/0001:300656165e          a finding of a run
    tokparity shrink my-case.json --out cases/     a regression file

    Prints the smallest case; with --out also writes it as a regression file, its
    tokenizer embedded where the slice still shows the fault.
    """
    with Slot() as slot, TemporaryDirectory(prefix="tokparity-") as scratch:
        if ":" in what and not Path(what).exists():
            cell, case = _of_run(what)
        else:
            cell, case = _of_file(Path(what), Path(scratch))
        investigator = slot.runner(cell, 0).investigator
        met: list[Raw] = investigator.diverging([case])
        if not met:
            raise NoLongerDiverges(what)
        smallest = min(investigator.investigate(met), key=lambda one: case_order(one.sighting.case))
        signature: Signature = smallest.signature
        finding = Finding(
            signature, smallest.shape, "divergence", smallest.method, (smallest.sighting,)
        )
        regression = as_regression(slot, cell, finding, smallest.sighting, oracle_versions())
        click.echo(f"case: {json.dumps(case_to_json(smallest.sighting.case))}")
        click.echo(f"stage: {signature.stage} {signature.component} ({smallest.method})")
        match regression.side.artefact:
            case Named(name):
                click.echo(f"vocabulary: {name}, whole: {_why_whole(cell)}")
            case Embedded(format, content) if format not in SLICED:
                why = _why_whole(cell)
                click.echo(f"vocabulary: {len(content):,} bytes, whole: {why}")
            case Embedded(_, content):
                click.echo(f"vocabulary: a slice of {len(content):,} bytes shows it too")
        if out is not None:
            click.echo(f"written: {write_regression(regression, out)}", err=True)


def _of_run(what: str) -> tuple[CellSpec, Case]:
    directory, _, wanted = what.rpartition(":")
    run = read_run(Path(directory))
    for finding in run.findings:
        if finding.id == wanted:
            sighting = finding.sightings[0]
            return cell_of_finding(run.directory, finding, sighting), sighting.found_as
    raise NoSuchFinding(directory, wanted, [finding.id for finding in run.findings])


def _of_file(path: Path, scratch: Path) -> tuple[CellSpec, Case]:
    regression = read_regression(path)

    def held(artefact: Named | Embedded) -> Artefact:
        here = artefact_of(artefact, scratch)
        return here if isinstance(artefact, Named) else replace(here, name=path.stem)

    left = held(regression.side.artefact)
    right = left if regression.against is None else held(regression.against.artefact)
    sides = (SideSpec(regression.pair[0], left), SideSpec(regression.pair[1], right))
    return CellSpec(path.stem, regression.question, *sides), regression.case


def _why_whole(cell: CellSpec) -> str:
    unsliced = {side.artefact.format for side in cell.sides} - SLICED
    if unsliced:
        return f"files of the format {' and '.join(sorted(unsliced))} are not sliced"
    return "no slice of it shows the fault"
