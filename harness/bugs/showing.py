"""Where each bug of a box is best shown: in a case in which no other has a say."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tokparity.harness.bugs.answers import Question
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.remainder import Remainder, bare, with_text
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import EncodeCase

SHOWN = 24
"""Cases of a bug of which one is looked for that shows it alone."""
ANY_TEXT = "any text"


def show_best(
    bugs: Sequence[Bug], remainder: Remainder, whole: Remainder, *, is_framed: bool
) -> None:
    """Give each bug the case that shows it best. `whole`: what was left before bugs of any text
    were taken off; `is_framed`: whether the first bug is of what stands around every text."""
    showing = Showing(bugs, remainder, whole)
    for bug in bugs:
        showing.alone(bug)
    if is_framed:
        showing.without_frame()
    elif whole.model is not remainder.model:
        showing.without_option()
    else:
        showing.behind_space()


@dataclass(frozen=True, slots=True)
class Showing:
    """The bugs of one box, and what was left of it."""

    bugs: Sequence[Bug]
    remainder: Remainder
    whole: Remainder

    def alone(self, bug: Bug) -> None:
        """A bug is best shown where no other is: none that was found by masking, and if possible
        none of those that are known."""
        others = [
            trigger
            for other in self.bugs
            if other is not bug and (other.stage, other.symptom) != (bug.stage, bug.symptom)
            for trigger in other.triggers
        ]

        remainder, own = self.remainder, bug.triggers
        if not own or not remainder.fails(bug.case):
            return
        effect = remainder.effect(bug.case)

        def is_hidden(case: Question) -> bool:
            return any(trigger.occurs(case) for trigger in others)

        def is_with_known(case: Question) -> bool:
            return is_hidden(case) or remainder.model(case) != remainder.honest(case)

        for hides in (is_with_known, is_hidden):
            if not hides(bug.case):
                return

            def shows(case: Question, hides: Callable[[Question], bool] = hides) -> bool:
                fails = remainder.fails(case) and remainder.effect(case) == effect
                return fails and any(trigger.occurs(case) for trigger in own) and not hides(case)

            clear = [case for case in sorted(bug.cases, key=case_order) if not hides(case)]
            if (first := next(filter(shows, clear[:SHOWN]), None)) is not None:
                bug.case = remainder.smallest(first, shows)
                return

    def without_frame(self) -> None:
        """Other bugs are best shown where nothing is put around."""
        for bug in self.bugs[1:]:
            if isinstance(bug.case, EncodeCase) and not bug.case.options.add_special:
                other = replace(bug.case, options=replace(bug.case.options, add_special=True))
                if self.whole.fails(other):
                    bug.case = other

    def behind_space(self) -> None:
        """Other bugs than one of any text are best shown behind a space, if that one is not."""
        remainder, probe = self.remainder, bare(" a")
        is_of_any = any(bug.cause == ANY_TEXT for bug in self.bugs)
        if not is_of_any or remainder.box(probe) != remainder.honest(probe):
            return
        for bug in self.bugs:
            if bug.cause != ANY_TEXT and isinstance(bug.case, EncodeCase):
                spaced = with_text(bug.case, f" {bug.case.text}")
                is_so = remainder.fails(bug.case) and remainder.fails(spaced)
                if is_so and remainder.effect(spaced) == remainder.effect(bug.case):
                    bug.case = spaced

    def without_option(self) -> None:
        """Other bugs are best shown where an option of any text, or a part that is not there, has
        no say: behind a space it often has none."""
        for bug in self.bugs:
            if isinstance(bug.case, EncodeCase) and self.remainder.fails(bug.case):
                self._unsaid(bug, bug.case)

    def _unsaid(self, bug: Bug, case: EncodeCase) -> None:
        remainder, effect = self.remainder, self.remainder.effect(case)

        def has_say(case: Question) -> bool:
            return remainder.model(case) != self.whole.model(case)

        def is_so(it: Question) -> bool:
            return not has_say(it) and remainder.fails(it) and remainder.effect(it) == effect

        def shows(it: Question) -> bool:
            return is_so(it) and any(trigger.occurs(it) for trigger in bug.triggers)

        if not has_say(case):
            return
        if is_so(spaced := with_text(case, f" {case.text}")):
            bug.case = spaced
            return
        others = sorted(bug.cases, key=case_order)[:SHOWN]
        texts = [other for other in others if isinstance(other, EncodeCase)]
        behind = [with_text(other, f" {other.text}") for other in texts]
        if (clear := next(filter(shows, [*texts, *behind]), None)) is not None:
            bug.case = remainder.smallest(clear, shows)
