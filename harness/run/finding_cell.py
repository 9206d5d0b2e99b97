"""Where a finding of a run directory was made: the cell, its files as they are here now."""

from pathlib import Path

from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.findings.committed_cases import artefact_of, committed
from tokparity.harness.run.plan import cell_of_finding
from tokparity.reports.records.engine import engine_called
from tokparity.reports.records.finding import Finding, Sighting


def cell_found_in(run_dir: Path, finding: Finding, sighting: Sighting, scratch: Path) -> CellSpec:
    """As `cell_of_finding`; of a committed case by its name, its tokenizer written into `scratch`.

    Errors: those of `cell_of_finding` and of `artefact_of`.
    """
    case = next((one for one in committed() if one.name == sighting.artefact), None)
    if case is None or sighting.against is not None:
        return cell_of_finding(run_dir, finding, sighting)
    held = artefact_of(case.side.artefact, scratch)
    left, right = (
        SideSpec(engine_called(engine), held)
        for engine in (finding.signature.left, finding.signature.right)
    )
    chat = finding.signature.op == "chat"
    return CellSpec(case.name, finding.signature.question, left, right, chat)
