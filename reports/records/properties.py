"""What became of the properties of an artefact: a record each, in `properties.jsonl`, and a sheet.

Only a run that tried them has the file. Not here: the properties (`harness.properties`).
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import Natural
from tokparity.reference_impl.strict_json.classes import Stored, declare
from tokparity.reports.records.finding import SCHEMA_VERSION
from tokparity.reports.records.lines import read_lines
from tokparity.reports.text.sheets import Sheet
from tokparity.reports.text.visible import clip, harmless

FILE = "properties.jsonl"
ReadingKind = Literal["invariant", "observation", "none"]


@dataclass(frozen=True, slots=True)
class PropertyRecord:
    """A property on an artefact: `about` in a sentence; how a breach is `reading`, and `why`; the
    number of texts tried, and how many broke it; the smallest that did, and what is wrong with it.
    """

    artefact: str
    name: str
    about: str
    reading: ReadingKind
    why: str
    tried_texts: Natural
    broken: Natural
    text: str | None
    breach: str | None

    @property
    def breaks_invariant(self) -> bool:
        """Whether the reference is wrong: this fails a run."""
        return self.reading == "invariant" and self.broken > 0


_StoredKind = Literal["law", "observation", "none"]
"""In files an invariant is a law, as it was called."""

declare(
    PropertyRecord,
    names={"tried_texts": "looked_at", "breach": "said"},
    derived={"schema_version": lambda _: SCHEMA_VERSION},
    stored={
        "reading": Stored(
            _StoredKind,
            lambda kind: "law" if kind == "invariant" else kind,
            lambda kind: "invariant" if kind == "law" else kind,
        )
    },
)


def write_properties(run_dir: Path, records: Iterable[PropertyRecord]) -> None:
    """Write the file, complete or not at all."""
    part = run_dir / (FILE + ".part")
    part.write_text("".join(json.dumps(write(record)) + "\n" for record in records), "ascii")
    part.replace(run_dir / FILE)


def read_properties(run_dir: Path) -> tuple[PropertyRecord, ...]:
    """The records of a run, none where it did not try them; raises BadRecord."""
    path = run_dir / FILE
    if not path.is_file():
        return ()
    return tuple(record for _, record in read_lines(path, PropertyRecord))


def property_sheet(records: Sequence[PropertyRecord]) -> Sheet:
    """A row a property that applies: broken invariants first, then artefact by artefact."""
    ordered = sorted(records, key=lambda record: not record.breaks_invariant)
    rows = tuple(
        (
            record.artefact,
            "invariant broken" if record.breaks_invariant else record.reading,
            (record.name, record.about),
            record.tried_texts,
            record.broken,
            "" if record.text is None else clip(harmless(record.text), 60)[0],
            tuple(filter(None, [record.breach, record.why])),
        )
        for record in ordered
        if record.reading != "none"
    )
    columns = ("artefact", "reading", "property", "texts", "broken", "smallest text", "what")
    note = (
        "Without asking a library what is right. An invariant follows from the pipeline: broken, it"
        " is a fault of the reference. An observation is about the artefact."
    )
    return Sheet("Properties", columns, rows, note)


def property_lines(records: Sequence[PropertyRecord]) -> list[str]:
    """An artefact in a line, and a line for each broken invariant before it."""
    lines = []
    for artefact in dict.fromkeys(record.artefact for record in records):
        mine = [record for record in records if record.artefact == artefact]
        for record in mine:
            if record.breaks_invariant:
                text = clip(harmless(record.text or ""), 60)[0]
                lines.append(
                    f"properties of {harmless(artefact)}: invariant broken: {record.name},"
                    f" by {record.broken:,} of {record.tried_texts:,} texts: “{text}”:"
                    f" {harmless(record.breach or '')}"
                )
        invariants = [record for record in mine if record.reading == "invariant"]
        whole = sum(not record.breaks_invariant for record in invariants)
        about_artefact = [record for record in mine if record.reading == "observation"]
        observations = (
            ", ".join(f"{record.name}: {_broken(record)}" for record in about_artefact) or "none"
        )
        lines.append(
            f"properties of {harmless(artefact)}: invariants: {whole} of {len(invariants)} held;"
            f" observations: {observations}"
        )
    return lines


def _broken(record: PropertyRecord) -> str:
    if not record.tried_texts:
        return "nothing could be asked"
    return (
        f"not for {record.broken:,} of {record.tried_texts:,} texts" if record.broken else "holds"
    )
