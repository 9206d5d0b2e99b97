"""Name a black box's bug: which single change of the reference answers as it does?

The box holds the same artefact as the reference and shows answers alone. Each variant of the
registry is asked what the box was asked: a diverging case and its neighbours (`neighbours`). Those
that answer all alike are the candidates, the likely bug. Where these are none, or of several
stages, the box's answers are reasoned about (`stage_blame`); where that says nothing: unknown.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from harness.compare import Agreement, Refused, compare
from harness.naming import Named
from harness.neighbours import neighbours
from harness.sides import ReferenceSide, Side, observe
from harness.stage_blame import Evidence, blamed_stage
from reference_impl.contract import Case, EncodeCase, FullCase, Observation
from reference_impl.errors import TokparityError
from reference_impl.stages import component
from reference_impl.tokenizer import Tokenizer
from reference_impl.variants import FAMILIES, VARIANTS
from reference_impl.variants.variant import Variant


def registry() -> tuple[Variant, ...]:
    """Every variant there is, and of each family those of its sensible parameters."""
    made = [
        family.of(parameters)
        for family in FAMILIES.values()
        for parameters in getattr(family, "defaults", ())
    ]
    return (*VARIANTS.values(), *made)


@dataclass(slots=True)
class Changed:
    """One tokenizer as each variant changes it; applied when first asked for, and kept.

    A variant that does not touch the tokenizer is not among them.
    """

    honest: Tokenizer
    variants: Sequence[Variant] = field(default_factory=registry)
    _sides: dict[str, tuple[Variant, ReferenceSide] | None] = field(default_factory=dict)

    def without(self, withheld: Collection[str]) -> Iterable[tuple[Variant, ReferenceSide]]:
        """All but those that are withheld, by their name or their family's."""
        for variant in self.variants:
            name = variant.name
            if name in withheld or name.partition(" ")[0] in withheld:
                continue
            if name not in self._sides:
                changed = variant.apply(self.honest)
                same = changed is self.honest
                self._sides[name] = None if same else (variant, ReferenceSide(name, changed))
            if (kept := self._sides[name]) is not None:
                yield kept


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """Names the stage of a black box's diverging cases, and its likely bugs.

    `box` is asked for answers alone. `withheld`: names of variants, or of families, that are not
    looked at: to measure how well a bug that nobody thought of is named.
    """

    honest: Tokenizer
    box: Side
    changed: Changed
    withheld: frozenset[str] = frozenset()

    def name(self, case: Case) -> Named:
        """The stage at fault in one diverging case; its candidates, the likeliest first.

        Candidates of one stage name it. Of several, or of none, the box's answers to the case's
        neighbours and to questions made for each stage are looked at.
        """
        cases = [case, *neighbours(case, self.honest)]
        answers = dict(zip(cases, observe(self.box, cases), strict=True))
        shares = self._shares(case, answers)
        alike = [variant for variant, share in shares if share == 1.0]
        stages = dict.fromkeys(variant.stage for variant in alike)
        if len(stages) == 1:
            stage = alike[0].stage
        else:
            truth = zip(cases, observe(ReferenceSide("reference", self.honest), cases), strict=True)
            evidence = Evidence(self.honest, self.box, case, answers, dict(truth))
            near = tuple((variant.stage, share) for variant, share in shares)
            found = blamed_stage(evidence, near)
            alike = [variant for variant in alike if variant.stage == found]
            if found is None:
                return Named("unknown", "unknown", "unknown")
            stage = found
        texts = (case.text, case.options) if isinstance(case, EncodeCase | FullCase) else None
        trace = None
        if texts is not None:
            try:
                trace = self.honest.trace(*texts)
            except TokparityError:
                trace = None
        return Named(
            stage,
            component(self.honest, stage),
            "counterfactual",
            right_trace=trace,
            candidates=tuple((variant.name, variant.does) for variant in alike),
        )

    def _shares(
        self, case: Case, answers: Mapping[Case, Observation]
    ) -> list[tuple[Variant, float]]:
        """Of each variant that answers the case as the box does, on how many of all cases it does
        so; the best first, else in the registry's order."""
        cases = list(answers)
        found = []
        for variant, side in self.changed.without(self.withheld):
            if not same(observe(side, [case])[0], answers[case]):
                continue
            theirs = observe(side, cases)
            alike = sum(
                same(one, answers[asked]) for asked, one in zip(cases, theirs, strict=True)
            )
            found.append((variant, alike / len(cases)))
        return sorted(found, key=lambda one: -one[1])


def same(left: Observation, right: Observation) -> bool:
    """Whether two answers are one, or both are none."""
    return isinstance(compare(left, right, strict=True), Agreement | Refused)
