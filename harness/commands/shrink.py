"""`tokparity shrink`: the smallest text of a known case, then the smallest vocabulary."""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from corpora.embedded import Embedded, Named
from corpora.regression import read_regression, write_regression
from harness.cells import CellSpec, SideSpec
from harness.documents.document import is_reducible
from harness.execution import oracle_versions
from harness.gate import artefact_of
from harness.plan import cell_of_finding
from harness.regress import regression_of
from harness.shrink_finding import Shrunk, shrink_finding
from harness.slot import Slot
from reference_impl.contract import Artefact, Case, case_to_json
from reference_impl.errors import TokparityError
from reports.records import Finding
from reports.run_directory import read_run


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

    Prints the smallest case, and how many entries of the vocabulary are left; with --out also
    writes it as a regression file, its tokenizer embedded.
    """
    with Slot() as slot, TemporaryDirectory(prefix="tokparity-") as scratch:
        if ":" in what and not Path(what).exists():
            cell, case = _of_run(what)
        else:
            cell, case = _of_file(Path(what), Path(scratch))
        shrunk = shrink_finding(slot, cell, case, told=lambda line: click.echo(line, err=True))
        found = shrunk.found
        finding = Finding(
            found.signature, found.shape, "divergence", found.method, (found.sighting,)
        )
        versions = oracle_versions()
        regression = regression_of(cell, finding, found.sighting, shrunk.files, versions)
        click.echo(f"case: {json.dumps(case_to_json(shrunk.case))}")
        click.echo(f"stage: {found.signature.stage} {found.signature.component} ({found.method})")
        click.echo(f"vocabulary: {_vocabulary(cell, shrunk)}")
        for other in shrunk.others:
            named = other.found.signature
            click.echo(f"met on the way: {named.stage} {named.component}")
        tried = f"{shrunk.candidates:,} candidates, {shrunk.loads} files of full size"
        click.echo(f"{tried}, {shrunk.seconds:.1f} s", err=True)
        if out is not None:
            click.echo(f"written: {write_regression(regression, out)}", err=True)


def _vocabulary(cell: CellSpec, shrunk: Shrunk) -> str:
    if shrunk.files is not None:
        size = sum(len(one.content) for one in shrunk.files)
        return f"{shrunk.before:,} → {shrunk.entries:,} entries, {size:,} bytes"
    whole = sorted(
        {side.artefact.format for side in cell.sides if not is_reducible(side.artefact.format)}
    )
    if whole:
        return f"whole: files of the format {' and '.join(whole)} are not reduced"
    return "whole: no part of it shows the fault"


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
