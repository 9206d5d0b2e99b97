"""What the rows of a page can be chosen by: `RowFacts`, in the address as in the fields above them.

Not here: what a row says (`index_page`), or how the script hides one (`report.js`).
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from tokparity.reference_impl.contract import case_ids, case_texts
from tokparity.reports.records.finding import Finding, Sighting
from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary import describe
from tokparity.reports.summary.heat_map import HeatRow
from tokparity.reports.summary.matrix import Line
from tokparity.reports.summary.votes import engine_label
from tokparity.reports.text.visible import code_point_name, harmless

MOST_CHARACTERS = 4
"""Characters beyond ASCII of a smallest case that a search finds by code point and name."""
LONGEST_CAUSE = 120


@dataclass(frozen=True, slots=True)
class RowFacts:
    """What a row can be chosen by; several words of one kind are joined by "|"."""

    family: str = ""
    format: str = ""
    stage: str = ""
    engine: str = ""
    op: str = ""
    script: str = ""
    verdict: str = ""


KINDS = tuple(field.name for field in fields(RowFacts))


def finding_facts(run: Run, finding: Finding) -> RowFacts:
    """Of a finding: the files, engines and scripts are those of all that show it."""
    files = [name for s in finding.sightings for name in (s.artefact, s.against) if name]
    signature = finding.signature
    engines = [engine_label(side) for side in (signature.left, signature.right)]
    scripts = (script for s in finding.sightings for script in scripts_of(s))
    return _joined(
        run,
        files,
        [describe.stage_word(finding)],
        engines,
        [signature.op],
        scripts,
        [finding.status],
    )


def line_facts(run: Run, line: Line) -> RowFacts:
    """Of a row of the matrix: its family is its model."""
    squares = [square for square in line.squares if square is not None]
    found = {finding.id: finding for square in squares for finding in square.findings}
    facts = [finding_facts(run, finding) for finding in found.values()]
    return _joined(
        run,
        line.name.split(" ~ "),
        [each.stage for each in facts],
        [engine_label(side) for side in line.pair.split(" ~ ")],
        [op for op, square in zip(line.ops, line.squares, strict=True) if square is not None],
        [script for each in facts for script in each.script.split("|")],
        [square.state for square in squares],
        family=line.model,
    )


def model_facts(run: Run, row: HeatRow) -> RowFacts:
    """Of a row of the heat map: those of all lines of its model."""
    every = [line_facts(run, line) for line in row.lines]
    return RowFacts(
        *(
            "|".join(
                sorted({word for each in every for word in getattr(each, name).split("|")} - {""})
            )
            for name in KINDS
        )
    )


def scripts_of(sighting: Sighting) -> list[str]:
    """The scripts of the letters of its smallest text, by their Unicode names: "Hangul"."""
    letters = (char for text in case_texts(sighting.case) for char in text if char.isalpha())
    names = (unicodedata.name(char, "").partition(" ")[0].title() for char in letters)
    return list(dict.fromkeys(filter(None, names)))


def search_text(finding: Finding) -> str:
    """What a row is found by besides what it shows: the ledger's entry, the characters of the
    smallest case by code point and name, ids, and what its cases have in common."""
    smallest = describe.smallest(finding)
    chars = dict.fromkeys(char for text in case_texts(smallest.case) for char in text)
    beyond = [char for char in chars if not char.isascii()][:MOST_CHARACTERS]
    points = (f"U+{ord(char):04X} {code_point_name(char)}" for char in beyond)
    ids = (f"id {token_id}" for token_id in case_ids(smallest.case)[:MOST_CHARACTERS])
    said = (finding.ledger_entry or "", *points, *ids, smallest.cause[:LONGEST_CAUSE])
    return harmless("; ".join(filter(None, said)))


def filters(facts: Sequence[RowFacts]) -> dict[str, list[str]]:
    """The words of each kind that rows can be chosen by: none where all have the same."""
    words = {
        name: {word for each in facts for word in getattr(each, name).split("|")} - {""}
        for name in KINDS
    }
    return {name: sorted(kinds) for name, kinds in words.items() if len(kinds) > 1}


def _joined(
    run: Run,
    files: Iterable[str],
    stages: Iterable[str],
    engines: Iterable[str],
    ops: Iterable[str],
    scripts: Iterable[str],
    verdicts: Iterable[str],
    family: str = "",
) -> RowFacts:
    known = {artefact.name: artefact for artefact in run.info.artefacts}
    held = [known[name] for name in files if name in known]
    families = [family] if family else [each.model for each in held]
    kinds = (families, [each.format for each in held], stages, engines, ops, scripts, verdicts)
    return RowFacts(*("|".join(sorted({*kind} - {""})) for kind in kinds))
