"""What was detected, made small and named: as `tokparity run` would show it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from corpora.mutants.mutant import Mutant
from harness.cells import MUTANT, fidelity_cell
from harness.investigate import Raw
from harness.shrink_case import case_order
from harness.sides import Batch, Pending, Side
from harness.slot import Slot
from reference_impl.contract import Artefact, DecodeCase, Stage, case_texts, case_to_json
from reports.records import Finding
from reports.trials import NamedAs, Shrunk


@dataclass(frozen=True, slots=True)
class Small:
    """The smallest case of a mutant, and the stages it was named by."""

    shrunk: Shrunk
    named: tuple[NamedAs, ...]


@dataclass(slots=True)
class Counted:
    """A side that counts the cases it is asked."""

    side: Side
    asked: int = 0

    @property
    def engine(self) -> str:
        return self.side.engine

    def submit(self, batch: Batch) -> Pending:
        self.asked += len(batch)
        return self.side.submit(batch)

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        return self.side.probe(stage, inputs)


def made_small(slot: Slot, artefact: Artefact, mutant: Mutant, raw: Raw) -> Small:
    """Shrink the case that detected a mutant, seen as a black box."""
    cell = fidelity_cell(artefact, artefact.name, MUTANT + mutant.id)
    investigator = slot.runner(cell, 0).investigator
    left = Counted(investigator.left)
    investigator = replace(investigator, left=left)
    started = time.perf_counter()
    found = min(investigator.investigate([raw]), key=lambda one: case_order(one.sighting.case))
    seconds = time.perf_counter() - started
    case = found.sighting.case
    size = len(case.ids) if isinstance(case, DecodeCase) else sum(map(len, case_texts(case)))
    signature = found.signature
    shrunk = Shrunk(size, None, 0, left.asked, seconds, False, case_to_json(case))
    finding = Finding(signature, found.shape, "divergence", found.method, (found.sighting,))
    named = NamedAs(found.method, signature.stage, signature.component, finding.id)
    return Small(shrunk, (named,))
