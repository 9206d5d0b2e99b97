"""Name a black box's bug: which single change of the reference answers as it does?

The black box holds the same artefact as the reference and shows answers alone. Each fault model of
the registry is asked what the black box was asked: a diverging case and its neighbours
(`neighbours`). Those that answer all alike are the candidates, the likely bug. Where these are
none, or of several stages, the black box's answers are reasoned about (`stage_blame`); where that
says nothing: unknown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tokparity.harness.compare.sides import ReferenceSide, Side, observe
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.naming.evidence import Evidence, same
from tokparity.harness.naming.first_stage import UNKNOWN, Diagnosis
from tokparity.harness.naming.ground import Ground
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

SO_CHANGED = "the reference with that change gives its answers"
"""By what a stage is told where a fault model explains the black box."""


def registry() -> tuple[FaultModel, ...]:
    """Every fault model there is. None of a family: which parameters a bug has, nobody knows."""
    return tuple(FAULT_MODELS.values())


@dataclass(slots=True)
class Changed:
    """One tokenizer as each fault model changes it; applied when first asked for, and kept."""

    honest: Tokenizer
    fault_models: Sequence[FaultModel] = field(default_factory=registry)
    _sides: dict[str, ReferenceSide | None] = field(default_factory=dict)
    _reader: list[TokenReader] = field(default_factory=list)

    @property
    def reader(self) -> TokenReader:
        """What reads this tokenizer's ids."""
        if not self._reader:
            self._reader.append(TokenReader(self.honest))
        return self._reader[0]

    def touching(self, stages: Sequence[Stage]) -> Iterator[FaultModel]:
        """The fault models of these stages that make another tokenizer of this one."""
        for fault_model in self.fault_models:
            if fault_model.stage in stages:
                if fault_model.name not in self._sides:
                    changed = fault_model.apply(self.honest)
                    same_one = changed is self.honest
                    engine = FaultyReference(fault_model.name)
                    side = None if same_one else ReferenceSide(changed, engine)
                    self._sides[fault_model.name] = side
                if self._sides[fault_model.name] is not None:
                    yield fault_model

    def side(self, name: str) -> ReferenceSide:
        """The tokenizer as a fault model changed it. KeyError where `touching` never gave it."""
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

    `black_box` is asked for answers alone. `withheld`: names of fault models, or of families, that
    are not looked at: to measure how well a bug that nobody thought of is named.
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
        alike = [fault_model for fault_model, share in shares if share == 1.0]
        stages = {fault_model.stage for fault_model in alike}
        if len(stages) == 1:
            ground: Ground | None = Ground(alike[0].stage, SO_CHANGED)
        else:
            near = tuple((model.stage, share, model.does) for model, share in shares)
            ground = blamed_stage(evidence, near)
            stage = ground and ground.stage
            alike = [fault_model for fault_model in alike if fault_model.stage == stage]
        if ground is None:
            return UNKNOWN
        return Diagnosis(
            ground.stage,
            component(self.changed.honest, ground.stage),
            "counterfactual",
            right_trace=trace_of(self.changed.honest, case),
            candidates=tuple((fault_model.name, fault_model.does) for fault_model in alike),
            ground=SO_CHANGED if alike else ground.why,
        )

    def explains(self, diagnosis: Diagnosis, cases: Sequence[Case]) -> list[bool]:
        """Of each case, whether the likeliest candidate answers it as the black box does; all where
        there is no candidate."""
        if not diagnosis.candidates:
            return [True] * len(cases)
        side = self.changed.side(diagnosis.candidates[0][0])
        pairs = zip(observe(side, cases), observe(self.black_box, cases), strict=True)
        return [same(mine, theirs) for mine, theirs in pairs]

    def _shares(self, evidence: Evidence) -> list[tuple[FaultModel, float]]:
        """Of each fault model that answers the case as the black box does, on how many of all cases
        it does so; the best first, else in the registry's order.

        Those of the model stage are the costly ones: they are asked where none other explains all.
        """
        cases, answers = list(evidence.answers), evidence.answers
        shares: list[tuple[FaultModel, float]] = []
        for of_model in (False, True):
            if of_model and any(share == 1.0 for _, share in shares):
                break
            for fault_model in self._able(evidence.case, of_model=of_model):
                side = self.changed.side(fault_model.name)
                if not same(observe(side, [evidence.case])[0], answers[evidence.case]):
                    continue
                pairs = zip(observe(side, cases), answers.values(), strict=True)
                alike = sum(same(mine, theirs) for mine, theirs in pairs)
                shares.append((fault_model, alike / len(cases)))
        return sorted(shares, key=lambda pair: -pair[1])

    def _able(self, case: Case, *, of_model: bool) -> Iterator[FaultModel]:
        """The fault models that may have a say in such a case."""
        if isinstance(case, DecodeCase | StreamCase):
            stages: tuple[Stage, ...] = () if of_model else ("decoder", "added_tokens")
        elif of_model:
            stages = ("model",)
        else:
            stages = ("added_tokens", "normalizer", "pre_tokenizer", "post_processor")
        for fault_model in self.changed.touching(stages):
            if not {fault_model.name, fault_model.family} & self.withheld:
                yield fault_model
