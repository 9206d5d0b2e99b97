"""`Others`: what other bugs of a box have to do with the cases of one.

A bug of any text shows in each text that shows another bug: whoever reads its case has to be told
which part of the difference is whose.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.harness.bugs.answers import Answer, Known, Question
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.remainder import Remainder
from tokparity.harness.bugs.taken_off import AROUND, OF_OPTION
from tokparity.reference_impl.contract import Bytes, Encoding, Observation, Text
from tokparity.reports.records.finding import ShownToo


@dataclass(frozen=True, slots=True)
class Others:
    """All of a box's `bugs` but this one, as a tokenizer that has them. `remainder`: what is left
    of the box once all that is known of it is taken off."""

    bug: Bug
    bugs: Sequence[Bug]
    hypotheses: Hypotheses
    remainder: Remainder

    def account_for(self, case: Question) -> bool:
        """Whether a difference is theirs alone."""
        answer = self.remainder.box(case)
        return answer == self._model(case) != self.remainder.honest(case)

    def shown_too(self) -> ShownToo | None:
        """What they make of the bug's smallest case, where that is not what is due."""
        case, answer = self.bug.case, self._model(self.bug.case)
        observation = _observed(answer)
        if observation is None or answer in (self.remainder.honest(case), self.remainder.box(case)):
            return None
        deeds = tuple(bug.cause for bug in self.bugs if bug is not self.bug and self._does(bug))
        return ShownToo(deeds, observation) if deeds else None

    def _model(self, case: Question) -> Answer:
        has_all = not self.bug.fault_model and not _is_taken_off(self.bug)
        return self.remainder.model(case) if has_all else self._known()(case)

    def _known(self) -> Known:
        models = [bug.fault_model for bug in self.bugs if bug.fault_model and bug is not self.bug]
        return self.hypotheses.composed(models)

    def _does(self, other: Bug) -> bool:
        """Whether another bug makes a difference to the smallest case."""
        case = self.bug.case
        if other.fault_model:
            return self.hypotheses.touches(other.fault_model, case)
        return _is_taken_off(other) and self._model(case) != self._known()(case)


def _is_taken_off(bug: Bug) -> bool:
    return bool(bug.triggers) and bug.triggers[0].words in (OF_OPTION, AROUND)


def _observed(answer: Answer) -> Observation | None:
    match answer:
        case tuple():
            return Encoding(answer, None)
        case str():
            return Text(answer)
        case bytes():
            return Bytes(answer)
    return None
