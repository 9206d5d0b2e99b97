"""`Trial`: is the fault of a finding still there in a smaller tokenizer?

The documents are written as files, both sides are made anew on them, and the case is asked and
named as in a run: the same signature, or no. Where the reference alone can tell that two sides
agree, no library is asked. What shows another signature is remembered. Not here: what is tried
(`harness.reduction.passes`, `harness.shrinking.case`).
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from tokparity.corpora.embedded import Embedded, materialise
from tokparity.harness.bugs.black_box_investigation import BlackBoxInvestigator
from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.compare.sides import ReferenceSide, Side, observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.naming.investigation import Investigator, NamedSighting
from tokparity.harness.reduction.documents.document import NotWritable, Numbers, numbered
from tokparity.harness.reduction.passes import Documents, entries_of
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.harness.shrinking.case import case_order
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    Encoding,
    FullEncoding,
    Observation,
    Refusal,
    StreamCase,
    case_ids,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import REFERENCE, BlackBox, Library
from tokparity.reports.records.finding import Field, Signature

FULL_SIZE = 4
"""A load counts as one of full size if it has over a quarter of the finding's entries…"""
NEVER_FULL = 2000
"""… and more than this many."""

Some = TypeVar("Some", str, tuple[int, ...])
ENDS = 32
"""Places at which a case is cut to see what a change in one file does to its parts."""


def with_numbers(case: Case, numbers: Numbers) -> Case:
    """The case in the new ids; ids that no entry has stay without one."""
    if not isinstance(case, DecodeCase | StreamCase):
        return case
    outside = sorted({token_id for token_id in case_ids(case) if token_id not in numbers})
    new = {token_id: len(numbers) + at for at, token_id in enumerate(outside)}

    def renumbered(ids: Sequence[int]) -> tuple[int, ...]:
        return tuple(numbers.get(i, new.get(i, i)) for i in ids)

    if isinstance(case, StreamCase):
        return StreamCase(renumbered(case.ids), renumbered(case.prompt_ids), case.options)
    return DecodeCase(renumbered(case.ids), case.options)


Reading = Literal["any", "some", "whole"]
"""How much of its text an answer reads: perhaps nothing, some of it, all of its characters."""
READINGS: tuple[Reading, ...] = ("any", "some", "whole")


@dataclass(frozen=True, slots=True)
class SideFinding:
    """A sighting and the files that show it: one, or of parity both."""

    found: NamedSighting
    files: tuple[Embedded, ...]

    @property
    def order(self) -> tuple[Any, ...]:
        """The smaller case first, and of one case the smaller files."""
        size = sum(len(file.content) for file in self.files)
        return (*case_order(self.found.sighting.case), size)


def _reading(slot: Slot, side: SideSpec, case: Case, answer: Observation) -> Reading:
    """How much of a case's text an answer reads; the ranges that a library does not report are
    those of the reference."""
    if not isinstance(answer, Encoding | FullEncoding):
        return "any"
    if not answer.ids:
        return "any"
    if not isinstance(case, EncodeCase):
        return "some"
    offsets = answer.offsets
    if offsets is None:
        try:
            offsets = slot.tokenizer(side.artefact).encode(case.text, case.options).offsets
        except TokparityError:
            return "some"
    read = {at for start, end in offsets or () for at in range(start, end)}
    lost = any(at not in read for at, char in enumerate(case.text) if not char.isspace())
    return "some" if lost else "whole"


def reading_of(
    slot: Slot, cell: CellSpec, case: Case, answers: tuple[Observation, Observation]
) -> Reading:
    """What both sides read of a case's text at least."""
    both = (
        _reading(slot, side, case, answer) for side, answer in zip(cell.sides, answers, strict=True)
    )
    return min(both, key=READINGS.index)


def ends_of(case: Case) -> list[Case]:
    """What a text or ids begin and end with, at up to `ENDS` places.

    >>> [part.text for part in ends_of(EncodeCase("abc"))]
    ['a', 'bc', 'ab', 'c']
    """
    match case:
        case EncodeCase(text, options):
            return [EncodeCase(end, options) for end in _ends(text)]
        case DecodeCase(ids, decode_options):
            return [DecodeCase(end, decode_options) for end in _ends(ids)]
    return []


