"""Tells the bugs of a cell's black box apart: what a `Side` answers, and one artefact's reference.

Here alone it is known how a box is run: whatever has a `Side` may be one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tokparity.corpora.generators.material import Material
from tokparity.harness.bugs.answers import Question
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.contrast import contrast_cases
from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.separation import Separation
from tokparity.harness.compare.sides import ReferenceSide, Side, observe
from tokparity.harness.naming.counterfactual import Changed, trace_of
from tokparity.harness.naming.first_stage import UNKNOWN, Diagnosis
from tokparity.harness.naming.neighbours import letter_of
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import (
    STAGES,
    Case,
    DecodeCase,
    EncodeCase,
    Observation,
    Refusal,
    Text,
)
from tokparity.reference_impl.tokenizer.stages import component

LOOKED_AT = 400
"""Cases of one op that are looked at: half of them the smallest, half of all sizes. To whose bug
the others belong is asked in the end."""
LONGEST = 512
"""Characters or ids of the longest of these, where there are shorter ones: each is asked and masked
hundreds of times."""


@dataclass(slots=True)
class BugsOfSide:
    """One side as a black box. `withheld`: fault models, or families, that are not looked at;
    `strict`: an error in place of an answer is a fault of its own; `most`: questions."""

    side: Side
    changed: Changed
    withheld: frozenset[str]
    seed: str
    strict: bool = True
    most: int | None = None
    _hypotheses: list[Hypotheses] = field(default_factory=list)
    _contrast: list[Question] = field(default_factory=list)

    def separate(self, wrong: Sequence[Question]) -> Separation:
        """The bugs that show in these cases."""
        cases = dict.fromkeys([*self._contrast_cases(), *_some(wrong)])
        work = Separation.of(self._known(), self._ask, list(cases), self._is_withheld, self.most)
        work.not_looked_at = sum(case not in cases for case in dict.fromkeys(wrong))
        return work.run()

    def diagnosis(self, bug: Bug) -> Diagnosis:
        """A bug as whoever makes findings has it."""
        if bug.stage not in STAGES:
            return UNKNOWN
        honest = self.changed.honest
        models = self._known().models
        candidates = ((bug.fault_model, models[bug.fault_model].does),) if bug.fault_model else ()
        return Diagnosis(
            bug.stage,
            bug.component or component(honest, bug.stage),
            "counterfactual",
            right_trace=trace_of(honest, bug.case),
            candidates=candidates,
            ground=bug.ground,
        )

    def _is_withheld(self, name: str) -> bool:
        return not self.withheld.isdisjoint((name, self._known().models[name].family))

    def _ask(self, cases: Sequence[Case]) -> Sequence[Observation]:
        answers = observe(self.side, cases)
        if self.strict:
            return answers
        return [
            Refusal("unsupported") if answer == Refusal("error", _detail(answer)) else answer
            for answer in answers
        ]

    def _known(self) -> Hypotheses:
        if not self._hypotheses:
            pairs = (
                (model, self.changed.side(model.name).tokenizer)
                for model in self.changed.touching(STAGES)
            )
            as_texts = self._decodes_to_text()
            self._hypotheses.append(Hypotheses.of(self.changed.honest, pairs, as_texts))
        return self._hypotheses[0]

    def _decodes_to_text(self) -> bool:
        """Whether either side does: then both are compared as texts."""
        honest = self.changed.honest
        probes = [DecodeCase(()), *(DecodeCase((token_id,)) for token_id in letter_of(honest))]
        sides = self.side, ReferenceSide(honest)
        return any(isinstance(answer, Text) for side in sides for answer in observe(side, probes))

    def _contrast_cases(self) -> list[Question]:
        if not self._contrast and self.changed.honest.pieces():
            honest = self.changed.honest
            self._contrast += contrast_cases(honest, Material.of(honest), self.seed)
        return self._contrast


def _detail(answer: Observation) -> str:
    return answer.detail if isinstance(answer, Refusal) else ""


def _size(case: Question) -> int:
    return len(case.text) if isinstance(case, EncodeCase) else len(case.ids)


def _some(cases: Sequence[Question]) -> list[Question]:
    some: list[Question] = []
    for op in ("encode", "decode"):
        of_op = sorted((case for case in cases if case.op == op), key=case_order)
        of_op = [case for case in of_op if _size(case) <= LONGEST] or of_op
        half = LOOKED_AT // 2
        rest = of_op[half:]
        some += of_op[:half] + rest[:: max(1, -(-len(rest) // half))]
    return some
