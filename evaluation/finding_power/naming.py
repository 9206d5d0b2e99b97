"""How well are bugs named and grouped? Those of fault models, whose stage is known.

Of each fault model in each vocabulary the smallest diverging case is found, blindly, and named in
three ways: with the traces of both sides (`traced`), as a black box whose own change is not in the
registry (`withheld`), and as one whose change is (`known`). The last is reported, never scored. The
unchanged reference stands for the native library, which it agrees with (fidelity).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from evaluation.pages.grouping import Count
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.random_ids import decode_ids
from tokparity.corpora.generators.shards import BYTES_MIX, MIX, encode_texts
from tokparity.harness.compare.cells import DECODE_OPTIONS, ENCODE_OPTIONS, SKIP_OPTIONS
from tokparity.harness.compare.sides import BlackBoxSide, ReferenceSide, observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.findings.joining import Bears
from tokparity.harness.naming.counterfactual import Changed, Counterfactual
from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.first_stage import Diagnosis
from tokparity.harness.naming.symptom import symptom
from tokparity.harness.naming.two_traces import name_fault_model
from tokparity.harness.shrinking.case import case_order, shrink_case
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.oracles.protocol import native_oracle
from tokparity.reference_impl.contract import (
    Artefact,
    Case,
    DecodeCase,
    EncodeCase,
    Encoding,
    FullCase,
    Observation,
)
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.engine import BlackBox, FaultyReference

TEXTS, IDS, CANDIDATES = 400, 150, 2000
Way = Literal["traced", "withheld", "known"]
WAYS: tuple[Way, ...] = ("traced", "withheld", "known")


@dataclass(frozen=True, slots=True)
class NamedDefect:
    """One fault model in one vocabulary: its true stage; and what each way named, with the key
    that its finding has then, sides left out."""

    defect: str
    stage: str
    vocabulary: str
    engine: str
    model: str
    case: Case
    named: dict[Way, Bears]
    candidates: tuple[str, ...]
    """What the black box's bug is taken for, its own change withheld."""

    @property
    def kind(self) -> tuple[str, str]:
        """What defects must share to be asked whether they stay apart, but for the stage."""
        return self.engine, self.model

    @property
    def who(self) -> tuple[str, tuple[str, str]]:
        """What counts once for grouping: a defect of one engine and kind of model."""
        return self.defect, self.kind


