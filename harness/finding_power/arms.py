"""The arms of a measurement: where the texts come from. Ours is what `tokparity run` feeds."""

from collections.abc import Callable, Mapping

from harness.cells import CellSpec
from harness.finding_power.stream import Source
from harness.slot import Slot

OURS = "tokparity"
Arm = Callable[[Slot, CellSpec, int], Source]
"""(slot, cell, seed) → the source of its cases."""


def _ours(slot: Slot, cell: CellSpec, seed: int) -> Source:
    source = slot.runner(cell, seed).source
    return Source(source.texts, source.ids)


ARMS: Mapping[str, Arm] = {OURS: _ours}
