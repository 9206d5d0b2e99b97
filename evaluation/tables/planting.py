"""Bugs that are planted in a tokenizer: what shows each of them, and which finding is whose.

Not here: which bugs are planted, and what is counted (`many_bugs`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluation.matching import matched
from tokparity.harness.bugs.answers import Known, Question
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def planted(honest: Tokenizer, models: Iterable[FaultModel]) -> Tokenizer:
    """The reference with these bugs, made in this order."""
    for model in models:
        honest = model.apply(honest)
    return honest


@dataclass(frozen=True, slots=True)
class Planting:
    """Bugs in one tokenizer, each alone and all but each: the truth about a box."""

    models: Sequence[FaultModel]
    honest: Known
    box: Known
    alone: Sequence[Known]
    without: Sequence[Known]
    reader: TokenReader

    @classmethod
    def of(cls, honest: Known, models: Sequence[FaultModel]) -> "Planting":
        """These bugs in a tokenizer."""
        others = [[other for other in models if other is not model] for model in models]
        tokenizer = honest.tokenizer
        return cls(
            models,
            honest,
            Known(planted(tokenizer, models)),
            [Known(planted(tokenizer, [model])) for model in models],
            [Known(planted(tokenizer, some)) for some in others],
            TokenReader(tokenizer),
        )

    def shows(self, number: int, case: Question) -> bool:
        """Whether a case is wrong by one of the bugs alone, and right without it; padding apart,
        which may be wrong in every case."""
        answers = [it(case) for it in (self.honest, self.alone[number], self.without[number])]
        unpadded = [self.reader.unpadded(it) if isinstance(it, tuple) else it for it in answers]
        return any(alone != right == without for right, alone, without in (answers, unpadded))

    def shows_under_another(self, number: int, case: Question) -> bool:
        """Whether a case is wrong by one of the bugs, and the box's answer is by it too."""
        wrong = self.alone[number](case) != self.honest(case)
        return wrong and self.without[number](case) != self.box(case)

    def silent(self, cases: Sequence[Question]) -> set[int]:
        """Those without which the box answers all cases as it does: another has replaced what they
        are about. Of two that do the same one is not."""
        silent: set[int] = set()
        for number in range(len(self.models)):
            rest = [it for at, it in enumerate(self.models) if at not in {*silent, number}]
            less = Known(planted(self.honest.tokenizer, rest))
            if all(less(case) == self.box(case) for case in cases):
                silent.add(number)
        return silent

    def assigned(
        self, bugs: Sequence[Bug], apart: Sequence[bool]
    ) -> tuple[dict[int, Bug], list[Bug]]:
        """The finding of each planted bug that has one; and those of none."""
        numbers = range(len(self.models))
        may_be: list[list[int]] = []
        for bug in bugs:
            shown = [number for number in numbers if self.shows(number, bug.case)]
            hidden = [
                number
                for number in numbers
                if not apart[number] and self.shows_under_another(number, bug.case)
            ]
            may_be.append(shown or hidden)
        found = matched(may_be)
        spurious = [bug for at, bug in enumerate(bugs) if at not in found.values()]
        return {number: bugs[at] for number, at in found.items()}, spurious
