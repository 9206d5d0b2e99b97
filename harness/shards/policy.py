"""How the divergences of a cell are named: which method, and by which tokenizers.

What a side is decides it: a black box and a second opinion are named by counterfactuals, a
recording by its library, a faulty reference beside the sound one, a library against another by
the traces of both files; but where a class of `transformers` overrides what its tokenizer.json
says, both sides hold one file, and the library shows its own stages.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Protocol, TypeVar

from tokparity.harness.bugs.black_box_investigation import BlackBoxInvestigator
from tokparity.harness.bugs.sides import BugsOfSide
from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.compare.sides import BlackBoxSide, RecordedSide, ReferenceSide, Side, observe
from tokparity.harness.compare.verdict import Agreement, compare
from tokparity.harness.explanations.explainer import Explainer
from tokparity.harness.naming.counterfactual import Changed, Counterfactual
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.naming.first_stage import (
    UNKNOWN,
    Diagnosis,
    name_chat,
    name_fidelity,
)
from tokparity.harness.naming.investigation import Investigator
from tokparity.harness.naming.symptom import symptom
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.harness.naming.two_traces import name_answered, name_fault_model, name_parity
from tokparity.oracles.protocol import ORACLES
from tokparity.oracles.subjects.library import find_library
from tokparity.reference_impl.contract import Artefact, Case, EncodeCase
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.engine import REFERENCE, Subject, live
from tokparity.reports.summary.pipeline_picture import settings, settings_apart

Asked = TypeVar("Asked")


OF_BATCHES = replace(UNKNOWN, component="batch call")


class References(Protocol):
    """The reference on any artefact, and sides that are asked besides a cell's two."""

    def tokenizer(self, artefact: Artefact) -> Tokenizer: ...

    def changed_by_fault_models(self, artefact: Artefact) -> Changed: ...

    def side(self, spec: SideSpec) -> Side: ...

    def explainer(self, cell: CellSpec) -> Explainer: ...


def investigator_of(
    cell: CellSpec, left: Side, right: Side, references: References
) -> Investigator:
    """What asks two sides about a cell's diverging cases, and names the stage at fault."""
    artefact = cell.left.artefact
    if cell.chats:
        name = partial(name_chat, left=left, right=right)
        has_ids = artefact.format != "chat_template"
        pieces = references.tokenizer(artefact).pieces().get if has_ids else _no_piece
        return Investigator(cell, left, right, name, pieces)
    if cell.is_batch:  # the same stages, that another call puts in motion
        pieces_of_file = references.tokenizer(artefact).pieces().get
        return Investigator(cell, left, right, lambda _: OF_BATCHES, pieces_of_file)
    opinion = right if cell.second_opinion else None
    black_box = next((side for side in (left, right) if isinstance(side, BlackBoxSide)), opinion)
    if black_box is not None:
        return black_box_investigator(
            cell, left, right, black_box, references.changed_by_fault_models(artefact)
        )
    if isinstance(left, ReferenceSide):
        return _of_reference(cell, left, right, references)
    return _of_libraries(cell, left, right, references)


def black_box_investigator(
    cell: CellSpec, left: Side, right: Side, black_box: Side, changed: Changed
) -> BlackBoxInvestigator:
    """What investigates a black box, on the left or on the right. Of a mutant, its own fault model
    is withheld: nobody's bug is in the registry."""
    withheld = black_box.fault_models if isinstance(black_box, BlackBoxSide) else frozenset[str]()
    known = Counterfactual(black_box, changed, withheld)
    pieces = changed.honest.pieces().get
    name = known.name if black_box is left else _turned(known.name)
    plain = Investigator(cell, left, right, name, pieces)
    of_box = partial(_symptom, changed.reader, plain, at_left=black_box is left)
    seed, most = cell.left.artefact.sha256, _questions(black_box)
    bugs = BugsOfSide(black_box, changed, withheld, seed, cell.strict, most)
    return BlackBoxInvestigator(
        cell,
        left,
        right,
        name,
        pieces,
        of_box,
        explains=known.explains,
        separate=bugs.separate,
        diagnosis_of=bugs.diagnosis if black_box is left else _turned(bugs.diagnosis),
        added_tokens=changed.honest.added_tokens,
        settings=partial(settings, changed.honest),
    )


def _questions(side: Side) -> int | None:
    """How many a bundled adapter may be asked, where it is slow."""
    engine = side.engine
    if not isinstance(engine, Subject) or engine.spec != f"lib:{engine.name}":
        return None
    library = find_library(engine.name)
    return None if library is None else library.questions


def _turned(diagnose: Callable[[Asked], Diagnosis]) -> Callable[[Asked], Diagnosis]:
    """Of a black box on the right the sound trace is the left one's."""

    def turned(asked: Asked) -> Diagnosis:
        diagnosis = diagnose(asked)
        return replace(
            diagnosis, left_trace=diagnosis.right_trace, right_trace=diagnosis.left_trace
        )

    return turned


