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
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reports.records.finding import SCHEMA_VERSION
from tokparity.reports.records.lines import read_lines
from tokparity.reports.text.sheets import Sheet
from tokparity.reports.text.visible import clip, harmless

FILE = "properties.jsonl"
ReadingKind = Literal["law", "observation", "none"]


@dataclass(frozen=True, slots=True)
class PropertyRecord:
    """A property on an artefact: `about` in a sentence; how a breach is `reading`, and `why`; texts
    looked at, and how many broke it; the smallest that did, and what was said of it."""

    artefact: str
    name: str
    about: str
    reading: ReadingKind
    why: str
    looked_at: Natural
    broken: Natural
    text: str | None
    said: str | None

    @property
    def breaks_law(self) -> bool:
        """Whether the reference is wrong: this fails a run."""
        return self.reading == "law" and self.broken > 0


declare(PropertyRecord, derived={"schema_version": lambda _: SCHEMA_VERSION})


def write_properties(run_dir: Path, records: Iterable[PropertyRecord]) -> None:
    """Write the file, complete or not at all."""
    part = run_dir / (FILE + ".part")
    part.write_text("".join(json.dumps(write(one)) + "\n" for one in records), "ascii")
    part.replace(run_dir / FILE)


def read_properties(run_dir: Path) -> tuple[PropertyRecord, ...]:
    """The records of a run, none where it did not try them; raises BadRecord."""
    path = run_dir / FILE
    if not path.is_file():
        return ()
    return tuple(record for _, record in read_lines(path, PropertyRecord))


def property_sheet(records: Sequence[PropertyRecord]) -> Sheet:
    """A row a property that applies: broken laws first, then artefact by artefact."""
    ordered = sorted(records, key=lambda one: not one.breaks_law)
    rows = tuple(
        (
            one.artefact,
            "law broken" if one.breaks_law else one.reading,
            (one.name, one.about),
            one.looked_at,
            one.broken,
            "" if one.text is None else clip(harmless(one.text), 60)[0],
            tuple(filter(None, [one.said, one.why])),
        )
        for one in ordered
        if one.reading != "none"
    )
    columns = ("artefact", "reading", "property", "texts", "broken", "smallest text", "what")
    note = (
        "Without asking a library what is right. A law follows from the pipeline: broken, it is a"
        " fault of the reference. An observation is about the artefact."
    )
    return Sheet("Properties", columns, rows, note)


def property_lines(records: Sequence[PropertyRecord]) -> list[str]:
    """An artefact in a line, and a line for each broken law before it."""
    lines = []
    for artefact in dict.fromkeys(one.artefact for one in records):
        mine = [one for one in records if one.artefact == artefact]
        for one in mine:
            if one.breaks_law:
                shown = clip(harmless(one.text or ""), 60)[0]
                lines.append(
                    f"properties of {harmless(artefact)}: law broken: {one.name}, by {one.broken:,}"
                    f" of {one.looked_at:,} texts: “{shown}”: {harmless(one.said or '')}"
                )
        laws = [one for one in mine if one.reading == "law"]
        kept = sum(not one.breaks_law for one in laws)
        seen = [one for one in mine if one.reading == "observation"]
        told = ", ".join(f"{one.name}: {_broken(one)}" for one in seen) or "none"
        lines.append(
            f"properties of {harmless(artefact)}: laws: {kept} of {len(laws)} held;"
            f" observations: {told}"
        )
    return lines


def _broken(one: PropertyRecord) -> str:
    if not one.looked_at:
        return "nothing could be asked"
    return f"not for {one.broken:,} of {one.looked_at:,} texts" if one.broken else "holds"
