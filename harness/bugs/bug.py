"""`Bug`: what one finding of a box is about."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tokparity.harness.bugs.answers import Question
from tokparity.harness.bugs.trigger import Trigger
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import Op, Place
from tokparity.reports.records.finding import AS_ONE


@dataclass(slots=True)
class Bug:
    """One bug of a box: its stage and symptom, its smallest case, how many cases it accounts for.

    `fault_model` is the name of the one that explains it, "" where none does; then `triggers` are
    what its cases have in common. `cause` says either in words. `others`: stages that answers
    cannot tell from this one. `ground`: by what the stage is told. `component`: what it is where
    nobody is wrong: "exact tie of scores".
    """

    stage: Place
    cause: str
    case: Question
    cases: frozenset[Question]
    fault_model: str = ""
    symptom: str = ""
    triggers: tuple[Trigger, ...] = ()
    others: tuple[Place, ...] = ()
    component: str = ""
    ground: str = ""
    causes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.causes = self.causes or [self.cause]


def join(bug: Bug, others: Sequence[Bug]) -> None:
    """Make others part of a bug. What a fault model does is no trigger: of one that explains only a
    part it is said so."""
    for other in others:
        is_part = bool(other.fault_model) and not bug.fault_model
        bug.cases |= other.cases
        bug.causes += [AS_ONE + cause if is_part else cause for cause in other.causes]
        bug.triggers += other.triggers
        bug.cause = "; ".join(dict.fromkeys(bug.causes))
        if case_order(other.case) < case_order(bug.case):
            bug.case = other.case


def op_of(bug: Bug) -> Op:
    """What its smallest case asks for."""
    return bug.case.op
