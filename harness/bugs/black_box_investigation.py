"""`BlackBoxInvestigator`: the findings of a side that shows no stages, and whose bugs nobody knows.

Texts and ids are told apart by `separation`: a finding a bug. What is asked otherwise (columns,
pairs, ranges, streams), and what costs a worker its life, is named one bug at a time: the smallest
is shrunk and named, with it go all cases that its likeliest bug explains; then the smallest of the
rest.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tokparity.harness.bugs.answers import Question
from tokparity.harness.bugs.beside import LONGEST, OF_A_DECODER, cases_beside, cases_of_cause
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.long_texts import rows_of_long
from tokparity.harness.bugs.remainder import left_over, shape_of
from tokparity.harness.bugs.separation import Separation
from tokparity.harness.bugs.shown_too import Others
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import ALWAYS_A_FINDING
from tokparity.harness.naming.diverging_case import (
    DivergingCase,
    batch_size,
    candidate_limit,
    direction,
    is_costly,
)
from tokparity.harness.naming.first_stage import Diagnosis, observed_ids
from tokparity.harness.naming.investigation import Alike, Investigator, NamedSighting, Worth
from tokparity.harness.shrinking.case import case_order
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Op,
    Refusal,
    case_ids,
    case_texts,
)
from tokparity.reports.records.finding import IN_COMMON, OTHERS, Beside, Field

BUGS = 8
"""Bugs looked for among the cases of one op and field; the rest are one finding that says so."""
MOST_ADDED = 8
"""Added tokens that a case holds, of which a sighting tells."""
LONGEST_CAUSE = 120
"""Characters of what the cases of a bug have in common."""
UNEXPLAINED = "unexplained"
"""The symptom of what no bug accounts for: of no finding that is one."""


def _all(diagnosis: Diagnosis, cases: Sequence[Case]) -> list[bool]:
    """One bug explains all."""
    return [True] * len(cases)


@dataclass(frozen=True, slots=True)
class BlackBoxInvestigator(Investigator):
    """As `Investigator`. `explains` says of cases whether the bug that was named shows in them;
    `separate` tells the bugs of texts and ids apart, and `diagnosis_of` names one of them;
    `added_tokens` are those that the file has, `settings` what it says of each stage."""

    explains: Callable[[Diagnosis, Sequence[Case]], list[bool]] = _all
    separate: Callable[[Sequence[Question]], Separation] | None = None
    diagnosis_of: Callable[[Bug], Diagnosis] | None = None
    added_tokens: Sequence[AddedToken] = ()
    settings: Callable[[], tuple[tuple[str, str], ...]] = tuple

    def investigate(self, raws: Sequence[DivergingCase]) -> list[NamedSighting]:
        """The smallest sighting of each bug met, sorted by key."""
        answers: dict[Question, DivergingCase] = {}
        refusals: dict[Question, DivergingCase] = {}
        groups: dict[tuple[Op, Field, str], list[DivergingCase]] = {}
        counts: Counter[Case] = Counter()
        for raw in self._plainer(raws):
            case = raw.case
            if self._is_separable(raw) and isinstance(case, EncodeCase | DecodeCase):
                separable = refusals if raw.divergence.field == "refusal" else answers
                separable[case] = raw
                counts[case] += 1
            else:
                kind = direction(case), raw.divergence.field, _refused(raw)
                groups.setdefault(kind, []).append(raw)
        bugs = [*self._separated(answers, counts)]
        if refusals:  # apart: a refusal is another bug than a wrong answer, whatever causes both
            bugs += self._separated(refusals, counts)
        for group in groups.values():
            bugs += self._bugs(group)
        return smallest_of_each(bugs)

    def smallest(
        self, raw: DivergingCase, budget: CandidateBudget, worth: Worth = list
    ) -> DivergingCase:
        """The smallest case that shows the same bug, where bugs are told apart; of others, and of
        refusals, one that parts in the same field and is refused in the same words."""
        return self._smallest(raw, budget, batch_size(raw), self._same_bug(raw), worth)

    def _same_bug(self, raw: DivergingCase) -> Alike:
        same_field, shows = self._same_field(raw), self._shows(raw)

        def alike(others: Sequence[DivergingCase]) -> list[bool]:
            return [
                is_alike and _refusals(other) == _refusals(raw) and shows(other.case)
                for other, is_alike in zip(others, same_field(others), strict=True)
            ]

        return alike

    def _shows(self, raw: DivergingCase) -> Callable[[Case], bool]:
        """Whether a case shows the bug that a diverging one shows."""
        case = raw.case
        if self.separate is None or not self._is_separable(raw):
            return lambda _: True
        assert isinstance(case, EncodeCase | DecodeCase)
        separation = self.separate([case])
        mine = [bug for bug in separation.bugs if separation.shows(bug, case)]
        if not mine:
            return lambda _: True
        bug = min(mine, key=lambda bug: bug.case != case)
        return lambda it: isinstance(it, EncodeCase | DecodeCase) and separation.shows(bug, it)

    def _is_separable(self, raw: DivergingCase) -> bool:
        if self.separate is None or is_costly(raw):
            return False
        return isinstance(raw.case, EncodeCase | DecodeCase) and raw.divergence.field != "offsets"

    def _separated(
        self, raws: dict[Question, DivergingCase], counts: Counter[Case]
    ) -> Iterator[NamedSighting]:
        """A sighting of each bug; each case is counted to one of those that it shows."""
        if self.separate is None or not raws:
            return
        separation = self.separate([*raws])
        separation.box.prepare([*raws])  # all together: whose the others are is asked one by one
        found: dict[str, NamedSighting] = {}
        rest = dict(raws)
        for bug in separation.bugs:
            shown = [case for case in rest if separation.shows(bug, case)]
            count = sum(counts[case] for case in shown)
            if (sighting := self._sighting(bug, raws, count, separation)) is None:
                continue  # its cases are left for another bug, or for what nothing explains
            for case in shown:
                del rest[case]
            if sighting.signature.key in found:  # two bugs of one name are two findings
                words = f"{sighting.signature.symptom} {bug.fault_model or bug.causes[0]}".strip()
                sighting = replace(sighting, signature=replace(sighting.signature, symptom=words))
            found[sighting.signature.key] = sighting
        if rest:
            count = sum(counts[case] for case in rest)
            first = min(rest.values(), key=lambda raw: case_order(raw.case))
            small = self._smallest_unexplained(first, separation)
            left = self._left_over(small, first, separation)
            twin = found.get(left.signature.key)
            same = next((it for it in found.values() if it.sighting.case == small.case), None)
            if same is not None:
                found[same.signature.key] = _counting(same, count, first.case)
            elif twin is not None and left.signature.symptom and IN_COMMON in twin.shape:
                found[left.signature.key] = _with_others(twin, count)
            else:
                yield _unexplained(left, separation.bounds(count), count)
        yield from found.values()

    def _left_over(
        self, small: DivergingCase, first: DivergingCase, separation: Separation
    ) -> NamedSighting:
        """What no bug accounts for, named with all of them taken off."""
        assert isinstance(small.case, EncodeCase | DecodeCase)
        bug = separation.left(small.case)
        if bug is None:
            return _as_refused(self._investigated(small, first), small)
        found = self._named(bug)._investigated(small, first)
        return _as_refused(self._beside_others(found, separation.others(bug)), small)

    def _named(self, bug: Bug) -> "BlackBoxInvestigator":
        """One to whom each case is one of the bug."""
        assert self.diagnosis_of is not None
        diagnosis = self.diagnosis_of(bug)
        named = replace(self, name=lambda _: diagnosis)
        if (bug.symptom and not bug.fault_model) or bug.component:
            symptom = "" if bug.component else bug.symptom  # one finding, whatever shows it
            named = replace(named, symptom=lambda *_: symptom)
        return named

    def _beside_others(self, found: NamedSighting, others: Others) -> NamedSighting:
        """With what other bugs have to do with its case, and with those beside it."""
        rows = []
        for row in found.sighting.beside:
            case = row.case
            if isinstance(case, EncodeCase | DecodeCase):
                if others.account_for(case):
                    row = replace(row, is_of_others=True)
                elif not row.is_alike and others.leave_over(case):
                    row = replace(row, shows_more=True)
            rows.append(row)
        told = replace(found.sighting, beside=tuple(rows), shown_too=others.shown_too())
        return self._with_names(replace(found, sighting=told))

    def _sighting(
        self,
        bug: Bug,
        raws: dict[Question, DivergingCase],
        count: int,
        separation: Separation,
    ) -> NamedSighting | None:
        diverging = self.diverging([bug.case])
        if not diverging or self.diagnosis_of is None:
            return None
        small = diverging[0]
        like = [raws[case] for case in bug.cases if case in raws]
        original = min(like, key=lambda raw: case_order(raw.case), default=small)
        sighting = self._named(bug)._investigated(small, original)
        if not bug.fault_model:
            words = IN_COMMON + _up_to(bug.cause, LONGEST_CAUSE)
            sighting = replace(sighting, shape=f"{sighting.shape}; {words}")
            if not is_costly(small):
                asked = {row.case for row in sighting.sighting.beside}
                others = [it for it in cases_of_cause(words, small.case) if it not in asked]
                sighting = self._with_beside(sighting, self._answered_beside(others))
        sighting = _as_refused(sighting, small)
        sighting = self._beside_others(sighting, separation.others(bug))
        return replace(sighting, sighting=replace(sighting.sighting, count=count))

    def _investigated(self, raw: DivergingCase, original: DivergingCase) -> NamedSighting:
        """As `Investigator` has it, with what both sides answer to cases beside the smallest."""
        found = Investigator._investigated(self, raw, original)
        settings = self.settings()
        added = self._added(raw.case)
        found = replace(found, sighting=replace(found.sighting, added=added, settings=settings))
        gives_up = is_costly(raw)
        if isinstance(raw.case, EncodeCase) and len(raw.case.text) > LONGEST:
            ask = self._answered_beside
            beside = tuple(rows_of_long(raw.case, lambda case: ask([case])[0], gives_up=gives_up))
        else:
            contents = [content for _, content in added]
            near = [] if gives_up else self._near(raw.case, contents)
            beside = tuple(self._answered_beside(near))
        return self._with_beside(found, beside)

    def _with_beside(self, found: NamedSighting, beside: Sequence[Beside]) -> NamedSighting:
        """With more rows beside its case, and the names of their ids."""
        rows = (*found.sighting.beside, *beside)
        return self._with_names(replace(found, sighting=replace(found.sighting, beside=rows)))

    def _with_names(self, found: NamedSighting) -> NamedSighting:
        """With the names of all ids that are shown of it."""
        seen = found.sighting
        ids = {i for each in seen.beside for i in observed_ids(each.left, each.right)}
        ids |= {i for each in seen.beside for i in case_ids(each.case)}
        if (others := seen.shown_too) is not None:
            told = (others.answer, *(others.any_text or ())[1:])
            ids |= {i for answer in told if isinstance(answer, Encoding) for i in answer.ids}
        known = dict(seen.pieces) | {i: self.pieces(i) or "" for i in ids}
        return replace(found, sighting=replace(seen, pieces=tuple(sorted(known.items()))))

    def _answered_beside(self, cases: Sequence[Case]) -> list[Beside]:
        answers = zip(observe(self.left, cases), observe(self.right, cases), strict=True)
        return [Beside(case, *sides) for case, sides in zip(cases, answers, strict=True)]

    def _added(self, case: Case) -> tuple[tuple[int, str], ...]:
        """The added tokens that are written in a case, or among its ids."""
        texts, ids = case_texts(case), set(case_ids(case))
        return tuple(
            (token.id, token.content)
            for token in self.added_tokens
            if token.id in ids or any(token.content and token.content in text for text in texts)
        )[:MOST_ADDED]

    def _near(self, case: Case, contents: Sequence[str]) -> list[Case]:
        is_decoded = isinstance(case, DecodeCase)
        decoded = [self._ids_of(text) for text in OF_A_DECODER] if is_decoded else []
        return list(cases_beside(case, self._ids_of("a"), contents, decoded))

    def _ids_of(self, text: str) -> tuple[int, ...]:
        """What the left side encodes a text to, or the right where that has no answer."""
        asked = [EncodeCase(text, EncodeOptions(False, parsed)) for parsed in (True, False)]
        answers = [it for side in (self.left, self.right) for it in observe(side, asked)]
        ids = [answer.ids for answer in answers if isinstance(answer, Encoding)]
        return ids[0] if ids else ()

    def _smallest_unexplained(self, raw: DivergingCase, separation: Separation) -> DivergingCase:
        """The smallest that a case shrinks to and no bug explains: of several things that are wrong
        in it one."""
        field = raw.divergence.field

        def alike(others: Sequence[DivergingCase]) -> list[bool]:
            return [
                other.divergence.field == field
                and isinstance(case := other.case, EncodeCase | DecodeCase)
                and not any(separation.shows(bug, case) for bug in separation.bugs)
                for other in others
            ]

        budget = CandidateBudget(candidate_limit(raw))
        return self._smallest(raw, budget, batch_size(raw), alike)

    def _bugs(self, raws: Sequence[DivergingCase]) -> Iterator[NamedSighting]:
        """The bugs that show in one field of one op, each with how many cases it explains."""
        rest = sorted(raws, key=lambda raw: case_order(raw.case))
        for _ in range(BUGS):
            if not rest:
                return
            small = self._small(rest[0])
            bug = self._investigated(small, rest[0])
            explained = self.explains(self.name(small.case), [raw.case for raw in rest])
            left = [raw for raw, by_it in zip(rest[1:], explained[1:], strict=True) if not by_it]
            yield replace(bug, sighting=replace(bug.sighting, count=len(rest) - len(left)))
            rest = left
        if rest:
            first = min(rest, key=lambda raw: case_order(raw.case))
            words = left_over(f"{BUGS} bugs", len(rest))
            yield _unexplained(self._investigated(first, first), words, len(rest))


def smallest_of_each(bugs: Iterable[NamedSighting]) -> list[NamedSighting]:
    """Of each signature the smallest sighting, with the cases of all; sorted by key."""
    smallest: dict[str, NamedSighting] = {}
    for bug in bugs:
        key, best = bug.signature.key, bug
        if (before := smallest.get(key)) is not None:
            best = min(before, bug, key=lambda either: case_order(either.sighting.case))
            count = before.sighting.count + bug.sighting.count
            best = replace(best, sighting=replace(best.sighting, count=count))
        smallest[key] = best
    return sorted(smallest.values(), key=lambda bug: bug.signature.key)


def _as_refused(sighting: NamedSighting, small: DivergingCase) -> NamedSighting:
    """Of a refusal the message is what it looks like."""
    if small.divergence.field != "refusal":
        return sighting
    words = shape_of(next(_messages(small), ""))
    return replace(sighting, signature=replace(sighting.signature, symptom=words))


def _unexplained(sighting: NamedSighting, words: str, count: int) -> NamedSighting:
    """What no bug accounts for, as one finding that says so."""
    symptom = f"{sighting.signature.symptom} {UNEXPLAINED}".strip()
    return replace(
        sighting,
        signature=replace(sighting.signature, symptom=symptom),
        shape=f"{sighting.shape}; {words}",
        sighting=replace(sighting.sighting, count=count),
    )


def _counting(sighting: NamedSighting, count: int, case: Case) -> NamedSighting:
    """A bug with so many more cases, of which this is the smallest."""
    seen = sighting.sighting
    found_as = seen.found_as if seen.count else case
    more = replace(seen, count=seen.count + count, found_as=found_as)
    return replace(sighting, sighting=more)


def _with_others(sighting: NamedSighting, count: int) -> NamedSighting:
    """A bug with cases that look like its own, and have not what those have in common."""
    more = replace(sighting.sighting, count=sighting.sighting.count + count)
    return replace(sighting, shape=f"{sighting.shape}; {OTHERS}", sighting=more)


def _up_to(cause: str, most: int) -> str:
    """Of several parts those that there is room for."""
    return cause if len(cause) <= most else cause[:most].rpartition("; ")[0] or cause[:most]


def _messages(raw: DivergingCase) -> Iterator[str]:
    return (side.detail for side in (raw.left, raw.right) if isinstance(side, Refusal))


def _refusals(raw: DivergingCase) -> list[tuple[str, str]]:
    """The kinds and messages of what is refused, without what is of one input."""
    sides = [side for side in (raw.left, raw.right) if isinstance(side, Refusal)]
    return [(side.kind, shape_of(side.detail)) for side in sides]


def _refused(raw: DivergingCase) -> str:
    """Which refusal it is: its kind, and its message without what is of one input."""
    kinds = [side.kind for side in (raw.left, raw.right) if isinstance(side, Refusal)]
    kind = next((kind for kind in kinds if kind in ALWAYS_A_FINDING), "")
    return f"{kind} {shape_of(next(_messages(raw), ''))}" if kind else ""
