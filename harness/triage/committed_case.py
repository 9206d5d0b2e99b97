"""A regression file as a finding: both sides are asked now."""

from dataclasses import replace
from pathlib import Path

from tokparity.corpora.embedded import Named
from tokparity.corpora.regression import Regression, RegressionSide, read_regression
from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.compare.engines import may_be_asked
from tokparity.harness.compare.verdict import Agreement, compare
from tokparity.harness.findings.committed_cases import artefact_of
from tokparity.harness.naming.diverging_case import direction
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact, Observation, Place, Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import NO_SUBJECTS, Subjects, engine_called, oracle_of
from tokparity.reports.records.finding import Finding, Sighting, Signature
from tokparity.reports.records.ledger import Ledger
from tokparity.reports.summary.describe import answer_line

SHOWN = 40
"""Characters of an answer in an error."""


class NothingToReport(TokparityError):
    """A case of which no report can be made."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}: nothing to report")
        self.path = path


class AnotherDifference(TokparityError):
    """A case whose two sides differ otherwise now than the file says: what its note tells of is
    not what a report of it would show."""

    def __init__(self, path: Path, how: str) -> None:
        super().__init__(
            f"{path}: shows another difference now: {how}: its note is not of this one, shrink it "
            "into a case of its own"
        )
        self.path = path


def finding_of_case(
    slot: Slot, path: Path, scratch: Path, ledger: Ledger, given: Subjects = NO_SUBJECTS
) -> tuple[Finding, CellSpec]:
    """The finding that a regression file shows now, and the cell it is in.

    Errors: BadCaseFile; NothingToReport where the two sides agree now, or one is a black box, whose
    answer the file does not hold; AnotherDifference; NotFetched; CannotLoad.
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
    if (how := _another(regression, (raw.left, raw.right), named.stage)) is not None:
        raise AnotherDifference(path, how)
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


def _another(
    regression: Regression, answers: tuple[Observation, Observation], stage: Place
) -> str | None:
    """What is not as the file says, None where all is: an answer that it holds; and where it does
    not hold both, the stage. Of the same two answers another naming may name another stage."""
    sides = (regression.side, regression.against or regression.side)
    unrecorded = 0
    for engine, side, now in zip(regression.pair, sides, answers, strict=True):
        expectation = side.expected.get(oracle_of(engine_called(engine)) or "")
        if expectation is None:
            unrecorded += 1
        elif not _is_as(expectation.observation, now):
            recorded = answer_line(expectation.observation, SHOWN)
            return f"{engine} answers {answer_line(now, SHOWN)}, and not {recorded}"
    known = "unknown" not in (stage, regression.stage)
    if unrecorded and known and stage != regression.stage:
        return f"the first wrong stage is {stage}, and not {regression.stage}"
    return None


def _is_as(recorded: Observation, now: Observation) -> bool:
    """Whether an answer is still the recorded one; a refusal may use other words."""
    if isinstance(recorded, Refusal) and isinstance(now, Refusal):
        return recorded.kind == now.kind
    return isinstance(compare(recorded, now, strict=True), Agreement)
