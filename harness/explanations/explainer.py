"""`Explainer`: which known differences account for each diverging case of a pair.

A set of explanations accounts for a case where both sides give one answer once those of the set
have changed the reference. The side that none changes answers as its library was recorded. First
all together are tried, one answer a case: where these do not, no smaller set is likely to, and each
alone is tried all the same. Then `causes` looks for the first by stage that is needed, in log2(k)
more answers; `explain` for a set of which none can be left out, in up to 2k.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby

from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.harness.compare.verdict import Agreement, Divergence, compare
from tokparity.harness.explanations.changes import CHANGES, OF_SPECIALS
from tokparity.harness.explanations.ranges import ANSWERS
from tokparity.harness.explanations.shared_words import SharedWords
from tokparity.reference_impl.contract import (
    PLACES,
    Case,
    EncodeCase,
    Encoding,
    FullCase,
    Observation,
    Op,
    case_ids,
    case_texts,
)
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.explanation import THESE_CASES, BoundExplanation, Explanation

Answers = tuple[Observation, Observation]
"""What both libraries answered a case: left, right."""
Some = frozenset[int]
"""Positions of explanations in their pair's list."""

_OPS: tuple[Op, ...] = ("encode", "encode_full", "decode")
_CHANGED_KEPT = 32
"""Changed tokenizers kept: those of sets come and go, and one of a large vocabulary takes longer to
make than to ask. Equal models are one."""
_WORDS_KEPT = 4
"""Caches of words, tens of MB each."""
_PART = 1 << 17
"""Characters, or ids to decode, of the cases at hand together: as much is remembered of them, for
each set that is tried."""


def _as_reported(answer: Observation, recorded: Observation) -> Observation:
    """An answer without the ranges that the library does not report."""
    match answer, recorded:
        case Encoding(ids), Encoding(_, None):
            return Encoding(ids)
    return answer


def _size(case: Case) -> int:
    return len(case_ids(case)) + sum(map(len, case_texts(case)))


def _no_tokenizer(at_left: bool) -> Tokenizer:
    raise AssertionError("nothing is known that could change one")


