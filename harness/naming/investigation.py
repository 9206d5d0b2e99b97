"""From raw divergences to sightings: name the stage, pick the smallest, shrink it, name it again.

Bounded by counts, never by time: the same divergences give the same sightings.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.sides import Side, observe
from tokparity.harness.compare.verdict import ALWAYS_A_FINDING, Divergence, compare
from tokparity.harness.explanations.explainer import Explainer
from tokparity.harness.naming.diverging_case import (
    DivergingCase,
    batch_size,
    candidate_limit,
    direction,
    is_costly,
)
from tokparity.harness.naming.first_stage import Diagnosis, observed_ids
from tokparity.harness.shrinking.case import case_order, cheap_size, short_stretches, shrink_case
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    FullCase,
    Observation,
    Refusal,
    StreamCase,
    case_ids,
)
from tokparity.reports.records.explanation import Explanation
from tokparity.reports.records.finding import LIKELY, Method, Sighting, Signature

NAMED_PER_SHARD = 4096
"""How many divergences of one shard, op and field have their stage named; the rest are counted,
and the run's last line says how many have no finding.

More than the shard of any profile holds: all, but in a sweep that goes wrong everywhere. Of each
op and field, so that many of one kind never hide the few of another."""

CANDIDATES_OF_A_KNOWN = 200
"""… where the ledger accounts for it, and it is longer than LEGIBLE: its witnesses are small, but a
reader wants to see it here."""
LEGIBLE = 12
"""Code points, or ids, that a reader takes in at a glance."""

DECODED_AT_ONCE = 8
"""Ids that a stream hardly ever decodes more of in one push."""

Worth = Callable[[Sequence[Case]], Sequence[Case]]
"""Takes out the cases that need not be asked."""


@dataclass(frozen=True, slots=True)
class NamedSighting:
    """One signature's smallest sighting in one shard."""

    signature: Signature
    method: Method
    shape: str
    sighting: Sighting


def _count(
    counts: dict[Signature, int],
    smallest: dict[Signature, DivergingCase],
    signature: Signature,
    raw: DivergingCase,
) -> None:
    counts[signature] = counts.get(signature, 0) + 1
    best = smallest.get(signature)
    if (
        best is not None
        and raw.case.op == best.case.op
        and cheap_size(raw.case) > cheap_size(best.case)
    ):
        return  # longer, whatever its characters
    if best is None or case_order(raw.case) < case_order(best.case):
        smallest[signature] = raw


def _some_of_each(raws: Sequence[DivergingCase]) -> Iterator[DivergingCase]:
    counts: Counter[tuple[str, str]] = Counter()
    for raw in raws:
        kind = raw.case.op, raw.divergence.field
        counts[kind] += 1
        if counts[kind] <= NAMED_PER_SHARD:
            yield raw


def _decoded(case: StreamCase, index: int) -> list[Case]:
    """Of what a stream decodes for one of its pushes: all ids so far, and the last ones."""
    ids = (*case.prompt_ids, *case.ids[: index + 1])
    starts = dict.fromkeys((0, *range(max(0, len(ids) - DECODED_AT_ONCE), len(ids))))
    return [DecodeCase(ids[at:], case.options) for at in starts]


Alike = Callable[[Sequence[DivergingCase]], list[bool]]
"""Which of the given cases still show the fault that is being made small."""


