"""Which explanations of the ledger may speak of a cell's two files.

A file is called by what it contains: its format, and its name in the catalogue or its sha256; a
derived one by what it was made of: "gguf:llama2-as-gguf". A path, and the name that a path gives,
decide nothing.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache

from tokparity.corpora.vocabs import catalogue
from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.derivation.names import AS, name_of
from tokparity.harness.explanations.changes import CHANGES
from tokparity.harness.explanations.ranges import ANSWERS
from tokparity.reference_impl.contract import Artefact
from tokparity.reports.records.errors import BadLedger
from tokparity.reports.records.explanation import (
    THESE_CASES,
    BoundExplanation,
    Explanation,
    is_glob,
)
from tokparity.reports.records.ledger import Ledger
from tokparity.reports.records.run_info import RunArtefact

_KNOWN = frozenset((*CHANGES, *ANSWERS, THESE_CASES))


def content_name(artefact: Artefact | RunArtefact) -> str:
    """What the explanations call a file: "gguf:qwen2-gguf", "tokenizer.json:sha256-6ad3…"."""
    if isinstance(artefact, RunArtefact) and artefact.derived:
        return f"{artefact.format}:{artefact.name}"  # a run directory has no digest of its source
    source = artefact.source if isinstance(artefact, Artefact) else ""
    sha256 = source or artefact.sha256
    name = _names().get(sha256, f"sha256-{sha256}")
    if isinstance(artefact, Artefact) and source:
        name = name_of(name, artefact.format)
    return f"{artefact.format}:{name}"


@cache
def _names() -> Mapping[str, str]:
    return {manifest.sha256: manifest.name for manifest in catalogue.manifests(catalogue.OWN)}


def names_no_file(explanation: Explanation) -> bool:
    """Whether it speaks of a file by a name that the catalogue does not have: no pair can be meant.

    Of a sha256 nobody can tell: the file may be somebody's own.
    """
    called = (explanation.on.partition(":")[2], explanation.beside.partition(":")[2])
    plain = [name.partition(AS)[0] for name in called if name and not is_glob(name)]
    known = set(_names().values())
    return any(name not in known and not name.startswith("sha256-") for name in plain)


def elsewhere(
    ledger: Ledger, artefacts: Iterable[Artefact | RunArtefact]
) -> tuple[Explanation, ...]:
    """The explanations that name, by its sha256, a file which is none of these: another pair's, or
    what a file was before it was changed."""
    here = {content_name(artefact) for artefact in artefacts}

    def is_elsewhere(explanation: Explanation) -> bool:
        named = (explanation.on, explanation.beside)
        return any(":sha256-" in name and name not in here for name in named if not is_glob(name))

    return tuple(
        explanation
        for entry in ledger.entries
        for explanation in entry.explanations
        if is_elsewhere(explanation)
    )


def check_changes(ledger: Ledger) -> None:
    """Raises BadLedger for a change that nobody knows."""
    for entry in ledger.entries:
        for explanation in entry.explanations:
            if explanation.change not in _KNOWN:
                reason = f"{explanation.change!r} is not one of {', '.join(sorted(_KNOWN))}"
                raise BadLedger(entry.path, entry.id, "explains.change", reason)


def with_known(cell: CellSpec, ledger: Ledger, versions: Mapping[str, str]) -> CellSpec:
    """The cell with what the ledger knows of its pair, at the versions of the oracles that run.

    Nothing is known of a fidelity cell: there the reference is wrong. A glob may speak of both
    files: which of them comes first decides nothing.
    """
    if cell.question == "fidelity":
        return cell
    left, right = (content_name(side.artefact) for side in cell.sides)
    bound = []
    for entry in ledger.about(cell.question, cell.left.name, cell.right.name).entries:
        if entry.is_fixed_at(versions.get(entry.oracle)):
            continue
        for explanation in entry.explanations:
            if _speaks_of(explanation, left, right):
                bound.append(BoundExplanation(explanation, at_left=True))
            if _speaks_of(explanation, right, left):
                bound.append(BoundExplanation(explanation, at_left=False))
    return replace(cell, known=tuple(bound))


def _speaks_of(explanation: Explanation, changed: str, other: str) -> bool:
    return fnmatchcase(changed, explanation.on) and fnmatchcase(other, explanation.beside)


def digest_of_known(cells: Iterable[CellSpec]) -> str:
    """A digest of what is known of the cells: findings made with another ledger are others."""
    return hashlib.sha256(repr([cell.known for cell in cells]).encode()).hexdigest()