@dataclass(slots=True)
class Explainer:
    """Of one pair: `bound` are what may account for its cases, in the ledger's order, `tokenizer`
    gives the reference on the left file (True) or the right one.

    Not there: explanations of a refusal, which no change of a tokenizer accounts for.
    """

    bound: tuple[BoundExplanation, ...] = ()
    tokenizer: Callable[[bool], Tokenizer] = _no_tokenizer
    _plain: dict[bool, ReferenceSide] = field(default_factory=dict)
    _words: SharedWords = field(default_factory=lambda: SharedWords(_WORDS_KEPT, _CHANGED_KEPT))
    _known: dict[tuple[bool, Some], dict[int, Observation]] = field(default_factory=dict)
    """What was answered of the cases at hand, by position: two sets may change one side alike."""
    _changed: dict[tuple[bool, Some], ReferenceSide] = field(default_factory=dict)
    _applicable: dict[int, bool] = field(default_factory=dict)

    def explain(self, cases: Sequence[tuple[Case, Answers]]) -> list[tuple[Explanation, ...]]:
        """For each diverging case the smallest set found, in the ledger's order; () where none
        accounts for it."""
        found: list[tuple[Explanation, ...]] = [()] * len(cases)
        if not self.bound:
            return found
        for at, (case, answers) in enumerate(cases):
            found[at] = self._accepted(case, answers)
        for op, part in self._parts(cases, found):
            sets = self._sets(op, [cases[at] for at in part])
            for at, some in zip(part, sets, strict=True):
                found[at] = tuple(self.bound[index].explanation for index in sorted(some))
        return found

    def causes(self, cases: Sequence[tuple[Case, Answers]]) -> list[Explanation | None]:
        """For each diverging case the first explanation by stage without which what is known would
        not account for it; None where that does not at all."""
        found: list[Explanation | None] = [None] * len(cases)
        if not self.bound:
            return found
        for at, (case, answers) in enumerate(cases):
            found[at] = next(iter(self._accepted(case, answers)), None)
        for op, part in self._parts(cases, found):
            first = self._first_needed(op, [cases[at] for at in part])
            for at, index in zip(part, first, strict=True):
                found[at] = None if index is None else self.bound[index].explanation
        return found

    def together(self, cases: Sequence[tuple[Case, Answers]]) -> list[bool]:
        """Of each diverging case whether an entry accepted it, or all that is known, taken
        together, accounts for it: where this is so, `causes` finds one."""
        held: list[bool] = [bool(self._accepted(case, answers)) for case, answers in cases]
        for op, part in self._parts(cases, held):
            about = frozenset(self._about(op))
            some = [cases[at] for at in part]
            sound = self._in_fidelity({self.bound[index].at_left for index in about}, some)
            for at in self._where(about, sound, some):
                held[part[at]] = True
        return held

    def _parts(
        self, cases: Sequence[tuple[Case, Answers]], found: Sequence[object]
    ) -> Iterator[tuple[Op, list[int]]]:
        """Positions of the cases that nothing is found for yet, of one op: as many as are at hand
        together. Of the cases of another part, or of a call that failed, nothing is known."""
        for op in _OPS:
            waiting = [at for at, (case, _) in enumerate(cases) if case.op == op and not found[at]]
            ends = accumulate(_size(cases[at][0]) for at in waiting)
            for _, part in groupby(zip(waiting, ends, strict=True), lambda some: some[1] // _PART):
                self._forget_cases()
                yield op, [at for at, _ in part]
        self._forget_cases()

    def _about(self, op: Op) -> list[int]:
        """The explanations that speak of an op; of encoding also where everything is asked."""
        spoken = "encode" if op == "encode_full" else op
        return [
            index
            for index, bound in enumerate(self.bound)
            if spoken in bound.explanation.ops and self._applies(index)
        ]

    def _first_needed(self, op: Op, cases: Sequence[tuple[Case, Answers]]) -> list[int | None]:
        """Of each case how far the list, in the order of stages, can be cut off from its beginning:
        what stands there then is needed. All cases are halved together."""
        about = self._about(op)
        about.sort(key=lambda index: PLACES.index(self.bound[index].explanation.stage))
        needed: list[int | None] = [None] * len(cases)
        if not about:
            return needed
        sound = self._in_fidelity({self.bound[index].at_left for index in about}, cases)
        together = self._where(frozenset(about), sound, cases)
        spans = {(0, len(about)): together}
        while spans:
            halves: dict[tuple[int, int], list[int]] = {}
            for (low, high), group in spans.items():
                if high - low == 1:
                    for at in group:
                        needed[at] = about[low]
                    continue
                middle = (low + high) // 2
                hold = frozenset(self._where(frozenset(about[middle:]), group, cases))
                upper = [at for at in group if at in hold]
                lower = [at for at in group if at not in hold]
                for span, part in (((middle, high), upper), ((low, middle), lower)):
                    if part:
                        halves.setdefault(span, []).extend(part)
            spans = halves
        rest = [at for at in sound if needed[at] is None]
        for index in about:  # changes that stand in each other's way
            for at in self._where(frozenset({index}), rest, cases):
                needed[at] = index
            rest = [at for at in rest if needed[at] is None]
        for at, some in self._all_but_one(about, rest, cases).items():
            parts = (index for index in about if index in some)
            lacking = (part for part in parts if not self._where(some - {part}, [at], cases))
            needed[at] = next(lacking, min(some))
        return needed

    def _all_but_one(
        self, about: Sequence[int], positions: Sequence[int], cases: Sequence[tuple[Case, Answers]]
    ) -> dict[int, Some]:
        """Of the cases that neither all changes together nor one alone accounts for, those that all
        but one do: two may say different things of one field."""
        found: dict[int, Some] = {}
        for index in about if len(about) > 2 else ():
            some = frozenset(about) - {index}
            rest = [at for at in positions if at not in found]
            found.update(dict.fromkeys(self._where(some, rest, cases), some))
        return found

    def applicable(self) -> tuple[int, ...]:
        """The explanations whose change does something in this pair, each of one side: what both
        files have alike is no difference of theirs."""
        return tuple(filter(self._applies, range(len(self.bound))))

    def _applies(self, index: int) -> bool:
        """Whether an explanation is applicable, found when it is asked for: a changed pattern takes
        a tenth of a second to compile."""
        if index not in self._applicable:
            bound = self.bound[index]
            alike = (at for at in range(index) if self.bound[at].explanation == bound.explanation)
            self._applicable[index] = not any(map(self._applies, alike)) and (
                bound.explanation.change in ANSWERS
                or self._change(index, plain := self.tokenizer(bound.at_left)) is not plain
            )
        return self._applicable[index]

    def idle(self) -> list[Explanation]:
        """Explanations that name the very file they change, and change nothing in it."""
        return [
            bound.explanation
            for index, bound in enumerate(self.bound)
            if bound.explanation.change != THESE_CASES
            and bound.explanation.of_one_file
            and not self._applies(index)
        ]

    def _accepted(self, case: Case, answers: Answers) -> tuple[Explanation, ...]:
        """The entry that accepted this very case with these very answers."""
        return tuple(
            bound.explanation
            for bound in self.bound
            for accepted in bound.explanation.answers
            if accepted.case == case and (accepted.left, accepted.right) == answers
        )[:1]

    def _sets(self, op: Op, cases: Sequence[tuple[Case, Answers]]) -> list[Some]:
        about = self._about(op)
        nothing: Some = frozenset()
        sets = [nothing] * len(cases)
        if not about:
            return sets
        every = frozenset(about)
        sound = self._in_fidelity({self.bound[index].at_left for index in about}, cases)
        together = self._where(every, sound, cases)
        for at in together:
            sets[at] = every
        rest = sound
        for index in about:
            alone: Some = frozenset({index})
            explained = self._where(alone, rest, cases) if len(about) > 1 else together
            for at in explained:
                sets[at] = alone
            settled = frozenset(explained)
            rest = [at for at in rest if at not in settled]
        unexplained = [at for at in rest if not sets[at]]
        for at, some in self._all_but_one(about, unexplained, cases).items():
            sets[at] = some
        for index in about:
            groups: dict[Some, list[int]] = defaultdict(list)
            for at, some in enumerate(sets):
                if len(some) > 2 and index in some:
                    groups[some].append(at)
            for some, group in groups.items():
                for at in self._where(some - {index}, group, cases):
                    sets[at] = some - {index}
        return sets

    def _in_fidelity(self, sides: set[bool], cases: Sequence[tuple[Case, Answers]]) -> list[int]:
        """Positions of the cases where the reference is what the library is, on the sides that may
        be changed: else a change of the reference says nothing about the library."""
        sound = set(range(len(cases)))
        for at_left in sides:
            asked = [at for at in sorted(sound) if self._may_matter(at_left, cases[at][0])]
            ours = observe(self._reference(at_left), [cases[at][0] for at in asked])
            for at, answer in zip(asked, ours, strict=True):
                recorded = cases[at][1][0 if at_left else 1]
                if isinstance(compare(answer, recorded, strict=True), Divergence):
                    sound.discard(at)
        return sorted(sound)

    def _may_matter(self, at_left: bool, case: Case) -> bool:
        """As `_matters`, of all that are applicable on one side."""
        if isinstance(case, EncodeCase | FullCase) and not case.options.add_special:
            return any(
                bound.at_left == at_left
                and bound.explanation.change not in OF_SPECIALS
                and self._applies(index)
                for index, bound in enumerate(self.bound)
            )
        return True

    def _matters(self, some: Some, case: Case) -> bool:
        """Whether a set can change what a side answers to a case."""
        if isinstance(case, EncodeCase | FullCase) and not case.options.add_special:
            return any(self.bound[at].explanation.change not in OF_SPECIALS for at in some)
        return True

    def _where(
        self, some: Some, positions: Sequence[int], cases: Sequence[tuple[Case, Answers]]
    ) -> list[int]:
        """Those of the positions whose case this set accounts for."""
        if not positions:
            return []
        columns: list[list[Observation]] = []
        for at_left in (True, False):
            mine = frozenset(index for index in some if self.bound[index].at_left == at_left)
            recorded = [cases[at][1][0 if at_left else 1] for at in positions]
            answers = recorded
            if mine:
                known = self._known.setdefault((at_left, mine), {})
                new = [
                    at for at in positions if at not in known and self._matters(mine, cases[at][0])
                ]
                given = self._answers(at_left, mine, [cases[at][0] for at in new])
                known.update(zip(new, given, strict=True))
                same = zip(positions, recorded, strict=True)
                answers = [known.get(at, unchanged) for at, unchanged in same]
            columns.append(list(map(_as_reported, answers, recorded)))
        self._rewrite(some, [cases[at][0] for at in positions], columns)
        return [
            at
            for at, left, right in zip(positions, *columns, strict=True)
            if isinstance(compare(left, right, strict=False), Agreement)
        ]

    def _rewrite(
        self, some: Some, cases: Sequence[Case], columns: Sequence[list[Observation]]
    ) -> None:
        """What explanations of a set make of one side's answers beside the other's."""
        for name, rewrite in ANSWERS.items():
            for index in sorted(some):
                bound = self.bound[index]
                if bound.explanation.change != name:
                    continue
                mine, theirs = columns if bound.at_left else columns[::-1]
                tokenizer = self.tokenizer(bound.at_left)
                for at, case in enumerate(cases):
                    if isinstance(case, EncodeCase) and mine[at] != theirs[at]:
                        mine[at] = rewrite(tokenizer, mine[at], theirs[at])

    def _answers(self, at_left: bool, some: Some, cases: Sequence[Case]) -> list[Observation]:
        key = (at_left, some)
        side = self._changed.pop(key, None)
        if side is None:
            tokenizer = self._reference(at_left).tokenizer
            for index in sorted(some):
                tokenizer = self._change(index, tokenizer)
            made = self._words.made(tokenizer.model)
            side = ReferenceSide(
                tokenizer if made is tokenizer.model else replace(tokenizer, model=made)
            )
            if len(self._changed) >= _CHANGED_KEPT:
                self._changed.pop(next(iter(self._changed)))
        self._changed[key] = side
        return list(observe(side, cases))

    def _reference(self, at_left: bool) -> ReferenceSide:
        """The reference as it is. It, and what is changed of it beside model and pre-tokenizer,
        have one cache of words."""
        if at_left not in self._plain:
            tokenizer = replace(self.tokenizer(at_left), words=self._words)
            self._plain[at_left] = ReferenceSide(tokenizer)
        return self._plain[at_left]

    def _forget_cases(self) -> None:
        self._known.clear()
        self._words.forget_texts()

    def _change(self, index: int, tokenizer: Tokenizer) -> Tokenizer:
        explanation = self.bound[index].explanation
        change = CHANGES.get(explanation.change)
        return tokenizer if change is None else change(tokenizer, explanation)
