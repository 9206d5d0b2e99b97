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
class VocabularyCases:
    """The cases of one vocabulary, in groups that travel together, and what is right."""

    artefact: Artefact
    changed: Changed
    groups: tuple[tuple[Case, ...], ...]
    right: dict[Case, Observation]

    @classmethod
    def of(cls, artefact: Artefact, tokenizer: Tokenizer, seed: int) -> "VocabularyCases":
        """Texts under every option, ids, and pairs where the library reports all columns."""
        stream = (seed, artefact.sha256, "naming", 0)
        material = Material.of(tokenizer)
        mix = BYTES_MIX if tokenizer.takes_bytes else MIX
        texts = [text for _, text in encode_texts(*stream, TEXTS, material, mix)]
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
        right = {case: answer for group in groups for case, answer in _answers(side, group)}
        harvest = [answer.ids for answer in right.values() if isinstance(answer, Encoding)][
            : IDS // 2
        ]
        ids = [*harvest, *(token_ids for _, token_ids in decode_ids(*stream, IDS, material))]
        for skip in DECODE_OPTIONS if artefact.format == "gguf" else SKIP_OPTIONS:
            groups.append(tuple(DecodeCase(token_ids, skip) for token_ids in ids))
            right.update(_answers(side, groups[-1]))
        return cls(artefact, Changed(tokenizer), tuple(groups), right)

    def smallest(self, black_box: BlackBoxSide, *, decoder: bool) -> Case | None:
        """The smallest case in which a black box is wrong, shrunk; None where it is right in all.

        Of the first op that shows it: ids first for a defect of the decoder.
        """
        order = sorted(self.groups, key=lambda group: (group[0].op == "decode") != decoder)
        wrong: list[tuple[Case, str]] = []
        op = None
        for group in order:
            if wrong and group[0].op != op:
                break
            op = group[0].op
            for case, answer in _answers(black_box, group):
                verdict = compare(answer, self.right[case], strict=True)
                if isinstance(verdict, Divergence):
                    wrong.append((case, verdict.field))
        if not wrong:
            return None
        case, field = min(wrong, key=lambda pair: case_order(pair[0]))
        honest = ReferenceSide(self.changed.honest)

        def fails(cases: Sequence[Case]) -> list[bool]:
            pairs = zip(observe(black_box, cases), observe(honest, cases), strict=True)
            verdicts = [compare(mine, theirs, strict=True) for mine, theirs in pairs]
            return [isinstance(each, Divergence) and each.field == field for each in verdicts]

        return shrink_case(case, fails, CandidateBudget(CANDIDATES), 64)


def _answers(
    side: ReferenceSide | BlackBoxSide, cases: Sequence[Case]
) -> Iterable[tuple[Case, Observation]]:
    return zip(cases, observe(side, cases), strict=True)


def kind_of(artefact: Artefact, tokenizer: Tokenizer) -> tuple[str, str]:
    """The engine and the kind of model: what defects must share to be compared."""
    return native_oracle(artefact.format), type(tokenizer.model).__name__


def name_defects(
    vocabulary: VocabularyCases, fault_models: Iterable[FaultModel]
) -> Iterator[NamedDefect]:
    """Each fault model that this vocabulary shows, named in all ways."""
    honest = vocabulary.changed.honest
    right = ReferenceSide(honest)
    engine, model = kind_of(vocabulary.artefact, honest)
    for fault_model in fault_models:
        changed = fault_model.apply(honest)
        if changed is honest:
            continue
        black_box = BlackBoxSide(BlackBox("box"), changed)
        case = vocabulary.smallest(black_box, decoder=fault_model.stage == "decoder")
        if case is None:
            continue
        parting = _Parting.of(vocabulary, black_box, case)
        assert parting is not None, "what is shrunk still diverges"
        withheld = named_as_black_box(vocabulary, fault_model, black_box, case, "withheld")
        named: dict[Way, Diagnosis] = {
            "traced": name_fault_model(
                case, ReferenceSide(changed, FaultyReference(fault_model.name)), right, honest
            ),
            "withheld": withheld,
            "known": named_as_black_box(vocabulary, fault_model, black_box, case, "known"),
        }
        yield NamedDefect(
            defect=fault_model.name,
            stage=fault_model.stage,
            vocabulary=vocabulary.artefact.name,
            engine=engine,
            model=model,
            case=case,
            named={
                way: _bears(vocabulary, black_box, parting, name) for way, name in named.items()
            },
            candidates=tuple(candidate for candidate, _ in withheld.candidates),
        )


def named_as_black_box(
    vocabulary: VocabularyCases,
    fault_model: FaultModel,
    black_box: BlackBoxSide,
    case: Case,
    way: Way,
) -> Diagnosis:
    """A case of a fault model that is a black box, its own change withheld or ("known") not."""
    own = {fault_model.family} if way == "withheld" else set()
    return Counterfactual(black_box, vocabulary.changed, frozenset(own)).name(case)


def borne_by_black_box(
    vocabulary: VocabularyCases, fault_model: FaultModel, case: Case, way: Way
) -> Bears | None:
    """What one case of a fault model that is a black box is named; None where it agrees in it."""
    changed = fault_model.apply(vocabulary.changed.honest)
    if changed is vocabulary.changed.honest:
        return None
    black_box = BlackBoxSide(BlackBox("box"), changed)
    parting = _Parting.of(vocabulary, black_box, case)
    if parting is None:
        return None
    return _bears(
        vocabulary,
        black_box,
        parting,
        named_as_black_box(vocabulary, fault_model, black_box, case, way),
    )


@dataclass(frozen=True, slots=True)
class _Parting:
    """A case in which a black box is wrong: both answers, and where they part."""

    case: Case
    wrong: Observation
    right: Observation
    verdict: Divergence

    @classmethod
    def of(
        cls, vocabulary: VocabularyCases, black_box: BlackBoxSide, case: Case
    ) -> "_Parting | None":
        wrong = observe(black_box, [case])[0]
        right = observe(ReferenceSide(vocabulary.changed.honest), [case])[0]
        verdict = compare(wrong, right, strict=True)
        return cls(case, wrong, right, verdict) if isinstance(verdict, Divergence) else None


def _bears(
    vocabulary: VocabularyCases, black_box: BlackBoxSide, parting: _Parting, named: Diagnosis
) -> Bears:
    case, verdict = parting.case, parting.verdict
    op = "decode" if isinstance(case, DecodeCase) else "encode"
    if named.stage == "unknown":
        return Bears("unknown", f"{op}/unknown", "", verdict.field)
    parted = Evidence(vocabulary.changed.reader, black_box, case, {}, {}).parted
    answers = parting.wrong, parting.right
    symptom_name = symptom(
        named.stage, case, verdict.field, *answers, vocabulary.changed.reader, parted
    )
    key = f"{op}/{named.stage}/{symptom_name or named.component}"
    return Bears(named.stage, key, symptom_name, verdict.field)


def stages_named(defects: Sequence[NamedDefect], way: Way) -> tuple[Count, Count]:
    """(named right, unknown) of all defects in all vocabularies."""
    right = sum(defect.named[way].stage == defect.stage for defect in defects)
    unknown = sum(defect.named[way].stage == "unknown" for defect in defects)
    return (right, len(defects)), (unknown, len(defects))
