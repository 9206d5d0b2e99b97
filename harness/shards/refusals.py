"""The refusals of a case, as records; what ended a worker is tried once more in a fresh one."""

from collections.abc import Iterator, Sequence

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.sides import Side, observe
from tokparity.reference_impl.contract import Case, Observation, Refusal
from tokparity.reports.records.finding import RefusalRecord


def refusal_records(
    cell: CellSpec,
    sides: tuple[Side, Side],
    case: Case,
    answers: tuple[Observation, Observation],
    before: Sequence[RefusalRecord],
) -> Iterator[RefusalRecord]:
    """The refusals of one case by the two sides of a cell. A crash is not tried again where one of
    this side came again `before`: each costs a start and a load."""
    engines = cell.left.name, cell.right.name
    for spec, side, answer in zip(cell.sides, sides, answers, strict=True):
        engine = spec.name
        if not isinstance(answer, Refusal):
            continue
        repeats = None
        crashes = any(it.repeats and it.side == engine for it in before)
        if answer.kind in ("timeout", "memory") or (answer.kind == "crash" and not crashes):
            again = observe(side, [case])[0]
            repeats = isinstance(again, Refusal) and again.kind == answer.kind
        yield RefusalRecord(spec.artefact.name, *engines, engine, case.op, case, answer, repeats)
