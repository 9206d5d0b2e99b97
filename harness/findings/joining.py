"""Which findings of one black box are one bug? Those that a case belongs to, each in a vocabulary.

A box's bug bears the name of the smallest case that shows it, told from answers alone. Which case
is smallest, and what its answers fit, are other things in the next vocabulary. So the smallest
cases are put to the other vocabularies as well. One that is named there as another finding of the
box is a sighting of both: they are one, and it has both signatures. So are faults of length, which
no text may show in two vocabularies. Not what some vocabulary tells apart, nor what is named alike
wherever it shows, nor where the vocabulary is wrong about plain texts as well: a box may well have
two bugs. Figures: docs/explanation/naming.md.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Protocol

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Place,
    StreamCase,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import BlackBox, engine_called
from tokparity.reports.records.finding import Field, Finding, Signature

MOST_QUESTIONS = 500
"""Cases that are put to other vocabularies, for the findings of one box at one op."""


@dataclass(frozen=True, slots=True)
class Bears:
    """What a case is named in one vocabulary: the stage, the key that a finding of it has and the
    symptom in it; and where the two answers part."""

    stage: Place
    key: str
    symptom: str
    field: Field

    @property
    def of_length(self) -> bool:
        """Whether it is the length of a text that shows the fault."""
        return self.symptom.startswith("long")

    @property
    def of_ranges(self) -> bool:
        """Whether ranges are other, and the ids are not."""
        return self.field == "offsets"


@dataclass(frozen=True, slots=True)
class Seen:
    """A finding's smallest case in one vocabulary, and what it is named there.

    `pieces` are those of its ids there.
    """

    vocabulary: str
    named: Bears
    case: Case
    pieces: Mapping[int, str] = field(default_factory=dict)

    def put_to(self, ids: Mapping[str, int]) -> Case | None:
        """The case as another vocabulary has it: a text is a text, ids are those of the same
        pieces. None where it lacks one.

        `ids` maps its pieces.

        >>> named = Bears("decoder", "k", "less", "text")
        >>> Seen("a", named, DecodeCase((7,)), {7: "x"}).put_to({"x": 1}).ids
        (1,)
        """
        there = {mine: ids[piece] for mine, piece in self.pieces.items() if piece in ids}
        try:
            match self.case:
                case DecodeCase(given):
                    return replace(self.case, ids=tuple(there[token_id] for token_id in given))
                case StreamCase(given, prompt):
                    pushed = tuple(there[token_id] for token_id in given)
                    return replace(
                        self.case,
                        ids=pushed,
                        prompt_ids=tuple(there[token_id] for token_id in prompt),
                    )
        except KeyError:
            return None
        return self.case


PLAIN = ("", "a", " ", "0", ".", "A", "aa aa", "\n", "é", "中")
"""Texts in which only a fault shows that nearly any text does."""


class Box(Protocol):
    """A black box in each of its vocabularies, as it is asked."""

    def named_in(self, seen: Seen, vocabulary: str) -> Bears | None:
        """What a case is named in another vocabulary; None where nothing parts there."""
        ...

    def wrong_in(self, cases: Sequence[Case], vocabulary: str) -> Sequence[bool] | None:
        """Of each case, whether the box is wrong about it in a vocabulary; None where that cannot
        be asked."""
        ...


class _Sets:
    """The keys of one box's findings; those that were joined in one set, with the vocabularies in
    which each is found."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.of = {sighted.named.key: {sighted.named.key} for sighted in seen}
        self.found: dict[str, set[str]] = {key: set() for key in self.of}
        for sighted in seen:
            self.found[sighted.named.key].add(sighted.vocabulary)

    def join(self, left: str, right: str) -> None:
        """Make two sets one; not where a vocabulary has findings of both, and tells them apart."""
        mine, theirs = self.of[left], self.of[right]
        if mine is theirs or self._found(mine) & self._found(theirs):
            return
        mine |= theirs
        self.of.update(dict.fromkeys(theirs, mine))

    def _found(self, keys: Collection[str]) -> set[str]:
        return set().union(*(self.found[key] for key in keys))

    def all(self) -> list[frozenset[str]]:
        return sorted({frozenset(keys) for keys in self.of.values()}, key=sorted)


