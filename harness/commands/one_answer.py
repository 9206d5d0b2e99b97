"""`answered`: what an implementation under test makes of one case."""

from tokparity.harness.compare.sides import observe
from tokparity.harness.run.check import checked_subject
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.reference_impl.contract import Artefact, Case, Observation


def answered(slot: Slot, spec: str, artefact: Artefact, case: Case) -> Observation:
    """What a subject answers to a case; a file that it refuses is an answer too."""
    engine, _ = slot.subject_called(spec)
    try:
        side = slot.side(checked_subject(artefact, engine).right)
    except CannotLoad as error:
        return error.refusal
    return observe(side, [case])[0]