@dataclass(frozen=True, slots=True)
class Asked:
    """The cases of one vocabulary, in groups that travel together, and what is right."""

    artefact: Artefact
    changed: Changed
    groups: tuple[tuple[Case, ...], ...]
    right: dict[Case, Observation]

    @classmethod
    def of(cls, artefact: Artefact, tokenizer: Tokenizer, seed: int) -> "Asked":
        """Texts under every option, ids, and pairs where the library reports all columns."""
        made_of = (seed, artefact.sha256, "naming", 0)
        material = Material.of(tokenizer)
        mix = BYTES_MIX if tokenizer.takes_bytes else MIX
        texts = [text for _, text in encode_texts(*made_of, TEXTS, material, mix)]
        side = ReferenceSide(tokenizer)
        groups: list[tuple[Case, ...]] = [
            tuple(EncodeCase(text, options) for text in texts[number::2])
            for number, options in enumerate(ENCODE_OPTIONS)
        ]
        if artefact.format == "tokenizer.json":
            pairs = [None if number % 2 else text for number, text in enumerate(texts)]
            both = zip(texts[: TEXTS // 3], pairs[1:], strict=False)
            options = ENCODE_OPTIONS
            groups += [
                tuple(FullCase(text, pair, options[n % 4]) for n, (text, pair) in enumerate(both))
            ]
        right = {case: one for group in groups for case, one in _answers(side, group)}
        harvest = [one.ids for one in right.values() if isinstance(one, Encoding)][: IDS // 2]
        ids = [*harvest, *(some for _, some in decode_ids(*made_of, IDS, material))]
        for skip in DECODE_OPTIONS if artefact.format == "gguf" else SKIP_OPTIONS:
            groups.append(tuple(DecodeCase(some, skip) for some in ids))
            right.update(_answers(side, groups[-1]))
        return cls(artefact, Changed(tokenizer), tuple(groups), right)

    def smallest(self, box: BlackBoxSide, *, decoder: bool) -> Case | None:
        """The smallest case in which a box is wrong, shrunk; None where it is right in all.

        Of the first op that shows it: ids first for a defect of the decoder.
        """
        order = sorted(self.groups, key=lambda group: (group[0].op == "decode") != decoder)
        wrong: list[tuple[Case, str]] = []
        op = None
        for group in order:
            if wrong and group[0].op != op:
                break
            op = group[0].op
            for case, answer in _answers(box, group):
                verdict = compare(answer, self.right[case], strict=True)
                if isinstance(verdict, Divergence):
                    wrong.append((case, verdict.field))
        if not wrong:
            return None
        case, field = min(wrong, key=lambda one: case_order(one[0]))
        honest = ReferenceSide(self.changed.honest)

        def fails(cases: Sequence[Case]) -> list[bool]:
            pairs = zip(observe(box, cases), observe(honest, cases), strict=True)
            verdicts = [compare(mine, theirs, strict=True) for mine, theirs in pairs]
            return [isinstance(one, Divergence) and one.field == field for one in verdicts]

        return shrink_case(case, fails, CandidateBudget(CANDIDATES), 64)


def _answers(
    side: ReferenceSide | BlackBoxSide, cases: Sequence[Case]
) -> Iterable[tuple[Case, Observation]]:
    return zip(cases, observe(side, cases), strict=True)


def kind_of(artefact: Artefact, tokenizer: Tokenizer) -> tuple[str, str]:
    """The engine and the kind of model: what defects must share to be compared."""
    return native_oracle(artefact.format), type(tokenizer.model).__name__


def name_defects(asked: Asked, fault_models: Iterable[FaultModel]) -> Iterator[NamedDefect]:
    """Each fault model that this vocabulary shows, named in all ways."""
    honest = asked.changed.honest
    right = ReferenceSide(honest)
    engine, model = kind_of(asked.artefact, honest)
    for fault_model in fault_models:
        changed = fault_model.apply(honest)
        if changed is honest:
            continue
        box = BlackBoxSide(BlackBox("box"), changed)
        case = asked.smallest(box, decoder=fault_model.stage == "decoder")
        if case is None:
            continue
        parting = _Parting.of(asked, box, case)
        assert parting is not None, "what is shrunk still diverges"
        withheld = named_as_box(asked, fault_model, box, case, "withheld")
        named: dict[Way, Diagnosis] = {
            "traced": name_fault_model(
                case, ReferenceSide(changed, FaultyReference(fault_model.name)), right, honest
            ),
            "withheld": withheld,
            "known": named_as_box(asked, fault_model, box, case, "known"),
        }
        yield NamedDefect(
            defect=fault_model.name,
            stage=fault_model.stage,
            vocabulary=asked.artefact.name,
            engine=engine,
            model=model,
            case=case,
            named={way: _bears(asked, box, parting, one) for way, one in named.items()},
            candidates=tuple(name for name, _ in withheld.candidates),
        )


def named_as_box(
    asked: Asked, fault_model: FaultModel, box: BlackBoxSide, case: Case, way: Way
) -> Diagnosis:
    """A case of a fault model that is a box, its own change withheld or in the registry
    ("known")."""
    own = {fault_model.family} if way == "withheld" else set()
    return Counterfactual(box, asked.changed, frozenset(own)).name(case)


def borne_by_box(asked: Asked, fault_model: FaultModel, case: Case, way: Way) -> Bears | None:
    """What a given case of a fault model that is a box is named; None where it agrees in it."""
    changed = fault_model.apply(asked.changed.honest)
    if changed is asked.changed.honest:
        return None
    box = BlackBoxSide(BlackBox("box"), changed)
    parting = _Parting.of(asked, box, case)
    if parting is None:
        return None
    return _bears(asked, box, parting, named_as_box(asked, fault_model, box, case, way))


@dataclass(frozen=True, slots=True)
class _Parting:
    """A case in which a box is wrong: both answers, and where they part."""

    case: Case
    wrong: Observation
    right: Observation
    verdict: Divergence

    @classmethod
    def of(cls, asked: Asked, box: BlackBoxSide, case: Case) -> "_Parting | None":
        wrong = observe(box, [case])[0]
        right = observe(ReferenceSide(asked.changed.honest), [case])[0]
        verdict = compare(wrong, right, strict=True)
        return cls(case, wrong, right, verdict) if isinstance(verdict, Divergence) else None


def _bears(asked: Asked, box: BlackBoxSide, parting: _Parting, named: Diagnosis) -> Bears:
    case, verdict = parting.case, parting.verdict
    op = "decode" if isinstance(case, DecodeCase) else "encode"
    if named.stage == "unknown":
        return Bears("unknown", f"{op}/unknown", "", verdict.field)
    parted = Evidence(asked.changed.reader, box, case, {}, {}).parted
    answers = parting.wrong, parting.right
    told = symptom(named.stage, case, verdict.field, *answers, asked.changed.reader, parted)
    key = f"{op}/{named.stage}/{told or named.component}"
    return Bears(named.stage, key, told, verdict.field)


def stages_named(defects: Sequence[NamedDefect], way: Way) -> tuple[Count, Count]:
    """(named right, unknown) of all defects in all vocabularies."""
    right = sum(one.named[way].stage == one.stage for one in defects)
    unknown = sum(one.named[way].stage == "unknown" for one in defects)
    return (right, len(defects)), (unknown, len(defects))
