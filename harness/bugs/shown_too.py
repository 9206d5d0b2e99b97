"""`Others`: what other bugs of a box have to do with the cases of one.

A bug of any text shows in each text that shows another bug: whoever reads its case has to be told
which part of the difference is whose.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tokparity.harness.bugs.answers import Answer, Known, Question
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.remainder import Remainder, with_text
from tokparity.harness.bugs.showing import ANY_TEXT
from tokparity.harness.bugs.taken_off import AROUND, OF_OPTION
from tokparity.harness.naming.token_spans import UNREADABLE
from tokparity.reference_impl.contract import Bytes, Case, EncodeCase, Encoding, Observation, Text
from tokparity.reports.records.finding import ShownToo

MARK = "\u2581"


@dataclass(frozen=True)  # no slots: what the bug reads is looked at once
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

    def leave_over(self, case: Question) -> bool:
        """Whether the bug and they together do not account for a difference. As far as can be told:
        of a bug that is a tokenizer's, or of a normalizer that makes another text of its smallest
        case: that is made of it in any company."""
        fails = self.remainder.fails(case)
        if not fails or self.bug.fault_model or _is_taken_off(self.bug):
            return fails
        if not isinstance(case, EncodeCase) or self._reading is None:
            return False
        written, read = self._reading
        other = with_text(case, case.text.replace(written, read))
        return written in case.text and self.remainder.model(other) != self.remainder.box(case)

    @cached_property
    def _reading(self) -> tuple[str, str] | None:
        """The text of the smallest case, and the one that the box reads instead, by its tokens:
        these are the right answer to it."""
        case, reader = self.bug.case, self.remainder.reader
        answer = self.remainder.box(case)
        if self.bug.stage != "normalizer" or self.bug.component:
            return None  # words are cut before, or tables are older
        if not isinstance(case, EncodeCase) or not isinstance(answer, tuple):
            return None
        if len(case.text) != 1 or unicodedata.combining(case.text):
            return None  # several characters, and marks, may be reordered by what stands beside
        raw = reader.text(reader.core(answer))
        if UNREADABLE in raw:
            return None
        spelled = raw.decode("utf-8", "replace")
        spaced = spelled.replace(MARK, " ")
        texts = (spaced.removeprefix(" "), spaced, spelled)
        read = (it for it in texts if self.remainder.model(with_text(case, it)) == answer)
        return next(((case.text, it) for it in read if it != case.text), None)

    def shown_too(self) -> ShownToo | None:
        """What they make of the bug's smallest case, where that is not what is due."""
        case, answer = self.bug.case, self._model(self.bug.case)
        right, others = self.remainder.honest, [bug for bug in self.bugs if bug is not self.bug]
        deeds: tuple[str, ...] = ()
        if answer not in (right(case), self.remainder.box(case)):
            deeds = tuple(bug.cause for bug in others if self._does(bug))
        observation = _observed(answer) if deeds else None
        any_text = None if ANY_TEXT in self.bug.causes else self._any_text(others)
        if observation is None and any_text is None:
            return None
        return ShownToo(deeds if observation else (), observation, any_text)

    def _any_text(self, others: Iterable[Bug]) -> tuple[Case, Observation, Observation] | None:
        """The case of a bug that shows in any text, and the two answers to it."""
        if not isinstance(self.bug.case, EncodeCase):
            return None
        for bug in others:
            answers = self.remainder.box(bug.case), self.remainder.honest(bug.case)
            got, due = map(_observed, answers)
            if ANY_TEXT in bug.causes and got and due and isinstance(bug.case, EncodeCase):
                return bug.case, got, due
        return None

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