def _ends(whole: Some) -> Iterator[Some]:
    for at in range(1, len(whole), len(whole) // ENDS + 1):
        yield whole[:at]
        yield whole[at:]


def _in_own_ids(answers: Iterable[Observation], numbers: Numbers) -> list[object]:
    old = {number: token_id for token_id, number in numbers.items()}

    def own(answer: Observation) -> object:
        if not isinstance(answer, Encoding | FullEncoding):
            return answer
        return replace(answer, ids=tuple(old.get(token_id, token_id) for token_id in answer.ids))

    return list(map(own, answers))


@dataclass(slots=True)
class Trial:
    """Asks about one cell's finding. `budget` bounds what may be asked, `loads` how many files of
    full size may be loaded, of `whole` entries.
    `parts_in` is where the answers part; to name a black box's stage costs too much for each trial,
    so of a black box that is all that is looked at. `others` are the smallest of each other
    signature that was met.
    """

    slot: Slot
    cell: CellSpec
    signature: Signature
    folder: Path
    budget: CandidateBudget
    loads: CandidateBudget
    whole: int
    parts_in: Field
    reading: Reading = "any"
    """How much of the text both sides must read: an empty answer, or one that leaves characters
    out, shows that a vocabulary lacks pieces, not how the two differ."""
    others: dict[Signature, SideFinding] = field(default_factory=dict)
    _known: dict[tuple[str, ...], bool] = field(default_factory=dict)
    _answers: dict[tuple[str, ...], tuple[Observation, Observation]] = field(default_factory=dict)

    def spent(self) -> bool:
        """Whether nothing more may be asked."""
        return self.budget.left <= 0

    def holds(self, documents: Documents, case: Case) -> bool:
        """Whether the documents, numbered anew, still show the signature on the case; False for
        anything once the budget is spent, and then nothing is written."""
        if self.spent():
            return False
        size = len(entries_of(documents))
        full = size > NEVER_FULL and size * FULL_SIZE > self.whole
        if full and self.loads.left <= 0:  # not even written: that takes a second
            self.budget.spent += 1
            return False
        try:
            written = self.written(documents)
        except NotWritable:
            return False
        question = with_numbers(case, numbered(documents))
        key = self._key(written, question)
        if key not in self._known:
            self.budget.spent += 1
            self.loads.spent += full
            raw = self._shows(written, question)
            if raw is not None:
                self._answers[key] = (raw.left, raw.right)
            self._known[key] = raw is not None
        return self._known[key]

    def alike(self, documents: Documents, before: Documents, case: Case) -> bool:
        """As `holds`, and each side answers what it did before the change, entry for entry.

        For what is changed in one of two documents alone: it would soon be the difference itself,
        on this case or on a part that it is cut to later.
        """
        if len(documents) == 1:
            return self.holds(documents, case)
        if not self.holds(before, case) or not self.holds(documents, case):
            return False
        if self._own_answers(documents, case) != self._own_answers(before, case):
            return False
        parts = ends_of(case)
        return self._read_by_reference(documents, parts) == self._read_by_reference(before, parts)

    def _own_answers(self, documents: Documents, case: Case) -> list[object]:
        """What both sides answered to a case that was asked, in the documents' own ids."""
        numbers = numbered(documents)
        key = self._key(self.written(documents), with_numbers(case, numbers))
        return _in_own_ids(self._answers[key], numbers)

    def _read_by_reference(self, documents: Documents, cases: Sequence[Case]) -> list[object]:
        """What the reference answers for both sides, in the documents' own ids."""
        numbers = numbered(documents)
        asked = [with_numbers(case, numbers) for case in cases]
        with self.on(self.written(documents)) as (slot, cell):
            sides = [ReferenceSide(slot.tokenizer(side.artefact)) for side in cell.sides]
            return [_in_own_ids(observe(side, asked), numbers) for side in sides]

    def _key(self, written: Sequence[Embedded], case: Case) -> tuple[str, ...]:
        return (*(f"{file.sha256}{file.facts}" for file in written), repr(case))

    def written(self, documents: Documents) -> tuple[Embedded, ...]:
        """The file of each document. Raises NotWritable."""
        numbers = numbered(documents)
        return tuple(document.write(numbers) for document in documents)

    @contextmanager
    def on(self, written: Sequence[Embedded]) -> Iterator[tuple[Slot, CellSpec]]:
        """A slot that holds nothing but these files, and the finding's cell on them.

        What it loads is dropped behind it; the workers are those of the whole slot.
        """
        slot = self.slot.beside()
        artefacts = [materialise(file, self.folder) for file in written]
        try:
            yield slot, self.cell.on(artefacts[0], artefacts[-1])
        finally:
            slot.let_go()
            for artefact in artefacts:
                artefact.path.unlink(missing_ok=True)

    def _shows(self, written: Sequence[Embedded], case: Case) -> DivergingCase | None:
        with self.on(written) as (slot, cell):
            try:
                if not self.worth(slot, cell, [case]):
                    return None
                investigator = slot.investigator(cell)
                diverging = investigator.diverging([case])
            except (TokparityError, CannotLoad, KeyError, TypeError, ValueError, OverflowError):
                return None  # one side does not load it: no tokenizer to compare
            if not diverging or not self._reads_enough(slot, cell, diverging[0]):
                return None
            try:
                it_is = self._is_it(investigator, diverging[0], tuple(written))
            except TokparityError:
                return None  # what is too small to be named is another fault; a bug of ours is told
            return diverging[0] if it_is else None

    def _reads_enough(self, slot: Slot, cell: CellSpec, raw: DivergingCase) -> bool:
        if self.reading == "any":
            return True
        read = reading_of(slot, cell, raw.case, (raw.left, raw.right))
        return READINGS.index(read) >= READINGS.index(self.reading)

    def _is_it(
        self, investigator: Investigator, raw: DivergingCase, files: tuple[Embedded, ...]
    ) -> bool:
        if isinstance(investigator, BlackBoxInvestigator):
            return raw.divergence.field == self.parts_in
        signature = investigator.signature_of(raw)
        if signature == self.signature:
            return True
        other = SideFinding(investigator.as_found(raw), files)
        best = self.others.get(signature)
        if best is None or other.order < best.order:
            self.others[signature] = other
        return False

    def worth(self, slot: Slot, cell: CellSpec, cases: Sequence[Case]) -> list[Case]:
        """The cases on which the two sides may differ: without those where the reference, which is
        in fidelity, says that they agree, or, of a fault that is no refusal, has no answer:
        some libraries end their process on what the reference refuses.
        """
        sides = self._without_libraries(slot, cell)
        if not sides:
            return list(cases)
        undecided = []
        answers = zip(*(observe(side, cases) for side in sides), strict=True)
        for case, both in zip(cases, answers, strict=True):
            differ = isinstance(compare(both[0], both[-1], strict=cell.strict), Divergence)
            refused = any(isinstance(answer, Refusal) for answer in both)
            if (differ or len(sides) == 1) and (self.parts_in == "refusal" or not refused):
                undecided.append(case)
        return undecided

    def _without_libraries(self, slot: Slot, cell: CellSpec) -> list[Side]:
        """The sides that can be asked in this process: two of which one stands for the library, or
        one, or none where the reference itself is in doubt."""
        black_box = isinstance(cell.left.engine, BlackBox)
        if self.signature.stage == "unknown" and not black_box:
            return []
        if cell.question == "parity":
            return [ReferenceSide(slot.tokenizer(side.artefact)) for side in cell.sides]
        if isinstance(cell.left.engine, Library):
            return []
        left = slot.side(cell.left)
        if cell.left.engine == REFERENCE:
            return [left]
        return [left, ReferenceSide(slot.tokenizer(cell.left.artefact))]
