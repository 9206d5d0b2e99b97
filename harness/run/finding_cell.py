"""The cell that a finding was made in, from what its run directory holds and what is here."""

from collections.abc import Callable, Iterable
from pathlib import Path

from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import (
    CellSpec,
    SideSpec,
)
from tokparity.harness.explanations.binding import with_known
from tokparity.harness.findings.committed_cases import artefact_of, committed
from tokparity.harness.findings.judgement import own_ledger
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.run.plan import CannotReplay
from tokparity.reference_impl.contract import Artefact
from tokparity.reports.records.engine import NO_SUBJECTS, Subjects, engine_called
from tokparity.reports.records.finding import Finding, Sighting, kept_tokenizer
from tokparity.reports.records.run_info import read_run_info

ANOTHER = "the file is no longer the one the finding was made in"


def cell_of_finding(
    run_dir: Path, finding: Finding, sighting: Sighting, given: Subjects = NO_SUBJECTS
) -> CellSpec:
    """The cell that a finding was made in: of a tokenizer that the run kept, of catalogue names,
    and of paths as they were given. `given`: subjects, as their user names them.

    Errors: NoSuchArtefact, NotFetched; CannotReplay where a file is not the one it was, or run.json
    does not name the right one; NotARun, BadRecord.
    """
    kept = kept_tokenizer(run_dir, sighting.sha256)
    left = resolve(str(kept) if kept.is_file() else sighting.artefact)
    if left.sha256 != sighting.sha256:
        raise CannotReplay(left.name, ANOTHER)
    right = left if sighting.against is None else _right_of(run_dir, sighting.against)
    signature = finding.signature
    sides = (
        SideSpec(engine_called(signature.left, given), left),
        SideSpec(engine_called(signature.right, given), right),
    )
    cell = CellSpec(left.name, signature.question, *sides, chat=signature.op == "chat")
    if cell.question == "fidelity":
        return cell
    if not read_run_info(run_dir).options.get("as_configured"):
        cell = alike(cell, load)
    return with_known(cell, own_ledger(), oracle_versions())


def found_in(cells: Iterable[CellSpec]) -> Callable[[Finding, Sighting], CellSpec | None]:
    """Which of a run's cells a sighting of a finding was made in; None: in none of them, as where
    a committed case shows it."""
    by_name = {
        (cell.left.artefact.name, cell.against, cell.left.name, cell.right.name, cell.chats): cell
        for cell in cells
    }

    def found(finding: Finding, sighting: Sighting) -> CellSpec | None:
        signature = finding.signature
        sides = (signature.left, signature.right, signature.op == "chat")
        return by_name.get((sighting.artefact, sighting.against, *sides))

    return found


def _right_of(run_dir: Path, name: str) -> Artefact:
    """The right file of a pair: a sighting has no digest of it, run.json does."""
    recorded = {
        artefact.sha256 for artefact in read_run_info(run_dir).artefacts if artefact.name == name
    }
    if not recorded:
        raise CannotReplay(name, "run.json names no such file")
    right = resolve(name)
    if right.sha256 not in recorded:
        raise CannotReplay(name, ANOTHER)
    return right


def cell_found_in(
    run_dir: Path,
    finding: Finding,
    sighting: Sighting,
    scratch: Path,
    given: Subjects = NO_SUBJECTS,
) -> CellSpec:
    """As `cell_of_finding`; of a committed case by its name, its tokenizer written into `scratch`.

    Errors: those of `cell_of_finding` and of `artefact_of`.
    """
    case = next(
        (regression for regression in committed() if regression.name == sighting.artefact), None
    )
    if case is None or sighting.against is not None:
        return cell_of_finding(run_dir, finding, sighting, given)
    artefact = artefact_of(case.side, scratch)
    left, right = (
        SideSpec(engine_called(engine, given), artefact)
        for engine in (finding.signature.left, finding.signature.right)
    )
    chat = finding.signature.op == "chat"
    return CellSpec(case.name, finding.signature.question, left, right, chat)
