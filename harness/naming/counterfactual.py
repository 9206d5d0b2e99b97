"""Name a black box's bug: which single change of the reference answers as it does?

The black box holds the same artefact as the reference and shows answers alone. Each variant of the
registry is asked what the black box was asked: a diverging case and its neighbours (`neighbours`).
Those that answer all alike are the candidates, the likely bug. Where these are none, or of several
stages, the black box's answers are reasoned about (`stage_blame`); where that says nothing:
unknown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tokparity.harness.compare.sides import ReferenceSide, Side, observe
from tokparity.harness.fault_models import VARIANTS
from tokparity.harness.fault_models.variant import Variant
from tokparity.harness.naming.evidence import Evidence, same
from tokparity.harness.naming.first_stage import UNKNOWN, Diagnosis
from tokparity.harness.naming.neighbours import neighbours
from tokparity.harness.naming.stage_blame import blamed_stage
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    FullCase,
    Stage,
    StreamCase,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.stages import component
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.traces import Trace
from tokparity.reports.records.engine import FaultyReference


def registry() -> tuple[Variant, ...]:
    """Every variant there is. None of a family: which parameters a bug has, nobody knows."""
    return tuple(VARIANTS.values())


@dataclass(slots=True)
class Changed:
    """One tokenizer as each variant changes it; applied when first asked for, and kept."""

    honest: Tokenizer
    variants: Sequence[Variant] = field(default_factory=registry)
    _sides: dict[str, ReferenceSide | None] = field(default_factory=dict)
    _reader: list[TokenReader] = field(default_factory=list)

    @property
    def reader(self) -> TokenReader:
        """What reads this tokenizer's ids."""
        if not self._reader:
            self._reader.append(TokenReader(self.honest))
        return self._reader[0]

    def touching(self, stages: Sequence[Stage]) -> Iterator[Variant]:
        """The variants of these stages that make another tokenizer of this one."""
        for variant in self.variants:
            if variant.stage in stages:
                if variant.name not in self._sides:
                    changed = variant.apply(self.honest)
                    same_one = changed is self.honest
                    engine = FaultyReference(variant.name)
                    side = None if same_one else ReferenceSide(changed, engine)
                    self._sides[variant.name] = side
                if self._sides[variant.name] is not None:
                    yield variant

    def side(self, name: str) -> ReferenceSide:
        """The tokenizer as a variant changed it. KeyError for one that `touching` never gave."""
        side = self._sides[name]
        if side is None:
            raise KeyError(name)
        return side


def trace_of(tokenizer: Tokenizer, case: Case) -> Trace | None:
    """What the reference does with a case's text; None where it refuses or there is none."""
    if not isinstance(case, EncodeCase | FullCase):
        return None
    try:
        return tracing.trace(tokenizer, case.text, case.options)
    except TokparityError:
        return None


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """Names the stage of a black box's diverging cases, and its likely bugs.

    `black_box` is asked for answers alone. `withheld`: names of variants, or of families, that are
    not looked at: to measure how well a bug that nobody thought of is named.
    """

    black_box: Side
    changed: Changed
    withheld: frozenset[str] = frozenset()
    _diagnoses: dict[Case, Diagnosis] = field(default_factory=dict)

    def name(self, case: Case) -> Diagnosis:
        """The stage at fault in one diverging case; its candidates, the likeliest first.

        Candidates of one stage name it. Of several, or of none, the black box's answers to the
        case's neighbours and to questions made for each stage are looked at.
        """
        if case not in self._diagnoses:
            self._diagnoses[case] = self._name(case)
        return self._diagnoses[case]

    def _name(self, case: Case) -> Diagnosis:
        evidence = Evidence.of(
            self.changed.reader, self.black_box, case, neighbours(case, self.changed.honest)
        )
        shares = self._shares(evidence)
        alike = [variant for variant, share in shares if share == 1.0]
        stages = {variant.stage for variant in alike}
        if len(stages) == 1:
            stage: Stage | None = alike[0].stage
        else:
            near = tuple((variant.stage, share) for variant, share in shares)
            stage = blamed_stage(evidence, near)
            alike = [variant for variant in alike if variant.stage == stage]
        if stage is None:
            return UNKNOWN
        return Diagnosis(
            stage,
            component(self.changed.honest, stage),
            "counterfactual",
            right_trace=trace_of(self.changed.honest, case),
            candidates=tuple((variant.name, variant.does) for variant in alike),
        )

    def explains(self, diagnosis: Diagnosis, cases: Sequence[Case]) -> list[bool]:
        """Of each case, whether the likeliest candidate answers it as the black box does; all where
        there is no candidate."""
        if not diagnosis.candidates:
            return [True] * len(cases)
        side = self.changed.side(diagnosis.candidates[0][0])
        pairs = zip(observe(side, cases), observe(self.black_box, cases), strict=True)
        return [same(mine, theirs) for mine, theirs in pairs]

    def _shares(self, evidence: Evidence) -> list[tuple[Variant, float]]:
        """Of each variant that answers the case as the black box does, on how many of all cases it
        does so; the best first, else in the registry's order.

        The variants of models are the costly ones: they are asked where none other explains all.
        """
        cases, answers = list(evidence.answers), evidence.answers
        shares: list[tuple[Variant, float]] = []
        for of_model in (False, True):
            if of_model and any(share == 1.0 for _, share in shares):
                break
            for variant in self._able(evidence.case, of_model=of_model):
                side = self.changed.side(variant.name)
                if not same(observe(side, [evidence.case])[0], answers[evidence.case]):
                    continue
                pairs = zip(observe(side, cases), answers.values(), strict=True)
                alike = sum(same(mine, theirs) for mine, theirs in pairs)
                shares.append((variant, alike / len(cases)))
        return sorted(shares, key=lambda pair: -pair[1])

    def _able(self, case: Case, *, of_model: bool) -> Iterator[Variant]:
        """The variants that may have a say in such a case."""
        if isinstance(case, DecodeCase | StreamCase):
            stages: tuple[Stage, ...] = () if of_model else ("decoder", "added_tokens")
        elif of_model:
            stages = ("model",)
        else:
            stages = ("added_tokens", "normalizer", "pre_tokenizer", "post_processor")
        for variant in self.changed.touching(stages):
            if not {variant.name, variant.family} & self.withheld:
                yield variant
