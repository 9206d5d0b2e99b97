"""The finding of a bug report on the smallest tokenizer that shows it, in whatever format.

As `tokparity shrink` makes it, with fewer candidates, so that a report takes seconds. Not here:
whether the whole file still answers as recorded, which comes first, and the script (`triage`).
"""

from dataclasses import dataclass, replace
from pathlib import Path

from tokparity.corpora.embedded import materialise
from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.engines import may_be_asked
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.reduction.finding import shrink_tokenizer
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import ChatCase
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import live
from tokparity.reports.records.finding import Finding, Sighting

CANDIDATES = 600
"""Tokenizers and texts that are tried for one report."""
SMALL = 4_096
"""Bytes of files that are small already, as those of a regression file …"""
FEW = 200
"""… and so many candidates for these."""


@dataclass(frozen=True, slots=True)
class Small:
    """A sighting on small files, which lie in `cell`; `entries` are left of `before`."""

    sighting: Sighting
    cell: CellSpec
    entries: int
    before: int


def on_small_files(
    slot: Slot, cell: CellSpec, finding: Finding, sighting: Sighting, folder: Path
) -> Small | None:
    """The sighting on the smallest files that show its finding, written into `folder`.

    None where a side cannot be asked here, where no smaller file shows it, or where a library
    refuses all of them; and of a conversation, whose template is shown whole. Recorded answers are
    their library's, which is asked.
    """
    if cell.chats or isinstance(sighting.case, ChatCase):
        return None
    live = _live(cell)
    if not all(may_be_asked(side.engine) for side in live.sides):
        return None
    left, right = live.sides
    signature = replace(finding.signature, left=left.name, right=right.name)
    found = NamedSighting(signature, finding.method, finding.shape, sighting)
    artefacts = live.artefacts
    size = sum(artefact.path.stat().st_size for artefact in artefacts)
    try:
        for artefact in artefacts:
            slot.tokenizer(artefact)  # what the reference does not read is no document either
        shrunk = shrink_tokenizer(slot, live, found, FEW if size <= SMALL else CANDIDATES)
    except (TokparityError, ValueError, OverflowError):
        return None  # a side that refuses the case's ids, or answers by chance: the whole is shown
    if shrunk.files is None or sum(len(file.content) for file in shrunk.files) >= size:
        return None
    if shrunk.found.signature.bare != signature.bare:
        return None  # smaller, but another finding
    small = [materialise(file, folder) for file in shrunk.files]
    on_small = live.on(small[0], small[-1])
    return Small(shrunk.found.sighting, on_small, shrunk.entries, shrunk.before)


def _live(cell: CellSpec) -> CellSpec:
    """The cell with each recorded side as the library that answered."""
    left, right = (replace(side, engine=live(side.engine)) for side in cell.sides)
    return replace(cell, left=left, right=right)