def _of_reference(
    cell: CellSpec, left: ReferenceSide, right: Side, references: References
) -> Investigator:
    tokenizer = references.tokenizer(cell.left.artefact)
    name: Callable[[Case], Diagnosis] = partial(name_fidelity, left=left, right=right)
    if isinstance(right, RecordedSide):
        library = SideSpec(live(cell.right.engine), cell.right.artefact)

        def name(case: Case) -> Diagnosis:
            """A recorded answer shows no stages: its library, asked now, does."""
            return name_fidelity(case, left, references.side(library))

    elif left.engine != REFERENCE:
        name = partial(name_fault_model, left=left, right=right, honest=tokenizer)
    plain = Investigator(cell, left, right, name, tokenizer.pieces().get)
    if left.engine == REFERENCE:
        return plain
    reader = references.changed_by_fault_models(cell.left.artefact).reader
    return replace(plain, symptom=partial(_symptom, reader, plain, at_left=True))


def _of_libraries(cell: CellSpec, left: Side, right: Side, references: References) -> Investigator:
    tokenizer = references.tokenizer(cell.left.artefact)
    explainer = references.explainer(cell)
    spec = ORACLES.get(cell.right.name)
    if spec is not None and spec.overrides:
        name: Callable[[Case], Diagnosis] = partial(
            name_override,
            left=tokenizer,
            left_oracle=left,
            right=right,
            alternatives=without_settings(tokenizer),
        )
        pieces_of_file = tokenizer.pieces().get
        return Investigator(cell, left, right, name, pieces_of_file, explainer=explainer)
    other = references.tokenizer(cell.right.artefact)
    name = partial(name_parity, left=tokenizer, right=other, left_oracle=left, right_oracle=right)
    theirs = other.pieces()
    return Investigator(
        cell,
        left,
        right,
        name,
        partial(_piece, tokenizer.pieces(), theirs),
        name_answered=partial(name_answered, left=tokenizer, right=other),
        right_pieces=theirs.get,
        files_apart=cache(partial(settings_apart, tokenizer, other)),
        explainer=explainer,
    )


def _symptom(
    reader: TokenReader,
    investigator: Investigator,
    diagnosis: Diagnosis,
    raw: DivergingCase,
    *,
    at_left: bool,
) -> str:
    """What is wrong with the one side, by what the other answers."""
    if diagnosis.stage == "unknown":
        return ""
    wrong, right = (raw.left, raw.right) if at_left else (raw.right, raw.left)

    def parted(cases: Sequence[Case]) -> list[bool]:
        diverging = {each.case for each in investigator.diverging(cases)}
        return [case in diverging for case in cases]

    return symptom(diagnosis.stage, raw.case, raw.divergence.field, wrong, right, reader, parted)


def _no_piece(_: int) -> str | None:
    """Of what has no vocabulary."""
    return None


def _piece(left: Mapping[int, str], right: Mapping[int, str], token_id: int) -> str | None:
    return left.get(token_id) or right.get(token_id)


def without_settings(left: Tokenizer) -> tuple[tuple[str, Tokenizer], ...]:
    """The reference without each setting that the file switches on and `transformers` off."""
    alternatives = []
    if left.truncation is not None:
        alternatives.append(("Truncation", replace(left, truncation=None)))
    if left.padding is not None:
        alternatives.append(("Padding", replace(left, padding=None)))
    if len(alternatives) == 2:
        both = replace(left, truncation=None, padding=None)
        alternatives.append(("Truncation and Padding", both))
    return tuple(alternatives)


def name_override(
    case: Case,
    left: Tokenizer,
    left_oracle: Side,
    right: Side,
    alternatives: tuple[tuple[str, Tokenizer], ...] = (),
) -> Diagnosis:
    """The first stage where the file and the library's tokenizer part, on one diverging case.

    `left` is the reference on the file, `left_oracle` its native oracle: where these two differ
    the answer is unknown. A reference without settings (`without_settings`) that agrees with the
    library's tokenizer names what the library switched off.
    """
    reference = ReferenceSide(left)
    if not _agree(case, reference, left_oracle):
        return UNKNOWN
    if isinstance(case, EncodeCase):
        for part, alternative in alternatives:
            if _agree(case, ReferenceSide(alternative), right):
                trace = tracing.trace(left, case.text, case.options)
                return Diagnosis("post_processor", part, "counterfactual", trace)
    return name_fidelity(case, reference, right)


def _agree(case: Case, left: Side, right: Side) -> bool:
    ours, theirs = observe(left, [case])[0], observe(right, [case])[0]
    return isinstance(compare(ours, theirs, strict=True), Agreement)
