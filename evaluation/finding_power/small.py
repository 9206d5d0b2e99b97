"""What was detected, made small and named: as `tokparity run` and `shrink` would show it."""

from dataclasses import dataclass, replace

from evaluation.finding_power.stream import size_of
from evaluation.pages.trials import NamedAs, Shrunk
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import ReferenceSide
from tokparity.harness.fault_models.mutant import Mutant
from tokparity.harness.naming.first_stage import Diagnosis
from tokparity.harness.naming.investigation import DivergingCase
from tokparity.harness.naming.two_traces import name_fault_model
from tokparity.harness.reduction.finding import shrink_finding
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact, Case
from tokparity.reports.records.engine import BlackBox, FaultyReference
from tokparity.reports.records.finding import Finding, Method


@dataclass(frozen=True, slots=True)
class Small:
    """The smallest case of a mutant, and the stages it was named by."""

    shrunk: Shrunk
    named: tuple[NamedAs, ...]


def made_small(slot: Slot, artefact: Artefact, mutant: Mutant, raw: DivergingCase) -> Small:
    """Shrink the case that detected a mutant, seen as a black box, and name its stage twice: as
    the box that it is, its own change withheld, and by the traces of both."""
    cell = fidelity_cell(artefact, artefact.name, BlackBox(mutant.id))
    found = shrink_finding(slot, cell, raw.case)
    case, size = found.case, size_of(found.case)
    small = Shrunk(
        characters=size,
        entries=None if found.files is None else found.entries,
        loads=found.loads,
        candidates=found.candidates,
        seconds=found.seconds,
        bound_by_length="length" in mutant.bound_by and found.minimal,
        bound_by_vocabulary="vocabulary" in mutant.bound_by,
        case=case,
        needed=found.needed,
    )
    # Without the names of the two sides: they alone would keep findings apart.
    signature = replace(found.found.signature, left="mutant", right="native")
    finding = Finding(signature, found.found.shape, "divergence", found.found.method, ())
    as_box = NamedAs(found.found.method, signature.stage, signature.component, finding.id)
    traced = _by_traces(slot, artefact, mutant, raw.case)
    method: Method = "two-trace" if traced.method == "unknown" else traced.method
    as_shown = NamedAs(method, traced.stage, traced.component, "")
    return Small(small, (as_shown, as_box))


def _by_traces(slot: Slot, artefact: Artefact, mutant: Mutant, case: Case) -> Diagnosis:
    honest = slot.tokenizer(artefact)
    left = ReferenceSide(mutant.fault_model.apply(honest), FaultyReference(mutant.name))
    native = slot.side(fidelity_cell(artefact, artefact.name).right)
    return name_fault_model(case, left, native, honest)
