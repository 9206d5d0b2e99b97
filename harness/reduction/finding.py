"""A finding made as small as it gets: its text or ids, then the tokenizer that shows it.

The text is shrunk on the artefact as it is. Then only what the text touches is kept of the
vocabulary, of both artefacts of a parity finding at once, and that is reduced; a smaller tokenizer
often allows a smaller text, so the two take turns until nothing changes. The same finding gives
the same result: bounded by counts, never by time.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tokparity.corpora.embedded import Embedded
from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.verdict import Divergence
from tokparity.harness.naming.counterfactual import trace_of
from tokparity.harness.naming.diverging_case import CANDIDATES_OF_A_CRASH, DivergingCase, is_costly
from tokparity.harness.naming.first_stage import UNKNOWN
from tokparity.harness.naming.investigation import Investigator, NamedSighting
from tokparity.harness.reduction.documents.document import is_reducible, numbered, read_document
from tokparity.harness.reduction.passes import (
    Documents,
    entries_of,
    fewer_entries,
    needed_of,
    reduced,
    restricted,
)
from tokparity.harness.reduction.respelling import respelled
from tokparity.harness.reduction.trial import (
    NEVER_FULL,
    Reading,
    SideFinding,
    Trial,
    reading_of,
    with_numbers,
)
from tokparity.harness.reduction.vocabulary_slice import widening
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shrinking.case import one_less
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.contract import Case, case_ids, case_texts
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.engine import BlackBox, Library
from tokparity.reports.records.finding import Sighting, Signature

CANDIDATES = 2000
"""Texts and tokenizers that are tried for one finding."""
OF_TEXT = 1000
"""Of them for the text before the tokenizer is looked at."""
FULL_LOADS = 10
"""How many files of full size may be loaded besides the two that are there."""
TURNS = 4
LONG = 4000
"""A case of more characters or ids has one turn: each question takes a tenth of a second."""
PLACES = 64
"""Of them one each is left out of the smallest case, to see that it is as short as it can be."""


class NoLongerDiverges(TokparityError):
    """The two sides agree on the case now: there is nothing to shrink."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}: the two sides agree on this case now: nothing to shrink")


@dataclass(frozen=True, slots=True)
class Reduction:
    """What is left of a finding.

    `found` is the sighting on the smallest tokenizer, `files` that tokenizer, of a parity finding
    of two artefacts both; None where no smaller one shows the fault, and the case is one of the
    artefact as it is. `entries` of `before` are left of the vocabulary, `needed` of them because
    the format has no file without (all bytes, say); `loads` counts the files of full size that were
    loaded, `others` are findings of other signatures that were met. `minimal`: with one less of any
    character or id (of `PLACES` of them, evenly apart, where there are more) nothing differs.
    """

    found: NamedSighting
    files: tuple[Embedded, ...] | None
    before: int
    entries: int
    candidates: int
    loads: int
    seconds: float
    others: tuple[SideFinding, ...] = ()
    minimal: bool = False
    needed: int = 0

    @property
    def case(self) -> Case:
        return self.found.sighting.case


