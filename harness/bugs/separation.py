"""Several bugs of one black box, each with a stage, a symptom and a smallest case of its own.

    separation = Separation.of(hypotheses, ask, cases).run()

1. Explanation: the smallest composition of fault models that answers as the box (`explanation`).
2. Masking: what that leaves is shrunk, generalised, masked and asked again (`masking`).
3. Subsumption: a fault model that is only near a part of a bug found by masking goes; then 2 again.
4. Merging of what is one bug (`merging`).

Nothing here knows how the box is run: it is `ask(cases) -> observations` alone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from tokparity.harness.bugs.answers import Answer, Ask, Box, Known, Question, Respondent
from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.explanation import Composition, Explainer
from tokparity.harness.bugs.hypotheses import Hypotheses, Table
from tokparity.harness.bugs.keys import keys_of
from tokparity.harness.bugs.limits import Limits, Restored
from tokparity.harness.bugs.masking import ROUNDS, Masking
from tokparity.harness.bugs.merging import merged
from tokparity.harness.bugs.plain_texts import contradict
from tokparity.harness.bugs.remainder import Remainder, left_over, with_text
from tokparity.harness.bugs.shown_too import Others
from tokparity.harness.bugs.stage_options import without_parts
from tokparity.harness.bugs.taken_off import UNPARSED
from tokparity.harness.bugs.ties import Ties
from tokparity.harness.bugs.trigger import Trigger
from tokparity.harness.bugs.versions import look_at_versions, of_versions_as_one, whose_tables
from tokparity.harness.naming.counterfactual import SO_CHANGED
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import EncodeCase
from tokparity.reports.records.finding import EXACT_TIE

BESIDE = 2
"""Characters that may stand beside an added token in a smallest case of it."""
STANDS = 0.9
"""The share of the neighbours' differences that a fault model must answer too …"""
MANY, OF_FEW = 10, 4
"""… or, of one that explains so many cases, all but one, which may be another bug's, of a few."""


