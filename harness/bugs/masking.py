"""What no composition of fault models explains, told apart by masking.

The smallest failing case is shrunk, its trigger generalised, and masked in all other cases: those
that are right then are this bug's, the others go on. Each effect has its own rounds and questions,
so that no bug uses up what another needs. Nothing is random, all bounds are counts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from tokparity.harness.bugs.answers import Box, Question
from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.id_triggers import id_triggers
from tokparity.harness.bugs.remainder import Remainder, bare, effect_order, with_text
from tokparity.harness.bugs.showing import show_best
from tokparity.harness.bugs.taken_off import TakenOff, frame_off, option_off, parsing_off, part_off
from tokparity.harness.bugs.trigger import LITERAL, NO_IDS, NO_TEXT, Trigger, is_of_space
from tokparity.harness.bugs.triggers import Alphabet, TextTriggers
from tokparity.harness.naming.symptom import LONG
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import EncodeCase, Place

ROUNDS = 40
"""Of one effect."""
QUESTIONS = 4000
"""To the box, of one effect."""
PASSES = 2
"""Over all effects: what masking one leaves may be another."""
REPEATS = 3
"""Bugs of one name that no trigger in the text explains, before cases are taken from all sizes."""
STRIDE = 7919
"""A prime: how far the next of these is from the last."""
OF_PLACES = 3
"""How much more it counts that a trigger of added tokens stands in no case that is right: they
stand in few places of a text, and there two bugs are soon in one."""
ENOUGH = 0.6
"""The share of the best score that is enough for a narrower trigger."""


@dataclass
class Masking:
    """The work on what one composition leaves of one box."""

    box: Box
    remainder: Remainder
    hypotheses: Hypotheses
    names: Sequence[str]
    cases: Sequence[Question]
    unexplained: set[Question] = field(default_factory=set)
    is_bounded: bool = False
    """Whether some effect used up its rounds or questions."""
    bugs: list[Bug] = field(default_factory=list)
    _others: dict[str, list[Question]] = field(default_factory=dict)
    _triggers: list[Trigger] = field(default_factory=list)
    _busy: list[Bug] = field(default_factory=list)
    """Bugs that, masked, leave a difference of another effect."""
    _last_question: int = 0
    """How many the box may have been asked before an effect is left."""
    blame: Blame = field(init=False)
    _texts: TextTriggers = field(init=False)

    def __post_init__(self) -> None:
        self._prepare(self.remainder)

    def _prepare(self, remainder: Remainder) -> None:
        characters = {
            char for case in self.cases if isinstance(case, EncodeCase) for char in case.text
        }
        self.remainder = remainder
        self.blame = Blame(remainder, self.hypotheses, self.names)
        alphabet = Alphabet(remainder, sorted(characters))
        self._texts = TextTriggers(remainder, alphabet, self.blame)

    def run(self, cases: Sequence[Question]) -> list[Bug]:
        """The bugs that show in these cases; what is left of them goes to `unexplained`."""
        whole = self.remainder
        failing = [case for case in cases if self.remainder.fails(case)]
        plain = any(isinstance(c, EncodeCase) and not c.options.add_special for c in failing)
        frame = frame_off(self.blame, failing) if plain else None
        if frame is not None and frame.bug.stage != "post_processor":
            # What begins every text may be the normalizer's: that is gone with its part.
            is_part = self._take_off(part_off(self.blame, self.cases, failing, of_decoder=False))
            frame = None if is_part else frame
        framed = self._take_off(frame)
        if plain and not framed:
            self._take_off(option_off(self.blame, failing))
        self._take_off(parsing_off(self.blame, self.cases, failing))
        for of_decoder in (False, True):
            self._take_off(part_off(self.blame, self.cases, failing, of_decoder))
        kinds: dict[str, list[Question]] = {}
        for case in failing:
            if self.remainder.fails(case):
                kinds.setdefault(self.remainder.effect(case), []).append(case)
        for _ in range(PASSES):
            for effect in sorted(kinds, key=effect_order):
                before = len(self.bugs)
                self._of_effect(effect, kinds[effect])
                self._drop_idle(before)
            kinds, self._others = self._others, {}
        passed_on = [*chain.from_iterable(kinds.values())]
        self.is_bounded |= any(map(self.remainder.fails, passed_on))
        self._leave_over([*failing, *passed_on])
        show_best(self.bugs, self.remainder, whole, is_framed=framed)
        return self.bugs

    def _leave_over(self, cases: Iterable[Question]) -> None:
        """Of these, and of what effects left, what no bug explains."""
        self._last_question = self.box.count + QUESTIONS
        triggers = [trigger for bug in self.bugs for trigger in bug.triggers]
        self.unexplained = {
            case
            for case in (*self.unexplained, *cases)
            if self.remainder.fails(case)
            and not any(case in bug.cases for bug in self.bugs)
            and not any(self._may_ask() and trigger.occurs(case) for trigger in triggers)
        }

    def _take_off(self, found: TakenOff | None) -> bool:
        """Go on with what is left once a bug of any text is off; whether there is one."""
        if found is not None:
            self.bugs.append(found.bug)
            self._prepare(found.remainder)
        return found is not None

    def _pass_on(self, effect: str, rest: Sequence[Question]) -> None:
        """What fails in another way, once this one is masked, is for that other effect."""
        for case in rest:
            if self.remainder.fails(case) and (other := self.remainder.effect(case)) != effect:
                self._others.setdefault(other, []).append(case)

    def _drop_idle(self, before: int) -> None:
        """Of one effect, what explains no case goes where another explains some: it is a part of
        that one, which masking left over. Not where a length is at fault: nothing masks that; nor
        where one character is, of which nothing like it was seen: its cases show more bugs."""
        self._take_in_literal_ones(before)
        mine = self.bugs[before:]
        names = {(bug.stage, bug.symptom) for bug in mine if bug.cases}

        def is_idle(bug: Bug) -> bool:
            is_another = _is_of_character(bug) and (bug.stage, bug.symptom) not in names
            is_busy = any(bug is other for other in self._busy)
            return not (bug.cases or is_busy or _is_long(bug.case) or is_another)

        if names:
            self.bugs[before:] = [bug for bug in mine if not is_idle(bug)]

    def _take_in_literal_ones(self, before: int) -> None:
        """A text alone is one more case of a bug of that name of which more is known."""
        mine = self.bugs[before:]
        for bug in filter(_is_literal, mine):
            for other in mine:
                is_wider = other.cases and not _is_literal(other)
                if is_wider and (other.stage, other.symptom) == (bug.stage, bug.symptom):
                    other.cases |= bug.cases
                    other.triggers += bug.triggers
                    self.bugs.remove(bug)
                    break

    def _of_effect(self, effect: str, cases: Sequence[Question]) -> None:
        counts = Counter[tuple[Place, str]]()
        self._last_question = self.box.count + QUESTIONS
        rest = list(cases)
        known = [case for case in cases if any(it.occurs(case) for it in self._triggers)]
        if known:
            plainer = [after for case in known if (after := self._without_known(case)) is not None]
            rest = list(dict.fromkeys([*(case for case in cases if case not in known), *plainer]))
            self._pass_on(effect, plainer)

        def shows(case: Question) -> bool:
            return (
                self.remainder.fails(case)
                and self.remainder.effect(case) == effect
                and not any(trigger.occurs(case) for trigger in self._triggers)
            )

        for number in range(ROUNDS):
            rest = sorted(filter(shows, rest), key=case_order)
            if not rest:
                return
            again = max(counts.values(), default=0) - REPEATS
            if not self._may_ask() or again > 4 * REPEATS:
                break
            start = rest[0 if again < 0 else number * STRIDE % len(rest)]
            if effect == "long" and (shorter := self._of_no_length(start)) is not None:
                self._others.setdefault("tokens", []).append(shorter)
                self._others.setdefault(effect, []).append(start)  # what else is wrong with it
                rest.remove(start)
                continue
            small = self.remainder.smallest(start, shows)
            stage, symptom = self._name(effect, small)
            trigger, left = self._best_trigger(small, rest, shows)
            shown = self._between_words(trigger, small, shows)
            self._triggers.append(trigger)
            of_others = effect.startswith("added") and not trigger.of_tokens
            if of_others and self._may_be_rewritten(small):
                # It became a part of an added token, or is none any more.
                stage, symptom = self.blame.as_of("normalizer", small)
            if trigger.words.startswith("added token ") and stage in ("model", "pre_tokenizer"):
                # Neither knows one added token from another.
                stage, symptom = self.blame.as_of("added_tokens", small)
            of_model = effect == "tokens" and stage == "model"
            if of_model and is_of_space(trigger.words) and not _is_after_one_space(small):
                # Patterns have branches for white space, a search of pieces knows no kinds.
                stage, symptom = self.blame.as_of("pre_tokenizer", small)
            if stage == "post_processor" and effect != "special" and _is_of_one(trigger):
                # What stands around a text hangs on no character of it.
                stage, symptom = self.blame.as_of("normalizer", small)
            explained = frozenset(case for case, after in left.items() if after is None)
            if not trigger.is_narrow:
                # A text that is alone: the next is likely to be so too, with one letter changed.
                is_alone = trigger.words.startswith(LITERAL) and not explained
                counts[stage, symptom] += 2 if is_alone else 1
            bug = Bug(stage, trigger.words, shown, explained, symptom=symptom, triggers=(trigger,))
            self.bugs.append(bug)
            rest = list({after for after in left.values() if after is not None} - {start})
            if any(self.remainder.effect(after) != effect for after in rest):
                self._busy.append(bug)
            self._pass_on(effect, rest)
            if again >= 0 and trigger.words.startswith("any "):
                break  # it is wrong everywhere, and not in one way
        rest = list(filter(shows, rest))
        self.is_bounded |= bool(rest)
        self.unexplained.update(rest)

    def _of_no_length(self, case: Question) -> Question | None:
        """A short text that is as wrong as a long one, where making it small gives one."""

        def shows(it: Question) -> bool:
            return (
                self.remainder.fails(it)
                and self.remainder.effect(it) in ("long", "tokens")
                and not any(trigger.occurs(it) for trigger in self._triggers)
            )

        small = self.remainder.smallest(case, shows)
        return small if self.remainder.effect(small) == "tokens" else None

    def _may_ask(self) -> bool:
        return self.box.count <= self._last_question and not self.box.is_used_up

    def _between_words(
        self, trigger: Trigger, small: Question, shows: Callable[[Question], bool]
    ) -> Question:
        """Of added tokens that fail wherever they stand: one between words, so that no place of a
        text may be the reason; but where something is put before each stretch of a text, which may
        be another bug's. Special tokens around no text are shown around a letter, if they are wrong
        there and it is not: around nothing may be another matter."""
        if trigger.words == "special tokens" and small == EncodeCase(""):
            around, letter = EncodeCase("a"), bare("a")
            is_right = self.remainder.box(letter) == self.remainder.honest(letter)
            return around if is_right and shows(around) else small
        of_all = trigger.words.startswith("added tokens") and not trigger.scope
        is_begun = self.remainder.begins_stretches
        if not of_all or is_begun or not isinstance(small, EncodeCase):
            return small
        token = next((it for it in self.remainder.contents if it in small.text), "")
        between = with_text(small, f"a {token} a")
        is_so = bool(token) and shows(between) and trigger.occurs(between)
        return between if is_so and self.remainder.is_plain_without(token, between) else small

    def _without_known(self, case: Question) -> Question | None:
        """What still fails of a case when all triggers that are known are masked in it."""
        for trigger in self._triggers:
            if trigger.occurs(case):
                masked = self._failing_mask(trigger, case, self.remainder.effect(case))
                if masked is None:
                    return None
                case = masked
        return case

    def _name(self, effect: str, small: Question) -> tuple[Place, str]:
        stage, symptom = self.blame(small)
        if effect.startswith("added") and stage in ("model", "pre_tokenizer", "unknown"):
            return self.blame.as_of("added_tokens", small)
        return stage, symptom

    def _may_be_rewritten(self, case: Question) -> bool:
        """Whether an added token of a text is looked for where the normalizer may have a say."""
        if not isinstance(case, EncodeCase) or case.text.isascii():
            return False
        tokens = self.remainder.honest.tokenizer.added_tokens
        written = [token for token in tokens if token.content and token.content in case.text]
        return not written or any(token.normalized for token in written)

    def _best_trigger(
        self, small: Question, rest: Sequence[Question], shows: Callable[[Question], bool]
    ) -> tuple[Trigger, dict[Question, Question | None]]:
        """Of what a smallest case needs, that which explains most, and seldom stands in a case that
        is right; and of each case what of it still fails when that is masked.

        Narrower triggers come first: one that scores nearly as well is taken.
        """
        effect = self.remainder.effect(small)
        scored: list[tuple[float, Trigger, dict[Question, Question | None]]] = []
        for trigger in self._proposals(small, shows):
            left = {  # what there are no questions for goes on as it is
                case: self._failing_mask(trigger, case, effect) if self._may_ask() else case
                for case in rest
            }
            explained = sum(after is None for after in left.values())
            holding = [case for case in self.cases if self._may_ask() and trigger.occurs(case)]
            failing = sum(map(self.remainder.fails, holding))
            precision = (failing + 1) / (len(holding) + 1)
            score = (explained + 1) * precision ** (OF_PLACES if trigger.of_tokens else 1)
            scored.append((score, trigger, left))
        best = max(score for score, _, _ in scored)
        _, trigger, left = next(choice for choice in scored if choice[0] >= ENOUGH * best)
        if (narrower := trigger.narrower) is None:
            return trigger, left
        return narrower, {
            case: after if after is not None or narrower.occurs(case) else case
            for case, after in left.items()
        }

    def _proposals(self, small: Question, shows: Callable[[Question], bool]) -> Iterator[Trigger]:
        if isinstance(small, EncodeCase):
            return self._texts.of(small, shows)
        return id_triggers(self.remainder, self.cases, small, shows)

    def _failing_mask(self, trigger: Trigger, case: Question, effect: str) -> Question | None:
        """What still fails when a trigger is masked; if possible with the same effect. That nothing
        is left does not count where no text is a bug of its own."""
        of_nothing = [it for it in self._triggers if it.words in (NO_TEXT, NO_IDS)]
        failing = [
            mask
            for mask in trigger.masks(case)
            if self.remainder.fails(mask) and not any(it.occurs(mask) for it in of_nothing)
        ]
        alike = (mask for mask in failing if self.remainder.effect(mask) == effect)
        return next(alike, failing[0] if failing else None)


def _is_after_one_space(case: Question) -> bool:
    """Whether it is a word with a space before it, as a piece may be."""
    return (
        isinstance(case, EncodeCase)
        and sum(map(str.isspace, case.text)) == case.text.count(" ") == 1
    )


def _is_of_one(trigger: Trigger) -> bool:
    return trigger.is_narrow and trigger.words.startswith("U+")


def _is_of_character(bug: Bug) -> bool:
    return isinstance(bug.case, EncodeCase) and bug.cause.startswith("U+") and bug.stage != "model"


def _is_literal(bug: Bug) -> bool:
    return bug.cause.startswith(LITERAL)


def _is_long(case: Question) -> bool:
    return isinstance(case, EncodeCase) and len(case.text) > LONG
