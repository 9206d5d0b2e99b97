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

MOST_CHARACTERS = 3
"""Characters beyond ASCII of a smallest case that a search finds by code point and name."""
LONGEST_CAUSE = 60


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

    @property
    def given(self) -> list[tuple[str, str]]:
        """Each kind of which there is a word, with its words."""
        return [(name, getattr(self, name)) for name in KINDS if getattr(self, name)]


KINDS = tuple(field.name for field in fields(RowFacts))


class RunFacts:
    """The facts of the rows of one run, each made once."""

    def __init__(self, run: Run) -> None:
        self._files = {artefact.name: artefact for artefact in run.info.artefacts}
        self._findings: dict[str, RowFacts] = {}
        self._lines: dict[tuple[str, str], RowFacts] = {}

    def finding(self, finding: Finding) -> RowFacts:
        """Of a finding: the files, engines and scripts are those of all that show it."""
        if finding.id not in self._findings:
            signature = finding.signature
            self._findings[finding.id] = self._joined(
                [name for s in finding.sightings for name in (s.artefact, s.against) if name],
                [describe.stage_word(finding)],
                [engine_label(side) for side in (signature.left, signature.right)],
                [signature.op],
                [script for s in finding.sightings for script in scripts_of(s)],
                [finding.status],
            )
        return self._findings[finding.id]

    def line(self, line: Line) -> RowFacts:
        """Of a row of the matrix: its family is its model."""
        if (line.name, line.pair) not in self._lines:
            squares = [square for square in line.squares if square is not None]
            found = {it.id: self.finding(it) for square in squares for it in square.findings}
            self._lines[line.name, line.pair] = self._joined(
                line.name.split(" ~ "),
                [facts.stage for facts in found.values()],
                [engine_label(side) for side in line.pair.split(" ~ ")],
                [op for op, it in zip(line.ops, line.squares, strict=True) if it is not None],
                [script for facts in found.values() for script in facts.script.split("|")],
                [square.state for square in squares],
                family=line.model,
            )
        return self._lines[line.name, line.pair]

    def model(self, row: HeatRow) -> RowFacts:
        """Of a row of the heat map: those of all lines of its model."""
        every = [self.line(line) for line in row.lines]
        words = ({word for it in every for word in getattr(it, name).split("|")} for name in KINDS)
        return RowFacts(*("|".join(sorted(kind - {""})) for kind in words))

    def _joined(
        self,
        files: Iterable[str],
        stages: Iterable[str],
        engines: Iterable[str],
        ops: Iterable[str],
        scripts: Iterable[str],
        verdicts: Iterable[str],
        family: str = "",
    ) -> RowFacts:
        held = [self._files[name] for name in files if name in self._files]
        families = [family] if family else [each.model for each in held]
        kinds = (families, [each.format for each in held], stages, engines, ops, scripts, verdicts)
        return RowFacts(*("|".join(sorted({*kind} - {""})) for kind in kinds))


def scripts_of(sighting: Sighting) -> list[str]:
    """The scripts of the letters of its smallest text, by their Unicode names: "Hangul"."""
    letters = (char for text in case_texts(sighting.case) for char in text if char.isalpha())
    names = (unicodedata.name(char, "").partition(" ")[0].title() for char in letters)
    return list(dict.fromkeys(filter(None, names)))


def search_text(finding: Finding) -> str:
    """What a row is found by besides what it shows: the ledger's entry, or what its cases have in
    common; the characters of the smallest case by code point and name; ids."""
    smallest = describe.smallest(finding)
    chars = dict.fromkeys(char for text in case_texts(smallest.case) for char in text)
    beyond = [char for char in chars if not char.isascii()][:MOST_CHARACTERS]
    points = (f"U+{ord(char):04X} {code_point_name(char)}" for char in beyond)
    ids = (f"id {token_id}" for token_id in case_ids(smallest.case)[:MOST_CHARACTERS])
    cause = finding.ledger_entry or smallest.cause[:LONGEST_CAUSE]
    said = (cause, *points, *ids)
    return harmless("; ".join(filter(None, said)))


def filters(facts: Sequence[RowFacts]) -> dict[str, list[str]]:
    """The words of each kind that rows can be chosen by: none where all have the same."""
    words = {
        name: {word for each in facts for word in getattr(each, name).split("|")} - {""}
        for name in KINDS
    }
    return {name: sorted(kinds) for name, kinds in words.items() if len(kinds) > 1}
