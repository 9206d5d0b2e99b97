"""Put the results of all units together, in whatever order they came."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.digests import add_digests
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import OPS, Op
from tokparity.reports.records.counts import Counts
from tokparity.reports.records.finding import Cell, Finding, RefusalRecord, Sighting, cause_of
from tokparity.reports.records.vote import CellVotes, VoteCounts
from tokparity.reports.summary.matrix import SHOWS


def merge_findings(results: Iterable[ShardResult]) -> list[Finding]:
    """One finding a key, sorted: of each artefact the smallest case, counts summed."""
    groups: dict[str, dict[tuple[str, str], list[NamedSighting]]] = {}
    for result in results:
        for occurrence in result.found:
            where = (occurrence.sighting.artefact, occurrence.sighting.against or "")
            groups.setdefault(occurrence.signature.key, {}).setdefault(where, []).append(occurrence)
    findings = []
    for places in groups.values():
        smallest = [_smallest(places[where]) for where in sorted(places)]
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


def _smallest(found: Sequence[NamedSighting]) -> NamedSighting:
    best = min(
        found,
        key=lambda occurrence: (
            case_order(occurrence.sighting.case),
            case_order(occurrence.sighting.found_as),
        ),
    )
    count = sum(occurrence.sighting.count for occurrence in found)
    return replace(best, sighting=replace(best.sighting, count=count))


def merge_refusals(results: Iterable[ShardResult]) -> list[RefusalRecord]:
    """Every refusal kept, in a fixed order."""
    refusals = [record for result in results for record in result.refusals]
    return sorted(
        refusals,
        key=lambda r: (r.artefact, r.left, r.right, r.side, r.refusal.kind, case_order(r.case)),
    )


def merge_cells(
    specs: Sequence[CellSpec], results: Sequence[ShardResult], findings: Sequence[Finding]
) -> list[Cell]:
    """A row per cell × op, in the order of the plan."""
    rows = []
    for spec in specs:
        mine = [result for result in results if result.cell == spec.name]
        for op in OPS:
            counts = Counts()
            for result in mine:
                counts.add(result.counts[op])
            always = op == "chat" if spec.chats else op in ("encode", "decode")
            if not always and not counts.compared + counts.unsupported:
                continue
            rows.append(_row(spec, op, counts, mine, findings))
    return rows


def votes_of(specs: Sequence[CellSpec], results: Iterable[ShardResult]) -> tuple[CellVotes, ...]:
    """Of each cell with a third engine how its diverging cases were voted."""
    thirds = {spec.name: spec.third for spec in specs if spec.third is not None}
    counts = {name: VoteCounts() for name in thirds}
    for result in results:
        if result.cell in counts:
            counts[result.cell].join(result.votes)
    return tuple(
        CellVotes(name, third.artefact.name, third.name, counts[name])
        for name, third in thirds.items()
    )


def _row(
    spec: CellSpec,
    op: Op,
    counts: Counts,
    results: Sequence[ShardResult],
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
    cases = answers = 0
    for result in results:
        cases = add_digests(cases, result.digests[op][0])
        answers = add_digests(answers, result.digests[op][1])
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
        seconds=sum(result.seconds[op] for result in results),
        cpu_seconds=sum(result.cpu_seconds[op] for result in results),
        asked=f"{cases:016x}" if cases else None,
        answers=f"{answers:016x}" if answers else None,
    )