@dataclass(frozen=True, slots=True)
class Investigator:
    """Asks two sides about one cell's diverging cases.

    `name` is the cell's way of naming a stage (`naming.name_fidelity` or `name_parity`
    with its sides bound); `pieces` gives the text of an id on either side.
    """

    cell: CellSpec
    left: Side
    right: Side
    name: Callable[[Case], Diagnosis]
    pieces: Callable[[int], str | None]
    symptom: Callable[[Diagnosis, DivergingCase], str] | None = None
    """What a smallest case looks like, where findings are grouped by that too."""
    name_answered: Callable[[Case, tuple[Observation, Observation]], Diagnosis] | None = None
    """As `name`, sooner and without traces, where what both sides answered is enough."""
    right_pieces: Callable[[int], str | None] | None = None
    """The text of an id in the right file, where it is another."""
    files_apart: Callable[[], tuple[tuple[str, str, str], ...]] = tuple
    """What the two files say otherwise of their stages."""
    explainer: Explainer = field(default_factory=Explainer)
    """What accounts for the divergences that are known."""

    def investigate(self, raws: Sequence[DivergingCase]) -> list[NamedSighting]:
        """The smallest sighting of each signature met, sorted by key.

        What the ledger accounts for is counted and, where it is short, shown as it came.
        """
        counts: dict[Signature, int] = {}
        smallest: dict[Signature, DivergingCase] = {}
        unknown = []
        for raw, explanation in zip(raws, self._explanations(raws), strict=True):
            if explanation is None:
                unknown.append(raw)
            else:
                _count(counts, smallest, self._known(raw, explanation), raw)
        sightings: dict[Signature, NamedSighting] = {}
        for signature, raw in smallest.items():
            named = self._investigated(self._legible(raw), raw)
            counted = replace(named.sighting, count=counts[signature])
            sightings[signature] = replace(named, sighting=counted)
        smallest.clear()
        for raw in self._plainer(_some_of_each(unknown)):
            _count(counts, smallest, self._signature(raw, self._diagnosis(raw)), raw)
        for signature, raw in smallest.items():
            for named_sighting in self._shrink(signature, raw):
                # 0: seen only while shrinking, a case of the run that stands under its own
                # signature
                count = counts.get(named_sighting.signature.bare, 0)
                counted = replace(named_sighting.sighting, count=count)
                rival = sightings.get(named_sighting.signature)
                if rival is None or case_order(counted.case) < case_order(rival.sighting.case):
                    sightings[named_sighting.signature] = replace(named_sighting, sighting=counted)
        return sorted(sightings.values(), key=lambda named_sighting: named_sighting.signature.key)

    def _explanations(self, raws: Sequence[DivergingCase]) -> list[Explanation | None]:
        """Of each case what accounts for it; of several that it takes, the first by stage."""
        return self.explainer.causes([(raw.case, (raw.left, raw.right)) for raw in raws])

    def _known(self, raw: DivergingCase, explanation: Explanation) -> Signature:
        """What a known divergence stands under."""
        return Signature(
            self.cell.question,
            direction(raw.case),
            self.cell.left.name,
            self.cell.right.name,
            explanation.stage,
            explanation.entry,
            cause=explanation.entry,
        )

    def _plainer(self, raws: Iterable[DivergingCase]) -> Iterator[DivergingCase]:
        """What a full case shows of ids and ranges, a plain one shows as well; and what a stream
        shows of decoding, the decoding of some of its ids."""
        for raw in raws:
            match raw.case:
                case FullCase(text, None, options) if raw.divergence.field in ("ids", "offsets"):
                    yield from self.diverging([EncodeCase(text, options)]) or [raw]
                case StreamCase() if raw.divergence.field == "parts":
                    decoded = self.diverging(_decoded(raw.case, raw.divergence.index))
                    yield from decoded[:1] or [raw]
                case _:
                    yield raw

    def signature_of(self, raw: DivergingCase) -> Signature:
        """What a diverging case is a sighting of, its symptom left out: it may not be small yet."""
        [signature] = self._signatures([raw])
        return signature

    def _signatures(self, raws: Sequence[DivergingCase]) -> list[Signature]:
        return [
            self._signature(raw, self._diagnosis(raw))
            if explanation is None
            else self._known(raw, explanation)
            for raw, explanation in zip(raws, self._explanations(raws), strict=True)
        ]

    def as_found(self, raw: DivergingCase) -> NamedSighting:
        """A diverging case as the sighting that it is, not made smaller."""
        return self._investigated(raw, raw)

    def smallest(
        self, raw: DivergingCase, budget: CandidateBudget, worth: Worth = list
    ) -> DivergingCase:
        """The smallest case that still shows the same signature; only those `worth` it are asked.

        First all is tried that differs in the same field, which costs no naming; only where that
        leads to another signature, each candidate is named.
        """
        signature = self.signature_of(raw)
        batch = batch_size(raw)
        # Half is kept back: a search that slips to another signature starts again from `raw`.
        half = CandidateBudget(budget.left // 2)
        small = self._smallest(raw, half, batch, self._same_field(raw), worth)
        budget.spent += half.spent
        if self.signature_of(small) != signature:
            alike = self._same_signature(signature)
            # Smaller batches: each that still diverges is traced to be named, which costs more.
            small = self._smallest(raw, budget, min(batch, 16), alike, worth)
        return small

    def _diagnosis(self, raw: DivergingCase, *, with_traces: bool = False) -> Diagnosis:
        if raw.divergence.field != "refusal":
            if self.name_answered is None or with_traces:
                return self.name(raw.case)
            return self.name_answered(raw.case, (raw.left, raw.right))
        kinds = [side.kind for side in (raw.left, raw.right) if isinstance(side, Refusal)]
        worst = next((kind for kind in kinds if kind in ALWAYS_A_FINDING), kinds[0])
        return Diagnosis("unknown", worst, "unknown")

    def _signature(self, raw: DivergingCase, diagnosis: Diagnosis) -> Signature:
        return Signature(
            self.cell.question,
            direction(raw.case),
            self.cell.left.name,
            self.cell.right.name,
            diagnosis.stage,
            diagnosis.component,
        )

    def _shrink(self, signature: Signature, raw: DivergingCase) -> list[NamedSighting]:
        """The shrunk case; where shrinking slipped to another signature, both."""
        sightings = [self._investigated(self._small(raw), raw)]
        if sightings[0].signature.bare != signature:
            # A quarter: one finding is shrunk already, and here each candidate is named.
            budget = CandidateBudget(candidate_limit(raw) // 4)
            small = self._smallest(raw, budget, 16, self._same_signature(signature))
            sightings.append(self._investigated(small, raw))
        return sightings

    def _legible(self, raw: DivergingCase) -> DivergingCase:
        """A known case made short, with the same cause: a stretch of it, or what shrinking makes of
        one that nobody takes in; and of a text, nothing around it."""
        if is_costly(raw):
            return raw
        alike = self._same_field(raw)
        if isinstance(raw.case, EncodeCase) and raw.case.options.add_special:
            # What is put around a text may differ for another reason.
            bare = replace(raw.case, options=replace(raw.case.options, add_special=False))
            plain = self.diverging([bare])
            raw = plain[0] if plain and all(alike(plain)) else raw
        windows = short_stretches(raw.case)
        if not windows:
            return raw
        diverging = self.diverging(windows)
        for at in range(0, len(diverging), 8):
            some = diverging[at : at + 8]
            for small, is_alike in zip(some, alike(some), strict=True):
                if is_alike:
                    return small
        if cheap_size(raw.case) <= LEGIBLE:
            return raw
        return self._smallest(raw, CandidateBudget(CANDIDATES_OF_A_KNOWN), batch_size(raw), alike)

    def _small(self, raw: DivergingCase) -> DivergingCase:
        """The smallest case that parts in the same field, and that what is known accounts for no
        more than for this one."""

        def smallest(alike: Alike) -> DivergingCase:
            budget = CandidateBudget(candidate_limit(raw))
            return self._smallest(raw, budget, batch_size(raw), alike)

        small = smallest(self._same_field(raw, roughly=True))
        if self._causes([small]) != self._causes([raw]):
            small = smallest(self._same_field(raw))
        return small

    def _same_field(self, raw: DivergingCase, *, roughly: bool = False) -> Alike:
        """`roughly`: of a case that nothing accounts for, whether all that is known together does,
        which costs two changed tokenizers where `_causes` may take fifty."""
        refused = raw.divergence.field == "refusal"
        component = self._diagnosis(raw).component if refused else None
        [cause] = self._causes([raw])
        causes = self._together if roughly and not cause else self._causes

        def alike(others: Sequence[DivergingCase]) -> list[bool]:
            return [
                other.divergence.field == raw.divergence.field
                and of_other == cause
                and (component is None or self._diagnosis(other).component == component)
                for other, of_other in zip(others, causes(others), strict=True)
            ]

        return alike

    def _same_signature(self, signature: Signature) -> Alike:
        return lambda others: [each == signature for each in self._signatures(others)]

    def _causes(self, raws: Sequence[DivergingCase]) -> list[str]:
        """Of each case the entry that accounts for it, "" where none does."""
        return ["" if found is None else found.entry for found in self._explanations(raws)]

    def _together(self, raws: Sequence[DivergingCase]) -> list[str]:
        """Of each case "" where all explanations together do not account for it."""
        held = self.explainer.together([(raw.case, (raw.left, raw.right)) for raw in raws])
        return ["some" if explained else "" for explained in held]

    def _smallest(
        self,
        raw: DivergingCase,
        budget: CandidateBudget,
        batch: int,
        alike: Alike,
        worth: Worth = list,
    ) -> DivergingCase:
        """The smallest case that still shows the fault."""
        known: dict[Case, DivergingCase] = {raw.case: raw}

        def fails(cases: Sequence[Case]) -> list[bool]:
            diverging = self.diverging(worth(cases))
            kept = zip(diverging, alike(diverging), strict=True)
            known.update({small.case: small for small, is_alike in kept if is_alike})
            return [case in known for case in cases]

        return known[shrink_case(raw.case, fails, budget, batch)]

    def diverging(self, cases: Sequence[Case]) -> list[DivergingCase]:
        """Those of the given cases that diverge, in order."""
        raws = []
        pairs = zip(observe(self.left, cases), observe(self.right, cases), strict=True)
        for case, (mine, theirs) in zip(cases, pairs, strict=True):
            verdict = compare(mine, theirs, strict=self.cell.strict)
            if isinstance(verdict, Divergence):
                raws.append(DivergingCase(case, mine, theirs, verdict))
        return raws

    def _investigated(self, raw: DivergingCase, original: DivergingCase) -> NamedSighting:
        diagnosis = self._diagnosis(raw, with_traces=True)
        ids = observed_ids(raw.left, raw.right) | set(case_ids(raw.case))
        pieces = tuple((i, self.pieces(i) or "") for i in sorted(ids))
        right = self.right_pieces or dict(pieces).get
        right_pieces = tuple((i, piece) for i, name in pieces if (piece := right(i) or "") != name)
        sighting = Sighting(
            artefact=self.cell.left.artefact.name,
            sha256=self.cell.left.artefact.sha256,
            against=self.cell.against,
            count=1,
            case=raw.case,
            found_as=original.case,
            left=raw.left,
            right=raw.right,
            field=raw.divergence.field,
            index=raw.divergence.index,
            left_trace=diagnosis.left_trace,
            right_trace=diagnosis.right_trace,
            pieces=pieces,
            right_pieces=right_pieces,
            ground=diagnosis.ground,
            files_apart=self.files_apart(),
        )
        shape = f"{raw.divergence.field} part at {raw.divergence.index}"
        if diagnosis.candidates:
            likely = "; or: ".join(does for _, does in diagnosis.candidates[:3])
            shape += f"; {LIKELY}{likely}"
        explanation = self._explanations([raw])[0]
        if explanation is not None:
            known = self._known(raw, explanation)
            [some] = self.explainer.explain([(raw.case, (raw.left, raw.right))])
            changes = tuple(each.deed for each in some if not each.answers)
            sighting = replace(sighting, changes=changes)
            return NamedSighting(known, "counterfactual", shape, sighting)
        symptom = "" if self.symptom is None else self.symptom(diagnosis, raw)
        signature = replace(self._signature(raw, diagnosis), symptom=symptom)
        return NamedSighting(signature, diagnosis.method, shape, sighting)
