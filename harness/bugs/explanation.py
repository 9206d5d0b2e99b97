"""The smallest composition of fault models that answers as the box does.

Greedy: at each step the fault model that explains most cases more, of the whole composition; when
none does, one member is exchanged. What a member explains must hold in the neighbours of its
smallest case too. Not here: what none explains (`masking`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations, islice
from operator import eq

from tokparity.harness.bugs.answers import Answer, Question, Respondent
from tokparity.harness.bugs.hypotheses import Table
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import STAGES

MOST = 8
"""Members of a composition."""
BREAKS = 5
"""Of so many cases that a fault model touches the box may agree with the reference in one …"""
IN_BOTH, PAIRS = 2, 200
"""Of so many of the smallest cases left so many pairs of fault models are tried."""
HIDDEN_IN, APART = 4, 4
"""Of so many of the smallest cases in which a fault model is hidden, the neighbours; and of these
so many that would show it."""
COST_OF_BREAKING = 5
"""… which counts as much as so many that are explained."""


@dataclass(frozen=True, slots=True)
class Composition:
    """Names of fault models, the wrong cases that they explain and the right ones they spoil."""

    names: tuple[str, ...] = ()
    explained: frozenset[int] = frozenset()
    spoiled: frozenset[int] = frozenset()

    @property
    def score(self) -> int:
        """Cases explained, less what is spoiled."""
        return len(self.explained) - COST_OF_BREAKING * len(self.spoiled)


@dataclass(slots=True)
class Explainer:
    """Looks for the composition of one box. `names`: the fault models that may be members; `alike`
    says of two answers whether they are as good as the same. `unasked`: what the box cannot be
    asked."""

    table: Table
    box: Respondent
    names: Sequence[str]
    wrong: frozenset[int]
    near: Callable[[Question], Sequence[Question]]
    alike: Callable[[Answer, Answer], bool] = eq
    unasked: Set[Question] = frozenset()
    _answers: list[Answer] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._answers = [self.box(case) for case in self.table.cases]

    def composition(self, names: Iterable[str]) -> Composition:
        """What these explain together, and spoil."""
        members = tuple(self.table.hypotheses.ordered(names))
        touched = {index for name in members for index in self.table.touched[name]}
        right = frozenset(
            i for i in touched if self.alike(self.table.answer(members, i), self._answers[i])
        )
        return Composition(members, right & self.wrong, frozenset(touched) - right - self.wrong)

    def best(self) -> Composition:
        """The composition that explains most; the empty one where no fault model helps."""
        chosen = Composition()
        while len(chosen.names) < MOST and chosen.explained != self.wrong:
            bases = [[*chosen.names]]
            better = self._better(bases, chosen)
            if better is None and chosen.names:
                without = ([n for n in chosen.names if n != name] for name in chosen.names)
                better = self._better(list(without), chosen)
            better = better or self._pair(chosen)
            if better is None:
                break
            chosen = self._without_superfluous(better)
        return self._with_wholes(chosen)

    def apart(self, chosen: Composition) -> list[Question]:
        """Cases that tell from a composition what it may hide: a fault model that shows in no case
        but where a member shows too. In these it would show, and no member does."""
        members = [self.table.touched[name] for name in chosen.names]
        model, hypotheses = self.table.hypotheses.composed(chosen.names), self.table.hypotheses
        cases: dict[Question, None] = {}
        for name in self.names:
            touched = self.table.touched[name]
            hidden = all(any(index in member for member in members) for index in touched)
            if name in chosen.names or not hidden:
                continue
            smallest = sorted(touched, key=lambda index: case_order(self.table.cases[index]))
            near = (
                case
                for index in smallest[:HIDDEN_IN]
                for case in self.near(self.table.cases[index])
                if hypotheses.touches(name, case) and model(case) == hypotheses.honest(case)
            )
            cases.update(dict.fromkeys(islice(near, APART)))
        return list(cases)

    def _with_wholes(self, chosen: Composition) -> Composition:
        """One change of a stage in the place of several that are its parts: no normalizer at all
        is no case folding, no spaces and so on."""
        models = self.table.hypotheses.models
        for stage in STAGES:
            parts = [name for name in chosen.names if models[name].stage == stage]
            others = [name for name in chosen.names if name not in parts]
            wholes = [
                self.composition([*others, name])
                for name in (self.names if len(parts) > 1 else ())
                if models[name].stage == stage and name in self.table.touched
            ]
            best = max(wholes, key=lambda whole: whole.score, default=chosen)
            if best.score >= chosen.score:
                chosen = best
        return chosen

    def _without_superfluous(self, chosen: Composition) -> Composition:
        for name in chosen.names:
            fewer = self.composition(n for n in chosen.names if n != name)
            if len(fewer.explained) >= len(chosen.explained) and len(fewer.spoiled) <= len(
                chosen.spoiled
            ):
                chosen = fewer
        return chosen

    def _better(self, bases: Sequence[Sequence[str]], chosen: Composition) -> Composition | None:
        """A base with one fault model more that explains most beyond what is chosen."""
        found: list[tuple[Composition, str]] = []
        rest = self.wrong - chosen.explained
        for base in bases:
            for name in self._candidates(rest, chosen.names):
                composition = self.composition([*base, name])
                if composition.score > chosen.score:
                    found.append((composition, name))
        if not found:
            return None
        rank = self.table.hypotheses.rank
        most = max(composition.score for composition, _ in found)
        ties = [pair for pair in found if pair[0].score == most]
        new = min(
            (self.table.cases[i] for i in ties[0][0].explained - chosen.explained),
            key=case_order,
            default=None,
        )
        if len(ties) > 1 and new is not None:
            near = self.near(new)
            self.box.prepare(near)
            return min(
                ties,
                key=lambda pair: (
                    -self._agreement(pair[0].names, near),
                    len(pair[0].spoiled),
                    rank[pair[1]],
                ),
            )[0]
        return min(ties, key=lambda pair: (len(pair[0].spoiled), rank[pair[1]]))[0]

    def _pair(self, chosen: Composition) -> Composition | None:
        """With two fault models more, of which neither explains a case alone: both are in all of
        the smallest cases that are left."""
        rest = self.wrong - chosen.explained
        smallest = sorted(rest, key=lambda index: case_order(self.table.cases[index]))[:IN_BOTH]
        for index in smallest:
            names = [
                name
                for name in self._candidates(rest, chosen.names)
                if index in self.table.touched[name]
            ]
            for pair in islice(combinations(names, 2), PAIRS):
                if self.table.answer([*chosen.names, *pair], index) != self._answers[index]:
                    continue
                composition = self.composition([*chosen.names, *pair])
                if composition.score > chosen.score + 1:
                    return composition
        return None

    def _candidates(self, rest: frozenset[int], chosen: Sequence[str]) -> Iterator[str]:
        for name in self.names:
            touched = self.table.touched.get(name)
            if touched is None or name in chosen or rest.isdisjoint(touched):
                continue
            if len(touched.keys() - self.wrong) <= max(1, len(touched) // BREAKS):
                yield name

    def _agreement(self, names: Sequence[str], near: Sequence[Question]) -> int:
        model = self.table.hypotheses.composed(names)
        same = [case for case in near if model(case) == self.box(case)]
        return sum(case not in self.unasked for case in same)