def shrink_finding(
    slot: Slot,
    cell: CellSpec,
    case: Case | DivergingCase,
    candidates: int = CANDIDATES,
    announce: Callable[[str], None] = lambda line: None,
) -> Reduction:
    """The smallest case and the smallest tokenizer that show the signature of a diverging case.

    `announce` is called with a line for people at each step.
    Errors: NoLongerDiverges; CannotLoad and BadArtefact of the artefacts themselves.
    """
    begun = time.perf_counter()
    investigator = slot.investigator(cell)
    question = case.case if isinstance(case, DivergingCase) else case
    diverging = investigator.diverging([question])
    if not diverging:
        raise NoLongerDiverges(cell.name)
    if is_costly(diverging[0]):
        candidates = min(candidates, CANDIDATES_OF_A_CRASH)
    of_text = CandidateBudget(min(OF_TEXT, candidates // 2))
    small = investigator.smallest(diverging[0], of_text)
    announce(f"the case is small: {of_text.spent} candidates")
    sighting = investigator.as_found(small)
    sighting = replace(sighting, sighting=replace(sighting.sighting, found_as=question))
    shrunk = shrink_tokenizer(slot, cell, sighting, candidates - of_text.spent, announce)
    return replace(
        shrunk,
        candidates=shrunk.candidates + of_text.spent,
        loads=shrunk.loads + len(cell.artefacts),
        seconds=time.perf_counter() - begun,
    )


def shrink_tokenizer(
    slot: Slot,
    cell: CellSpec,
    named_sighting: NamedSighting,
    candidates: int = CANDIDATES,
    announce: Callable[[str], None] = lambda line: None,
) -> Reduction:
    """As `shrink_finding`, of a sighting whose case is small already: no library has to load a
    file of full size, unless no part of it shows the fault.

    Errors: NoLongerDiverges; BadArtefact.
    """
    begun = time.perf_counter()
    original, sighting = named_sighting, named_sighting.sighting
    verdict = Divergence(sighting.field, sighting.index)
    small = DivergingCase(sighting.case, sighting.left, sighting.right, verdict)
    if is_costly(small):
        candidates = min(candidates, CANDIDATES_OF_A_CRASH)
    # What is kept back is spent at the end, to see whether the smallest case is minimal.
    budget = CandidateBudget(candidates - min(PLACES, candidates // 8))
    loads = CandidateBudget(FULL_LOADS)
    artefacts = cell.artefacts
    files: tuple[Embedded, ...] | None = None
    others: dict[Signature, SideFinding] = {}
    before = entries = needed = 0
    minimal = False
    if all(is_reducible(artefact.format) for artefact in artefacts):
        documents = tuple(read_document(artefact) for artefact in artefacts)
        before = entries = len(entries_of(documents))
        with TemporaryDirectory(prefix="tokparity-") as folder:
            bare, place = named_sighting.signature.bare, Path(folder)
            reading: Reading = "any"
            if cell.question == "parity":
                answers = sighting.left, sighting.right
                reading = reading_of(slot, cell, sighting.case, answers)
            trial = Trial(slot, cell, bare, place, budget, loads, before, sighting.field, reading)
            sliced = _sliced(trial, documents, small, _tokenizers(slot, cell))
            del documents  # of full size, up to a quarter of a million entries
            if sliced is not None:
                announce(f"{len(entries_of(sliced)):,} of {before:,} entries show it")
                files, named_sighting, entries, needed = _by_turns(trial, sliced, small)
                with trial.on(files) as (small_slot, small_cell):
                    minimal = _is_minimal(small_slot, small_cell, named_sighting.sighting, budget)
            others = trial.others
    if files is None:
        minimal = _is_minimal(slot, cell, sighting, budget)
    return Reduction(
        found=_of_whole_artefacts(cell, original, named_sighting),
        files=files,
        before=before,
        entries=entries,
        candidates=budget.spent,
        loads=loads.spent,
        seconds=time.perf_counter() - begun,
        minimal=minimal,
        needed=needed,
        others=tuple(other for _, other in sorted(others.items(), key=lambda item: item[0].key)),
    )


def _of_whole_artefacts(
    cell: CellSpec, original: NamedSighting, small: NamedSighting
) -> NamedSighting:
    """A sighting on small files, told of the artefacts that they were cut from."""
    if isinstance(cell.left.engine, BlackBox):  # a black box is named on the artefact as it is
        small = replace(
            small,
            signature=original.signature,
            method=original.method,
            shape=original.shape,
        )
    sighting = replace(
        small.sighting,
        sha256=cell.left.artefact.sha256,
        against=cell.against,
        found_as=original.sighting.found_as,
    )
    return replace(small, sighting=sighting)


def _is_minimal(slot: Slot, cell: CellSpec, sighting: Sighting, budget: CandidateBudget) -> bool:
    """Whether each case of one less differs in the same field no more."""
    shorter = one_less(sighting.case, min(PLACES, max(budget.limit // 8, 1)))
    budget.spent += len(shorter)
    diverging = slot.investigator(cell).diverging(shorter)
    return not any(raw.divergence.field == sighting.field for raw in diverging)


def _tokenizers(slot: Slot, cell: CellSpec) -> list[Tokenizer]:
    """The reference on each artefact, and the changed one of a side."""
    known = [slot.tokenizer(artefact) for artefact in cell.artefacts]
    if not isinstance(cell.left.engine, Library):
        changed = getattr(slot.side(cell.left), "tokenizer", None)
        if isinstance(changed, Tokenizer) and changed is not known[0]:
            known.append(changed)
    return known


def _sliced(
    trial: Trial, documents: Documents, small: DivergingCase, tokenizers: list[Tokenizer]
) -> Documents | None:
    """The narrowest step that shows the fault, or a whole that is small, numbered anew; None where
    there is none."""
    needed = needed_of(documents)
    for ids in widening(tokenizers, small.case, (small.left, small.right)):
        some = restricted(documents, ids | needed)
        if trial.holds(some, small.case):
            return some
    if trial.whole > NEVER_FULL:
        return None  # it is bound by the size of the vocabulary: each step would load all of it
    return documents if trial.holds(documents, small.case) else None


def _by_turns(
    trial: Trial, documents: Documents, small: DivergingCase
) -> tuple[tuple[Embedded, ...], NamedSighting, int, int]:
    """The tokenizer, then the text, until neither changes; the files, the sighting on them, how
    many entries they have, and how many of these are needed."""
    case = with_numbers(small.case, numbered(documents))
    files = trial.written(documents)
    length = sum(map(len, (*case_texts(case), case_ids(case))))
    for _ in range(1 if length > LONG else TURNS):
        before = files
        files, case = _smaller_files(trial, files, case)
        with trial.on(files) as (slot, cell):
            investigator = slot.investigator(cell)
            diverging = investigator.diverging([case])
            if not diverging:
                raise NoLongerDiverges(cell.name)
            raw = investigator.smallest(
                diverging[0], trial.budget, partial(trial.worth, slot, cell)
            )
            named_sighting = _as_found(slot, cell, investigator, raw)
        if raw.case == case and (files == before or trial.budget.left <= 0):
            break
        case = raw.case
    left = _read(trial, files)
    return files, named_sighting, len(entries_of(left)), len(needed_of(left))


def _as_found(
    slot: Slot, cell: CellSpec, investigator: Investigator, raw: DivergingCase
) -> NamedSighting:
    """The sighting on small files. A black box's is not named: its name is that on the artefact as
    it is, and costs some fifty questions of every fault model."""
    if isinstance(cell.left.engine, BlackBox):
        trace = trace_of(slot.tokenizer(cell.left.artefact), raw.case)
        unnamed = replace(UNKNOWN, right_trace=trace)
        investigator = replace(investigator, name=lambda _: unnamed, symptom=None)
    return investigator.as_found(raw)


def _read(trial: Trial, files: Sequence[Embedded]) -> Documents:
    with trial.on(files) as (_, cell):
        return tuple(read_document(side.artefact) for side in cell.sides[: len(files)])


def _smaller_files(
    trial: Trial, files: Sequence[Embedded], case: Case
) -> tuple[tuple[Embedded, ...], Case]:
    """The files of what can be left of these, and the case in their ids."""
    documents = _read(trial, files)
    # Names first: what is special by its name in llama.cpp needs no type, and then needs its name.
    some = fewer_entries(documents, lambda candidate: trial.holds(candidate, case), trial.spent)
    some, case = respelled(some, case, trial.holds, trial.spent)
    small = reduced(
        some,
        case_texts(case),
        lambda some: trial.holds(some, case),
        lambda some, before: trial.alike(some, before, case),
        trial.spent,
    )
    small, case = respelled(small, case, trial.holds, trial.spent)
    return trial.written(small), with_numbers(case, numbered(small))
