"""The arms of a measurement: where the texts come from. Ours is what `tokparity run` feeds; the
others are the baselines of `corpora.generators.baselines`."""

from collections.abc import Callable, Mapping
from functools import partial

from evaluation.finding_power.stream import ArmSource
from tokparity.corpora.generators.baselines import BASELINES
from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.guidance.features import Reached
from tokparity.harness.shards.runner import generating_runner
from tokparity.harness.shards.slot import Slot

OURS = "tokparity"
Arm = Callable[[Slot, CellSpec, int], ArmSource]
"""(slot, cell, seed) → the source of its cases."""


def _ours(slot: Slot, cell: CellSpec, seed: int) -> ArmSource:
    runner = generating_runner(slot, cell, seed)
    return ArmSource(lambda block, count: runner.texts(block, count, Reached()), runner.source.ids)


def _baseline(name: str) -> Arm:
    def source(slot: Slot, cell: CellSpec, seed: int) -> ArmSource:
        material = slot.material(cell.left.artefact)
        arm = BASELINES[name]
        ids = partial(arm.ids, seed, material) if arm.ids else None
        return ArmSource(partial(arm.texts, seed, material), ids)

    return source


ARMS: Mapping[str, Arm] = {OURS: _ours} | {name: _baseline(name) for name in BASELINES}
