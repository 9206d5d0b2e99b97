"""A regression file as a finding: both sides are asked now."""

from dataclasses import replace
from pathlib import Path

from tokparity.corpora.embedded import Named
from tokparity.corpora.regression import RegressionSide, read_regression
from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.compare.engines import may_be_asked
from tokparity.harness.findings.committed_cases import artefact_of
from tokparity.harness.naming.diverging_case import direction
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import NO_SUBJECTS, Subjects, engine_called
from tokparity.reports.records.finding import Finding, Sighting, Signature
from tokparity.reports.records.ledger import Ledger


class NothingToReport(TokparityError):
    """A case of which no report can be made."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}: nothing to report")
        self.path = path


def finding_of_case(
    slot: Slot, path: Path, scratch: Path, ledger: Ledger, given: Subjects = NO_SUBJECTS
) -> tuple[Finding, CellSpec]:
    """The finding that a regression file shows now, and the cell it is in.

    Errors: BadCaseFile; NothingToReport where the two sides agree now, or one is a black box, whose
    answer the file does not hold; NotFetched; CannotLoad.
    """
    regression = read_regression(path)

    def named_artefact(side: RegressionSide, name: str) -> Artefact:
        here = artefact_of(side, scratch)
        return here if isinstance(side.artefact, Named) else replace(here, name=name)

    left = named_artefact(regression.side, regression.name)
    right = left
    if regression.against is not None:
        right = named_artefact(regression.against, f"{regression.name}, against")
    engines = regression.pair
    cell = CellSpec(
        regression.name,
        regression.question,
        SideSpec(engine_called(engines[0], given), left),
        SideSpec(engine_called(engines[1], given), right),
        chat=regression.case.op == "chat",
    )
    for engine in regression.pair:
        if not may_be_asked(engine_called(engine, given)):
            raise NothingToReport(path, f"the file does not say what {engine!a} answered")
    investigator = slot.investigator(cell)
    diverging = investigator.diverging([regression.case])
    if not diverging:
        raise NothingToReport(path, "the two sides agree on this case now")
    named = investigator.name(regression.case)
    raw = diverging[0]
    ids = sorted(set(getattr(regression.case, "ids", ())))
    sighting = Sighting(
        artefact=left.name,
        sha256=left.sha256,
        against=cell.against,
        count=1,
        case=raw.case,
        found_as=raw.case,
        left=raw.left,
        right=raw.right,
        field=raw.divergence.field,
        index=raw.divergence.index,
        left_trace=named.left_trace,
        right_trace=named.right_trace,
        pieces=tuple((i, investigator.pieces(i) or "") for i in ids),
    )
    signature = Signature(
        regression.question, direction(raw.case), *regression.pair, named.stage, named.component
    )
    entries = [entry for entry in ledger.entries if regression.name in entry.witnesses]
    finding = Finding(
        signature,
        regression.note,
        "divergence",
        named.method,
        (sighting,),
        entries[0].status if entries else "new",
        ", ".join(entry.id for entry in entries) or None,
    )
    return finding, cell
