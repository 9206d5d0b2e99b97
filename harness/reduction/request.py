"""What is to be made small: a finding of a run, a regression file, what was met on the way.

Each as plain data that crosses to job processes. Not here: the work (`harness.reduction.batch`).
"""

from dataclasses import dataclass, replace
from pathlib import Path

from tokparity.corpora.embedded import Embedded, Named, materialise
from tokparity.corpora.regression import RegressionSide, read_regression
from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.compare.engines import may_be_asked
from tokparity.harness.explanations.binding import with_known
from tokparity.harness.findings.committed_cases import artefact_of
from tokparity.harness.findings.judgement import own_ledger
from tokparity.harness.reduction.finding import CANDIDATES
from tokparity.harness.reduction.result import OtherFinding
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.run.finding_cell import cell_found_in
from tokparity.reference_impl.contract import Artefact, Case
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import NO_SUBJECTS, Subjects, engine_called, live
from tokparity.reports.records.finding import Finding, Sighting, Signature

CANDIDATES_OF_OTHER = 600
"""Texts and tokenizers that are tried for what was met on the way of another finding: its files are
small already."""


class CannotAsk(TokparityError):
    """A side of a finding that is not asked: a record of answers, or no engine that is shipped."""

    def __init__(self, engine: str) -> None:
        how = ": a file starts no program, --subject SPEC does" * engine.startswith("subject:")
        super().__init__(f"{engine!a} cannot be asked about a smaller case{how}")


@dataclass(frozen=True, slots=True)
class ReductionRequest:
    """A finding to be made small.

    `cases` are asked in turn: the first that shows `signature`, or else that differs at all, is
    made small. None: whatever signature the first shows. `files` are its tokenizers where no name
    leads to them. `met_in` is the finding on whose way it was met.
    """

    id: str
    cell: CellSpec
    cases: tuple[Case, ...]
    signature: Signature | None = None
    files: tuple[Embedded, ...] | None = None
    candidates: int = CANDIDATES
    met_in: str | None = None


def request_of_finding(
    run_dir: Path, finding: Finding, scratch: Path, given: Subjects = NO_SUBJECTS
) -> ReductionRequest:
    """A finding of a run, in the first of its artefacts that is here.

    As it was found first, since what a run made small may stand at a case that is not the smallest;
    where that shows another signature, the small one. Instead of a golden answer its library is
    asked. Errors: CannotAsk; those of `cell_found_in`, of its first sighting.
    """
    why: Exception | None = None
    for sighting in finding.sightings:
        try:
            return _of_sighting(run_dir, finding, sighting, scratch, given)
        except (TokparityError, OSError, ValueError) as error:
            why = why or error
    assert why is not None, "read_findings wants a sighting"
    raise why


def _of_sighting(
    run_dir: Path, finding: Finding, sighting: Sighting, scratch: Path, given: Subjects
) -> ReductionRequest:
    cell = cell_found_in(run_dir, finding, sighting, scratch, given)
    cell = replace(cell, right=replace(cell.right, engine=live(cell.right.engine)))
    for side in cell.sides:
        if not may_be_asked(side.engine):
            raise CannotAsk(side.name)
    return ReductionRequest(
        finding.id,
        cell,
        tuple(dict.fromkeys((sighting.found_as, sighting.case))),
        replace(finding.signature.bare, right=cell.right.name),
    )


def request_of_file(path: Path, scratch: Path, given: Subjects = NO_SUBJECTS) -> ReductionRequest:
    """A regression file. Errors: BadCaseFile; CannotAsk; those of `artefact_of`."""
    regression = read_regression(path)
    for engine in regression.pair:
        if not may_be_asked(engine_called(engine, given)):
            raise CannotAsk(engine)

    def artefact_here(side: RegressionSide) -> Artefact:
        here = artefact_of(side, scratch)
        return here if isinstance(side.artefact, Named) else replace(here, name=path.stem)

    sides = [side for side in (regression.side, regression.against) if side is not None]
    left, right = artefact_here(sides[0]), artefact_here(sides[-1])
    engines = regression.pair
    cell = CellSpec(
        path.stem,
        regression.question,
        SideSpec(engine_called(engines[0], given), left),
        SideSpec(engine_called(engines[1], given), right),
        chat=regression.case.op == "chat",
    )
    cell = with_known(cell, own_ledger(), oracle_versions())
    embedded = tuple(side.artefact for side in sides if isinstance(side.artefact, Embedded))
    files = embedded if len(embedded) == len(sides) else None
    return ReductionRequest(path.stem, cell, (regression.case,), files=files)


def request_of_other(
    other: OtherFinding, parent: ReductionRequest, scratch: Path
) -> ReductionRequest:
    """What was met on the way of `parent`: on the file that showed it, or on its artefacts."""
    cell, files = parent.cell, parent.files
    if other.file is not None:
        artefact = replace(materialise(other.file, scratch), name=other.name)
        left, right = (replace(side, artefact=artefact) for side in cell.sides)
        cell, files = replace(cell, left=left, right=right), (other.file,)
    cases = (other.case,)
    return ReductionRequest(other.id, cell, cases, None, files, CANDIDATES_OF_OTHER, parent.id)
