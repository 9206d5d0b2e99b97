"""The laws of conversations over the models of a run: each model that has a chat template, once.

Not here: the laws (`harness.properties.laws`), or what becomes of one artefact
(`harness.properties.section`).
"""

from collections.abc import Callable, Iterable

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.properties.section import laws_of
from tokparity.harness.shards.job_pool import Inline, Pool
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.properties import PropertyRecord

Told = Callable[[str], None]
"""Is given a line to show while it goes on."""


def laws_of_run(
    cells: Iterable[CellSpec], seed: int, conversations: int, pool: Pool | Inline, told: Told
) -> list[PropertyRecord]:
    """The records of each model, in the order of the cells. Errors: JobDied."""
    blocks = [(files, seed, conversations) for files in _files_by_model(cells)]
    records: dict[int, list[PropertyRecord]] = {}
    for number, found in pool.as_ended(_of_model, blocks):
        records[number] = found
        told(f"laws of conversations: {len(records)} of {len(blocks)} models")
    return [record for number in sorted(records) for record in records[number]]


def _files_by_model(cells: Iterable[CellSpec]) -> list[tuple[Artefact, ...]]:
    """The vocabularies of each model that somebody published."""
    models: dict[str, dict[str, Artefact]] = {}
    for cell in cells:
        for artefact in () if cell.is_derived else cell.artefacts:
            if artefact.format != "chat_template":
                models.setdefault(cell.model, {})[artefact.name] = artefact
    return [tuple(files.values()) for files in models.values()]


def _of_model(
    slot: Slot, files: tuple[Artefact, ...], seed: int, conversations: int
) -> list[PropertyRecord]:
    """Of the first of its files that has a template."""
    slot.begin(files[0].name)
    for artefact in files:
        try:
            if records := laws_of(slot, artefact, seed, conversations):
                return records
        except TokparityError:
            continue  # a file that cannot be read: its own cell says so
    return []


def law_line(records: Iterable[PropertyRecord]) -> str:
    """What came of it, in one line.

    >>> law_line([])
    'laws of conversations: no model has a chat template'
    """
    models: dict[str, bool] = {}
    tried = 0
    for record in records:
        models[record.artefact] = models.get(record.artefact, False) or record.broken > 0
        tried = max(tried, record.tried_texts)
    if not models:
        return "laws of conversations: no model has a chat template"
    return (
        f"laws of conversations: {sum(models.values())} of {len(models)} chat templates break one "
        f"in at most {tried} conversations; report/index.html says which, and by what"
    )