def joined_keys(seen: Sequence[Seen], box: Box, most: int = MOST_QUESTIONS) -> list[frozenset[str]]:
    """The keys of one box's findings at one op, those of one bug together; sorted.

    Names `most` cases; a vocabulary is asked all before the next one.
    """

    @cache
    def wrong(vocabulary: str, options: EncodeOptions) -> frozenset[str] | None:
        cases = [EncodeCase(text, options) for text in PLAIN]
        parted = box.wrong_in(cases, vocabulary)
        if parted is None:
            return None
        return frozenset(text for text, parts in zip(PLAIN, parted, strict=True) if parts)

    def may_be_wrong_anyway(case: Seen, vocabulary: str) -> bool:
        if not isinstance(case.case, EncodeCase):
            return False
        options = case.case.options
        there, here = wrong(vocabulary, options), wrong(case.vocabulary, options)
        return there is None or here is None or bool(there - here)

    sets = _Sets(seen)
    lengths = sorted({sighted.named.key for sighted in seen if sighted.named.of_length})
    for key in lengths[1:]:
        sets.join(lengths[0], key)
    known = {(sighted.named.key, sighted.named.of_ranges) for sighted in seen}
    cases = sorted(
        seen, key=lambda sighted: (case_order(sighted.case), sighted.vocabulary, sighted.named.key)
    )
    for vocabulary in sorted({sighted.vocabulary for sighted in seen}):
        for case in cases:
            if most <= 0 or len(sets.all()) == 1:
                break
            if case.vocabulary == vocabulary:
                continue
            most -= 1
            named = box.named_in(case, vocabulary)
            if named is None or named.stage == "unknown" or named.key == case.named.key:
                continue
            alike = named.of_ranges == case.named.of_ranges
            if not alike or (named.key, named.of_ranges) not in known:
                continue
            if not may_be_wrong_anyway(case, vocabulary):
                sets.join(case.named.key, named.key)
    return sets.all()


def join_findings(
    findings: Sequence[Finding],
    cells: Sequence[CellSpec],
    open_slot: Callable[[], Slot] = Slot,
) -> list[Finding]:
    """The findings of a run, those of a black box that are one bug as one; in key order.

    It is called as in most vocabularies that know the stage, and has the signatures of all
    (`Finding.also`).
    `cells` are those of the run: the vocabularies that texts are put to.
    """
    boxes: dict[tuple[str, ...], list[Finding]] = {}
    made = []
    for finding in findings:
        signature = finding.signature
        if isinstance(engine_called(signature.left), BlackBox) and finding.verdict == "divergence":
            box = signature.question, signature.op, signature.left, signature.right
            boxes.setdefault(box, []).append(finding)
        else:
            made.append(finding)
    for (_, _, left, right), members in boxes.items():
        if len(members) == 1:
            made += members
            continue
        here = {
            cell.left.artefact.name: cell
            for cell in cells
            if (cell.left.name, cell.right.name) == (left, right)
        }
        seen = [
            Seen(
                sighting.artefact,
                bears(finding.signature, sighting.field),
                sighting.case,
                dict(sighting.pieces),
            )
            for finding in members
            for sighting in finding.sightings
            if sighting.artefact in here
        ]
        with open_slot() as slot:
            sets = joined_keys(seen, _Cells(slot, here))
        groups = {key: number for number, keys in enumerate(sets) for key in keys}
        together: dict[str | int, list[Finding]] = {}
        for finding in members:
            together.setdefault(groups.get(finding.key, finding.key), []).append(finding)
        made += map(_joined, together.values())
    return sorted(made, key=lambda finding: finding.key)


def bears(signature: Signature, field: Field) -> Bears:
    """What a finding of a run, and a sighting of it, bear."""
    return Bears(signature.stage, signature.key, signature.symptom, field)


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of one box, by vocabulary."""

    slot: Slot
    cells: Mapping[str, CellSpec]

    def wrong_in(self, cases: Sequence[Case], vocabulary: str) -> Sequence[bool] | None:
        try:
            diverging = self.slot.investigator(self.cells[vocabulary]).diverging(cases)
        except TokparityError:
            return None
        wrong = {difference.case for difference in diverging}
        return [case in wrong for case in cases]

    def named_in(self, seen: Seen, vocabulary: str) -> Bears | None:
        cell = self.cells[vocabulary]
        try:
            pieces = self.slot.tokenizer(cell.left.artefact).pieces()
            case = seen.put_to({piece: token_id for token_id, piece in pieces.items()})
            investigator = self.slot.investigator(cell)
            diverging = [] if case is None else investigator.diverging([case])
            if not diverging:
                return None
            found = investigator.as_found(diverging[0])
            return bears(found.signature, found.sighting.field)
        except TokparityError:
            return None  # what cannot be asked here tells nothing


def _joined(findings: Sequence[Finding]) -> Finding:
    """Findings of one bug as one; no vocabulary has two of them."""

    def order(finding: Finding) -> tuple[object, ...]:
        smallest = min(case_order(sighting.case) for sighting in finding.sightings)
        nameless = finding.signature.stage == "unknown"
        return nameless, -len(finding.sightings), smallest, finding.key

    first, *others = sorted(findings, key=order)
    sightings = [sighting for finding in findings for sighting in finding.sightings]
    also = sorted((other.signature for other in others), key=lambda signature: signature.key)
    return replace(
        first,
        sightings=tuple(sorted(sightings, key=lambda sighting: sighting.artefact)),
        also=tuple(also),
    )
