"""New findings as ready regression cases: shrunk in text and tokenizer, checked, written.

A regression is only offered with a tokenizer of its own where that, loaded by both sides, still
shows the same finding; otherwise it names the catalogue's vocabulary.
"""

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from tokparity.corpora.case_files import BadCaseFile
from tokparity.corpora.embedded import Embedded, Named
from tokparity.corpora.regression import Expectation, Regression, RegressionSide, write_regression
from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.explanations.proposals import (
    answers_of,
    propose,
    shown_cases,
    these_cases,
)
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.reduction.finding import CANDIDATES, shrink_tokenizer
from tokparity.harness.run.finding_cell import found_in
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact, Observation
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import Golden, engine_called
from tokparity.reports.records.explanation import Explanation
from tokparity.reports.records.finding import Finding, Sighting

OFFERED = 12
"""Sightings of one finding that are offered; a finding in more vocabularies is the same bug."""


LONGEST = 100
"""Characters of the artefacts' names that stand in the name of a file."""
MANY, FEW = 600, 200
"""Candidates for the tokenizer of a finding's first sighting, and of each other, whose tokenizer is
a slice at least: a run ends with this. `tokparity shrink` tries more."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A regression case made ready: its file, its name ("family/slug"), and what it shows."""

    path: Path
    name: str
    finding: Finding
    sighting: Sighting
    explanation: Explanation | None = None
    """What an entry may cover it by, of a parity finding."""


def offer_regressions(
    slot: Slot,
    cells: Iterable[CellSpec],
    findings: Iterable[Finding],
    versions: dict[str, str],
    folder: Path,
    tell: Callable[[str], None],
    until: float | None = None,
) -> list[Offer]:
    """Write the sightings of each new finding as `<folder>/<family>/<slug>.json`.

    Of a fidelity finding the first is enough: the reference is wrong once. In parity each pair of
    artefacts is a matter of its own, and needs a witness for its own ledger entry. What an earlier
    run offered in that folder goes. Golden cases are committed already. What cannot be written is
    told in a line, and so is what had not begun `until` then, by `time.monotonic`.
    """
    rmtree(folder, ignore_errors=True)
    cell_of = found_in(cells)
    offers = []
    for finding in findings:
        if finding.status != "new" or isinstance(engine_called(finding.signature.right), Golden):
            continue
        most = OFFERED if finding.signature.question == "parity" else 1
        witnesses = [
            (cell, sighting)
            for sighting in finding.sightings
            if (cell := cell_of(finding, sighting)) is not None
        ]
        for at, (cell, sighting) in enumerate(witnesses[:most]):
            if until is not None and time.monotonic() > until:
                tell(f"no regression case of {finding.id} yet: the time is over")
                break
            candidates = FEW if at else MANY
            regression = as_regression(slot, cell, finding, sighting, versions, candidates)
            try:
                path = write_regression(regression, folder)
            except BadCaseFile as error:
                tell(f"no regression case of {finding.id}: {error}")
                continue
            explanation = None
            if finding.signature.question == "parity":
                explanation = explanation_of(slot, cell, finding, sighting)
                explanation = explanation or cases_alone(slot, cell, finding, sighting)
            offers.append(Offer(path, regression.name, finding, sighting, explanation))
    return offers


def explanation_of(
    slot: Slot, cell: CellSpec, finding: Finding, sighting: Sighting
) -> Explanation | None:
    """What accounts for a finding in one pair, as both libraries answer now; None: nothing does, as
    of conversations, of which no change of a tokenizer is the cause.

    Errors: CannotLoad, BadArtefact.
    """
    if cell.chats:
        return None
    cases = answers_of(slot.sides(cell), shown_cases(sighting))
    return propose(
        cell,
        finding.signature,
        cases,
        lambda at_left: slot.tokenizer((cell.left if at_left else cell.right).artefact),
    )


def cases_alone(slot: Slot, cell: CellSpec, finding: Finding, sighting: Sighting) -> Explanation:
    """What accounts for a finding's smallest case and the one it was found as, and nothing else."""
    cases = answers_of(slot.sides(cell), shown_cases(sighting))
    return these_cases(cell, finding.signature, cases)


def as_regression(
    slot: Slot,
    cell: CellSpec,
    finding: Finding,
    sighting: Sighting,
    versions: dict[str, str],
    candidates: int = CANDIDATES,
) -> Regression:
    """The regression case of one sighting, its tokenizer shrunk with so many candidates; the
    expectations are what the native libraries said."""
    try:
        named_sighting = NamedSighting(finding.signature, finding.method, finding.shape, sighting)
        reduction = shrink_tokenizer(slot, cell, named_sighting, candidates)
    except TokparityError:  # a side that answers by chance, or recorded: it stays as it was found
        return regression_of(cell, finding, sighting, None, versions)
    if reduction.files is None or reduction.found.signature.bare != finding.signature.bare:
        return regression_of(cell, finding, sighting, None, versions)
    return regression_of(cell, finding, reduction.found.sighting, reduction.files, versions)


def regression_of(
    cell: CellSpec,
    finding: Finding,
    sighting: Sighting,
    files: Sequence[Embedded] | None,
    versions: dict[str, str],
) -> Regression:
    """The regression case of a sighting on these files: the one of both sides, or of each its own.
    None: on the catalogue's."""
    left: Named | Embedded
    right: Named | Embedded
    if files is None:
        left, right = _named(cell.left.artefact), _named(cell.right.artefact)
    else:
        left, right = files[0], files[-1]
    parity = cell.question == "parity"
    signature = finding.signature

    def side(
        artefact: Named | Embedded, of: SideSpec, oracle: str, answer: Observation
    ) -> RegressionSide:
        expected = {oracle: Expectation(versions.get(oracle, ""), answer)}
        return RegressionSide(artefact, expected, of.artefact.settings)

    return Regression(
        name=f"{signature.stage.replace('_', '-')}/{_slug(finding, sighting)}",
        question=cell.question,
        pair=(signature.left, signature.right),
        stage=signature.stage,
        method=finding.method,
        flags=(sighting.field,),
        case=sighting.case,
        side=side(left, cell.left, signature.left, sighting.left)
        if parity
        else side(left, cell.right, signature.right, sighting.right),
        against=side(right, cell.right, signature.right, sighting.right) if parity else None,
        note=f"found in {sighting.artefact}: {finding.shape}",
        upstream=None,
    )


def _slug(finding: Finding, sighting: Sighting) -> str:
    words = f"{sighting.artefact} {sighting.against or ''}"
    name = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
    if len(name) > LONGEST:
        name = f"{name[:LONGEST]}-{hashlib.sha256(words.encode()).hexdigest()[:8]}"
    return f"{name}-{finding.id}"


def _named(artefact: Artefact) -> Named:
    return Named(artefact.name, artefact.format, artefact.sha256)
