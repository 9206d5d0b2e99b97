"""What all units of a run come to (`tally`), as findings and cells."""

from collections.abc import Sequence
from dataclasses import replace

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.findings.tally import CellTally, Tally
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import OPS, Op
from tokparity.reports.records.finding import Cell, Finding, Sighting, cause_of
from tokparity.reports.records.vote import CellVotes
from tokparity.reports.summary.matrix import SHOWS


def merge_findings(tally: Tally) -> list[Finding]:
    """One finding a key, sorted: of each artefact the smallest case, counts summed."""
    findings = []
    for smallest in tally.found():
        first = min(
            smallest,
            key=lambda occurrence: (
                case_order(occurrence.sighting.case),
                occurrence.sighting.artefact,
            ),
        )
        sightings = tuple(_sighting(occurrence, first) for occurrence in smallest)
        refused = first.sighting.field == "refusal"
        findings.append(
            Finding(
                signature=first.signature,
                shape=first.shape,
                verdict="refusal" if refused else "divergence",
                method=first.method,
                sightings=sightings,
            )
        )
    return sorted(findings, key=lambda finding: finding.key)


def _sighting(occurrence: NamedSighting, first: NamedSighting) -> Sighting:
    """With its own cause, where that is not what the first one's shape says."""
    cause = cause_of(occurrence.shape)
    own = "" if cause == cause_of(first.shape) else cause
    return replace(occurrence.sighting, cause=own)


def merge_cells(specs: Sequence[CellSpec], tally: Tally, findings: Sequence[Finding]) -> list[Cell]:
    """A row per cell × op, in the order of the plan."""
    rows = []
    for spec in specs:
        mine = tally.cells.get(spec.name, CellTally())
        for op in OPS:
            counts = mine.counts[op]
            always = op == "chat" if spec.chats else op in ("encode", "decode")
            if not always and not counts.compared + counts.unsupported:
                continue
            rows.append(_row(spec, op, mine, findings))
    return rows


def votes_of(specs: Sequence[CellSpec], tally: Tally) -> tuple[CellVotes, ...]:
    """Of each cell with a third engine how its diverging cases were voted."""
    thirds = {spec.name: spec.third for spec in specs if spec.third is not None}
    return tuple(
        CellVotes(
            name,
            third.artefact.name,
            third.name,
            tally.cells.get(name, CellTally()).votes,
        )
        for name, third in thirds.items()
    )


def _row(
    spec: CellSpec,
    op: Op,
    mine: CellTally,
    findings: Sequence[Finding],
) -> Cell:
    here = (spec.left.artefact.name, spec.against)
    repeated = [
        finding
        for finding in findings
        if finding.signature.op in SHOWS[op]
        and (finding.signature.left, finding.signature.right) == (spec.left.name, spec.right.name)
        and here in {(sighting.artefact, sighting.against) for sighting in finding.sightings}
    ]
    counts, (cases, answers) = mine.counts[op], mine.digests[op]
    return Cell(
        model=spec.model,
        artefact=spec.left.artefact.name,
        against=spec.against,
        question=spec.question,
        left=spec.left.name,
        right=spec.right.name,
        op=op,
        counts=counts,
        findings=len(repeated) if counts.diverged else 0,
        seconds=mine.seconds[op],
        cpu_seconds=mine.cpu_seconds[op],
        asked=f"{cases:016x}" if cases else None,
        answers=f"{answers:016x}" if answers else None,
    )