@dataclass
class Separation:
    """The work on one box. `names`: the fault models that may explain it; `wrong`: indices of the
    cases that the box is wrong about."""

    box: Box
    answers: Respondent
    table: Table
    names: Sequence[str]
    wrong: frozenset[int]
    ties: Ties
    limits: Limits
    rare: Sequence[str] = ()
    """Fault models that touch none of the cases which they were first put to."""
    composition: Composition = field(default_factory=Composition)
    rejected: list[str] = field(default_factory=list)
    bugs: list[Bug] = field(default_factory=list)
    unexplained: frozenset[Question] = frozenset()
    is_bounded: bool = False
    not_looked_at: int = 0
    """Wrong cases that were left out: there were too many."""
    blame: Blame = field(init=False)
    """Who names what is left once all bugs are taken off."""

    @classmethod
    def of(
        cls,
        hypotheses: Hypotheses,
        ask: Ask,
        cases: Sequence[Question],
        withheld: Callable[[str], bool] = lambda name: False,
        most: int | None = None,
    ) -> "Separation":
        """Of a box that is asked by `ask`; `withheld` says which fault models are not looked at,
        `most` after how many questions masking ends."""
        honest = hypotheses.honest
        box, ties = Box(ask, honest, honest.as_texts, most), Ties.of(honest.tokenizer)
        box.prepare(cases)
        cases = [case for case in cases if case not in box.unasked]
        limits = Limits.of(box, honest)
        answers = Restored(box, limits) if limits.padding or limits.truncation else box
        wrong = [
            index for index, case in enumerate(cases) if not ties.alike(answers(case), honest(case))
        ]
        names = [name for name in hypotheses.models if not withheld(name)]
        table = Table.of(hypotheses, cases, names, wrong)
        rare = [name for name in names if name not in table.touched]
        return cls(box, answers, table, list(table.touched), frozenset(wrong), ties, limits, rare)

    def run(self) -> "Separation":
        """Fill in the bugs, in the order in which they were found."""
        hypotheses, plain = self.table.hypotheses, self._remainder(())
        explainer = self._explainer(plain)
        best = explainer.best()
        has_more_cases = bool(best.names) and self._add(explainer.apart(best))
        if self._look_at_rare(self.wrong - best.explained) or has_more_cases:
            explainer = self._explainer(plain)
            best = explainer.best()
        wrong = self.wrong
        known = [bug for name in best.names if (bug := self._known(name, best, plain))]
        kept = [bug for bug in known if self._stands(bug, best.names, plain)]
        kept = self._without_unparsed(kept)
        while True:
            names = [bug.fault_model for bug in kept]
            self.rejected = [name for name in best.names if name not in names]
            self.composition = explainer.composition(names)
            rest = wrong - self.composition.explained
            remainder = self._remainder(names)
            masking = Masking(self.box, remainder, hypotheses, self.names, self.table.cases)
            more = masking.run([self.table.cases[i] for i in sorted(rest)])
            within = [bug for bug in kept if self._is_within(bug, names, more)]
            if not within:
                break
            kept = [bug for bug in kept if bug not in within]
        several = merged([*kept, *more], masking.blame)
        for bug in several:
            look_at_versions(bug, masking.remainder)
        several = of_versions_as_one(several)
        for bug in several:
            self._show_between_words(bug, masking.remainder)
            bug.ground = _ground(bug, masking.blame)
        self.bugs = [*self._of_limits(), *several, *self._of_ties(several)]
        self.unexplained = frozenset(masking.unexplained)
        self.blame = masking.blame
        self.is_bounded = masking.is_bounded
        return self

    def _show_between_words(self, bug: Bug, remainder: Remainder) -> None:
        """Show added tokens that fail wherever they stand between words: at an end of a text that
        may be the reason."""
        of_all = any(it.words == "added tokens" and not it.scope for it in bug.triggers)
        case = bug.case
        if bug.stage != "added_tokens" or not isinstance(case, EncodeCase):
            return
        token = next((it for it in remainder.contents if it in case.text), "")
        is_of_case = not token and case.text.casefold() in map(str.casefold, remainder.contents)
        if not is_of_case and (
            not token or not (of_all or (bug.fault_model and len(case.text) <= len(token) + BESIDE))
        ):
            return
        others = (name for name in self.composition.names if name != bug.fault_model)
        without = self.table.hypotheses.composed(others)
        honest, content = remainder.honest, case.text if is_of_case else token
        texts = [f"a {content} a", f" a {content} a", f"a{content}a"]
        if remainder.begins_stretches:
            texts.insert(0, f"a{content}")
        places = [with_text(case, text) for text in texts]
        shown = [
            it
            for it in places
            if (bug.fault_model or remainder.fails(it))
            and (is_of_case or remainder.is_plain_without(content, it))
            and self.answers(it) != honest(it)
            and self.shows(bug, it)
        ]
        alone = (it for it in (*shown, case) if without(it) == honest(it))
        bug.case = next(alone, shown[0] if shown else case)

    def _without_unparsed(self, bugs: list[Bug]) -> list[Bug]:
        """Without those that are, several together, special tokens read as text: that is one."""
        parts = [bug for bug in bugs if self._is_unparsed(bug)]
        return bugs if len(parts) < 2 else [bug for bug in bugs if bug not in parts]

    def _is_unparsed(self, bug: Bug) -> bool:
        honest = self.table.hypotheses.honest
        unparsed = Known(honest.tokenizer, honest.as_texts, unparsed=True)
        return all(self.answers(case) == unparsed(case) for case in bug.cases)

    def _explainer(self, plain: Remainder) -> Explainer:
        alike = self.ties.alike
        asked = self.table, self.answers, self.names, self.wrong
        return Explainer(*asked, plain.near, alike, self.box.unasked)

    def _add(self, cases: Sequence[Question]) -> bool:
        """Look at these cases too; whether the box is wrong about one."""
        self.box.prepare(cases)
        cases = [case for case in cases if case not in self.box.unasked]
        honest, first = self.table.hypotheses.honest, len(self.table.cases)
        wrong = {
            first + at
            for at, case in enumerate(cases)
            if not self.ties.alike(self.answers(case), honest(case))
        }
        if wrong:
            self.table = self.table.with_cases(cases)
            self.wrong |= wrong
        return bool(wrong)

    def _look_at_rare(self, left: frozenset[int]) -> bool:
        """Look at the fault models too that touch what is left over; whether there is one: of very
        many wrong cases each is put to some alone."""
        if not left or not self.rare:
            return False
        before = len(self.table.touched)
        self.table = self.table.with_models(self.rare, left)
        self.names = list(self.table.touched)
        return len(self.names) > before

    def _of_limits(self) -> Iterator[Bug]:
        """A bug for the padding, and for the truncation, that the box does otherwise."""
        box, honest = self.box, self.table.hypotheses.honest

        def shows(case: Question) -> bool:
            return box(case) != honest(case) and self.answers(case) == honest(case)

        trigger = Trigger("any text", shows, lambda case: [case], is_narrow=False)
        for words, case in self.limits.deviations():
            cases = frozenset(filter(shows, self.table.cases))
            small = self._remainder(()).smallest(case, shows)
            yield Bug("post_processor", words, small, cases, symptom=words, triggers=(trigger,))

    def _of_ties(self, bugs: Sequence[Bug]) -> Iterator[Bug]:
        """What is wrong by ties alone; where the model has a bug that shows in whole words, ties
        are a part of it."""
        box, honest = self.answers, self.table.hypotheses.honest
        model = self.table.hypotheses.composed(self.composition.names)

        def shows(case: Question) -> bool:
            return self.ties(box(case), honest(case)) and box(case) != model(case)

        cases = [case for case in self.table.cases if shows(case)]
        of_words = [bug for bug in bugs if bug.stage == "model" and "words like" in bug.cause]
        if not cases or of_words:
            return
        small = self._remainder(()).smallest(min(cases, key=case_order), shows)
        trigger = Trigger(EXACT_TIE, shows, lambda case: [case], is_narrow=False)
        yield Bug(
            "model",
            EXACT_TIE,
            small,
            frozenset(cases),
            triggers=(trigger,),
            component=EXACT_TIE,
            ground=self.ties.why(box(small), honest(small)),
        )

    def _remainder(self, names: Iterable[str]) -> Remainder:
        hypotheses = self.table.hypotheses
        model, honest = hypotheses.composed(names), hypotheses.honest
        return Remainder(self.answers, model, honest, self.box.details, self.ties)

    def _known(self, name: str, best: Composition, plain: Remainder) -> Bug | None:
        """The bug of a member: its smallest case is one that it alone explains, else one that the
        composition explains with it and not without; if there is one, a case that is right without
        it, or that it alone would answer wrongly too, and not only beside the others."""
        box, hypotheses = self.answers, self.table.hypotheses
        honest, whole = hypotheses.honest, hypotheses.composed(best.names)
        without = hypotheses.composed(other for other in best.names if other != name)
        alone = hypotheses.single[name]

        def strict(case: Question) -> bool:
            return alone(case) == box(case) != honest(case) == without(case)

        def loose(case: Question) -> bool:
            return whole(case) == box(case) != without(case)

        def right_without(case: Question) -> bool:
            return wrong_alone(case) and without(case) == honest(case)

        def wrong_alone(case: Question) -> bool:
            return loose(case) and alone(case) != honest(case)

        for shows in (strict, right_without, wrong_alone, loose):
            cases = [case for i in self.wrong if shows(case := self.table.cases[i])]
            if cases:
                model = hypotheses.models[name]
                small = plain.smallest(min(cases, key=case_order), shows)
                small = self._proving(small, [*cases], shows, best.names) or small
                if small == EncodeCase("") and shows(EncodeCase("a")):
                    small = EncodeCase("a")  # around no text something else may stand
                return Bug(model.stage, model.does, small, frozenset(cases), fault_model=name)
        return None

    def _proving(
        self,
        small: Question,
        cases: Sequence[Question],
        shows: Callable[[Question], bool],
        names: Sequence[str],
    ) -> Question | None:
        """A smallest case that no other fault model alone explains, as some do the smallest of all;
        None where there is none."""
        box, answer = self.answers, self.table.hypotheses.answer
        others = [name for name in self.names if name not in names]
        rivals = [name for name in others if answer(name, small) == box(small)]

        def proves(case: Question) -> bool:
            return shows(case) and not any(answer(name, case) == box(case) for name in rivals)

        first = min(filter(proves, cases), key=case_order, default=None) if rivals else None
        return first and self._remainder(()).smallest(first, proves)

    def _stands(self, bug: Bug, names: Sequence[str], plain: Remainder) -> bool:
        """Whether a fault model answers the neighbours of its smallest case too, and plain texts:
        one that is only near the bug explains some of it."""
        hypotheses, near = self.table.hypotheses, plain.near(bug.case)
        whole = hypotheses.composed(names)
        without = hypotheses.composed(name for name in names if name != bug.fault_model)
        if contradict(self.box, bug.case, whole, without, self.box.unasked):
            return False
        self.box.prepare(near)
        asked = [case for case in near if case not in self.box.unasked]
        telling = [case for case in asked if not self.answers(case) == without(case) == whole(case)]
        right = sum(self.answers(case) == whole(case) for case in telling)
        has_many = len(bug.cases) >= MANY and right >= OF_FEW and right == len(telling) - 1
        return has_many or right >= STANDS * len(telling)

    def _is_within(self, bug: Bug, names: Sequence[str], others: Sequence[Bug]) -> bool:
        """Whether a bug found by masking is this one as well: it has the same key, or its trigger
        is what this one's case needs. Then the fault model is only near a part of that bug."""
        others = [other for other in others if other.case.op == bug.case.op]
        if not others:
            return False
        if any(other.cause == UNPARSED for other in others) and self._is_unparsed(bug):
            return True
        remainder = self._remainder(name for name in names if name != bug.fault_model)
        blame = Blame(remainder, self.table.hypotheses, self.names)
        if remainder.fails(bug.case):
            stage, symptom = blame(bug.case)
            twins = replace(bug, stage=stage, symptom=symptom), replace(bug, symptom=symptom)
            mine = {key for twin in twins for key in keys_of(twin, blame)}
            if any(not mine.isdisjoint(keys_of(other, blame)) for other in others):
                return True
        if any(self._is_without_part(bug, other) for other in others):
            return True
        return any(self._needs(bug.case, other, bug, remainder.model) for other in others)

    def _is_without_part(self, bug: Bug, other: Bug) -> bool:
        """Whether the other is a part that is not there, and without one a case is so as well."""
        honest, of_decoder = self.table.hypotheses.honest, other.stage == "decoder"
        if other.stage != bug.stage or not other.cause.startswith("without "):
            return False
        return any(
            Known(tokenizer, honest.as_texts)(bug.case) == self.answers(bug.case)
            for _, tokenizer in without_parts(honest.tokenizer, of_decoder=of_decoder)
        )

    def _needs(
        self, case: Question, other: Bug, bug: Bug, without: Callable[[Question], Answer]
    ) -> bool:
        if other.stage != bug.stage and not other.cause.startswith("added token"):
            return False
        return any(
            trigger.is_narrow
            and trigger.occurs(case)
            and all(self.answers(mask) == without(mask) for mask in trigger.masks(case))
            for trigger in other.triggers
        )

    def others(self, bug: Bug) -> Others:
        """The bugs besides this one, and what they make of its case."""
        return Others(bug, self.bugs, self.table.hypotheses, self.blame.remainder)

    def left(self, case: Question) -> Bug | None:
        """A case that no bug accounts for, as a bug of which nothing is known but its stage; None
        where no difference is left of it."""
        if not self.blame.remainder.fails(case):
            return None
        stage, symptom = self.blame(case)
        ground = self.blame.why(stage, case)
        return Bug(stage, "", case, frozenset([case]), symptom=symptom, ground=ground)

    def shows(self, bug: Bug, case: Question) -> bool:
        """Whether a case, one that was not looked at too, is one of a bug's."""
        if case in bug.cases:
            return True
        if not bug.fault_model:
            return any(trigger.occurs(case) for trigger in bug.triggers)
        hypotheses, answer = self.table.hypotheses, self.answers(case)
        names = self.composition.names
        if hypotheses.composed(names)(case) != answer:
            return False
        without = hypotheses.composed(name for name in names if name != bug.fault_model)
        return without(case) != answer or hypotheses.touches(bug.fault_model, case)

    def bounds(self, count: int) -> str:
        """What is said of cases that are left over."""
        rounds = f"{ROUNDS} rounds of an effect" if self.is_bounded else "all rounds that it took"
        if self.not_looked_at:
            rounds += f"; {self.not_looked_at} of the wrong cases were not looked at"
        return left_over(rounds, count)


def _ground(bug: Bug, blame: Blame) -> str:
    """By what a bug's stage is told."""
    if bug.fault_model:
        return SO_CHANGED
    if bug.component:
        return whose_tables(bug, blame.remainder.honest.tokenizer)
    if "; " not in bug.cause:
        if bug.cause.startswith("without "):
            return f"the reference {bug.cause} gives its answers"
        if " in the place of " in bug.cause:
            return f"the reference with {bug.cause} gives its answers"
    return blame.why(bug.stage, bug.case)
