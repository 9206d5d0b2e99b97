"""New findings as ready regression cases: sliced to what the case touches, checked, written.

A regression is only offered with a tokenizer of its own where the slice, loaded by both
sides, still shows the same finding; otherwise it names the catalogue's vocabulary.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from corpora.embedded import Embedded, Named, materialise
from corpora.regression import Expectation, Regression, Side, write_regression
from harness.cells import GOLDEN, CellSpec, SideSpec
from harness.slicing import slice_artefact
from harness.slot import Slot
from reference_impl.contract import Artefact, Observation
from reference_impl.errors import TokparityError
from reports.records import Finding, Sighting

OFFERED = 12
"""Sightings of one finding that are offered; a finding in more vocabularies is the same bug."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A regression case made ready: its file, its name ("family/slug"), and what it shows."""

    path: Path
    name: str
    finding: Finding
    sighting: Sighting


def offer_regressions(
    slot: Slot,
    cells: Iterable[CellSpec],
    findings: Iterable[Finding],
    versions: dict[str, str],
    folder: Path,
) -> list[Offer]:
    """Write the sightings of each new finding as `<folder>/<family>/<slug>.json`.

    Of a fidelity finding the first is enough: the reference is wrong once. In parity each pair of
    artefacts is a matter of its own, and needs a witness for its own ledger entry. What an earlier
    run offered in that folder goes. Golden cases are committed already.
    """
    rmtree(folder, ignore_errors=True)
    by_name = {(c.left.artefact.name, c.against, c.left.engine, c.right.engine): c for c in cells}
    offers = []
    for finding in findings:
        if finding.status != "new" or finding.signature.right.startswith(GOLDEN):
            continue
        most = OFFERED if finding.signature.question == "parity" else 1
        pair = (finding.signature.left, finding.signature.right)
        shown = [
            (cell, sighting)
            for sighting in finding.sightings
            if (cell := by_name.get((sighting.artefact, sighting.against, *pair))) is not None
        ]
        for cell, sighting in shown[:most]:
            regression = as_regression(slot, cell, finding, sighting, versions)
            path = write_regression(regression, folder)
            offers.append(Offer(path, regression.name, finding, sighting))
    return offers


def as_regression(
    slot: Slot,
    cell: CellSpec,
    finding: Finding,
    sighting: Sighting,
    versions: dict[str, str],
) -> Regression:
    """The regression case of one sighting; the expectations are what the native libraries said."""
    with TemporaryDirectory(prefix="tokparity-") as scratch:
        sliced = _slice(slot, cell, finding, sighting, Path(scratch))
    left, right = sliced or (_named(cell.left.artefact), _named(cell.right.artefact))
    parity = cell.question == "parity"
    signature = finding.signature
    return Regression(
        name=f"{signature.stage.replace('_', '-')}/{_slug(finding, sighting)}",
        question=cell.question,
        pair=(signature.left, signature.right),
        stage=signature.stage,
        method=finding.method,
        flags=(sighting.field,),
        case=sighting.case,
        side=_side(left, signature.left, sighting.left, versions)
        if parity
        else _side(left, signature.right, sighting.right, versions),
        against=_side(right, signature.right, sighting.right, versions) if parity else None,
        note=f"found in {sighting.artefact}: {finding.shape}",
        upstream=None,
    )


def _slug(finding: Finding, sighting: Sighting) -> str:
    told = f"{sighting.artefact} {sighting.against or ''}"
    name = re.sub(r"[^a-z0-9]+", "-", told.lower()).strip("-")
    return f"{name}-{finding.id}"


def _side(
    artefact: Named | Embedded, oracle: str, answer: Observation, versions: dict[str, str]
) -> Side:
    return Side(artefact, {oracle: Expectation(versions.get(oracle, ""), answer)})


def _named(artefact: Artefact) -> Named:
    return Named(artefact.name, artefact.format, artefact.sha256)


def _slice(
    slot: Slot, cell: CellSpec, finding: Finding, sighting: Sighting, scratch: Path
) -> tuple[Embedded, Embedded] | None:
    """Both sides' slices, where together they still show the very same two answers."""
    try:
        made = [
            slice_artefact(side.artefact, slot.tokenizer(side.artefact), sighting.case)
            for side in (cell.left, cell.right)
        ]
        left, right = made
        if left is None or right is None:
            return None
        small = CellSpec(
            cell.model,
            cell.question,
            SideSpec(cell.left.engine, materialise(left, scratch)),
            SideSpec(cell.right.engine, materialise(right, scratch)),
        )
        met = slot.runner(small, 0).investigator.diverging([sighting.case])
    except (TokparityError, KeyError, TypeError, ValueError):
        return None  # a slice that does not load is no slice: the catalogue's name is used
    same = bool(met) and (met[0].left, met[0].right) == (sighting.left, sighting.right)
    return (left, right) if same else None
