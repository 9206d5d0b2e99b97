"""What a run says of each implementation under test: how often it was equal, and what is wrong.

A row an implementation, from the cells and findings of a run alone. Two causes are nobody's bug
and are counted apart: characters newer than a library's tables, and exact ties of scores. Not here:
what a page looks like, or how fast anything is.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tokparity.oracles.subjects.library import Library, find_library
from tokparity.reference_impl.contract import Encoding, Observation, Refusal
from tokparity.reports.records.engine import Subject, engine_called
from tokparity.reports.records.finding import EXACT_TIE, UNICODE_VERSION, Finding, Sighting
from tokparity.reports.records.run_directory import Run
from tokparity.reports.records.run_info import Skipped
from tokparity.reports.summary import describe
from tokparity.reports.text.sheets import Sheet, Value

CRASHES = ("crash", "timeout", "memory")
NOBODYS = (UNICODE_VERSION, EXACT_TIE)
LONGEST_CASE = 40
NOT_COMPARED = "nothing compared"
"""What is said of a vocabulary where one side cannot be asked, or both refuse, whatever it is."""


@dataclass(frozen=True, slots=True)
class VocabularyRow:
    """One vocabulary that an implementation was asked about: cases by op, equal and in all.

    A case is compared that one side at least answers: it is equal or a divergence. Where both
    refuse there is nothing to compare.
    """

    name: str
    equal: Mapping[str, tuple[int, int]]
    unsupported: int

    @property
    def compared(self) -> int:
        """Cases of all ops."""
        return sum(cases for _, cases in self.equal.values())


@dataclass(frozen=True, slots=True)
class Implementation:
    """One implementation under test in a run. `not_loaded`: of what it says that it loads;
    `not_compared`: vocabularies of which no case was."""

    engine: str
    version: str
    vocabularies: tuple[VocabularyRow, ...]
    not_loaded: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]
    not_compared: tuple[VocabularyRow, ...] = ()

    @property
    def name(self) -> str:
        """Without the kind of engine that it is: "kitoken"."""
        return self.engine.partition(":")[2]

    @property
    def library(self) -> Library | None:
        """The bundled adapter of this name."""
        return find_library(self.name)

    @property
    def compared(self) -> int:
        """Cases that both sides could be asked, and that one answers."""
        return sum(row.compared for row in self.vocabularies)

    @property
    def agreed(self) -> int:
        """Of these, how many were equal."""
        return sum(equal for row in self.vocabularies for equal, _ in row.equal.values())

    @property
    def percent(self) -> float | None:
        """The share of cases equal; None where none was compared."""
        return 100 * self.agreed / self.compared if self.compared else None

    @property
    def bugs(self) -> tuple[Finding, ...]:
        """Findings that are not nobody's."""
        return tuple(each for each in self.findings if each.signature.component not in NOBODYS)

    def cases(self, component: str) -> int:
        """Cases of the findings of one component."""
        return sum(map(_cases, (it for it in self.findings if it.signature.component == component)))

    def refusals(self, *, crashes: bool) -> int:
        """Cases that it refused and the native library answered: those that ended it, or others."""
        return sum(
            sighting.count
            for finding in self.findings
            for sighting in finding.sightings
            if isinstance(sighting.right, Refusal) and (sighting.right.kind in CRASHES) == crashes
        )

    @property
    def stages(self) -> dict[str, int]:
        """Bugs by their first wrong stage, most first."""
        return dict(Counter(finding.signature.stage for finding in self.bugs).most_common())


def implementations(run: Run) -> list[Implementation]:
    """Those of a run, the most equal first; none where none was under test."""
    engines = sorted({pair.right for pair in run.info.pairs})
    found = [
        _implementation(run, engine)
        for engine in engines
        if isinstance(engine_called(engine), Subject)
    ]
    return sorted(found, key=lambda each: (-(each.percent or -1), len(each.bugs), each.name))


def _implementation(run: Run, engine: str) -> Implementation:
    rows = []
    mine = run.cells[run.cells["right"] == engine]
    for artefact, cells in mine.groupby("artefact"):
        columns = (cells[name].tolist() for name in ("op", "agreed", "diverged"))
        equal = {
            op: (agreed, agreed + diverged) for op, agreed, diverged in zip(*columns, strict=True)
        }
        rows.append(VocabularyRow(str(artefact), equal, int(cells["unsupported"].sum())))
    skipped = [each for each in run.info.skipped if each.name.endswith(f"~{engine}")]
    return Implementation(
        engine,
        run.info.oracles.get(engine, ""),
        tuple(row for row in rows if row.compared),
        tuple(map(_not_loaded, skipped)),
        tuple(finding for finding in run.findings if finding.signature.right == engine),
        tuple(row for row in rows if not row.compared),
    )


def _not_loaded(skipped: Skipped) -> tuple[str, str]:
    """The vocabulary, and what the implementation said of it."""
    return skipped.name.partition(" ")[0], skipped.reason.rpartition(" does not load it: ")[2]


def implementation_sheet(run: Run, speeds: Mapping[str, float] | None = None) -> Sheet:
    """A row an implementation; with `speeds`, MB of text a second by engine, a column of these."""
    rows: list[tuple[Value, ...]] = []
    for each in implementations(run):
        stages = ", ".join(f"{stage} {count}" for stage, count in each.stages.items())
        rows.append(
            (
                each.name,
                each.version,
                each.library.language if each.library else None,
                len(each.vocabularies),
                len(each.not_loaded),
                len(each.not_compared),
                each.compared,
                each.percent,
                each.refusals(crashes=False),
                each.refusals(crashes=True),
                stages or "none",
                each.cases(UNICODE_VERSION),
                each.cases(EXACT_TIE),
                *(() if speeds is None else (speeds.get(each.engine),)),
            )
        )
    columns = (
        "implementation",
        "version",
        "language",
        "vocabularies",
        "not loaded",
        NOT_COMPARED,
        "cases",
        "% equal",
        "refused",
        "crashes",
        "findings by stage",
        "Unicode version",
        "exact ties",
        *(() if speeds is None else ("MB a second",)),
    )
    note = (
        "% equal: of the cases that both sides can be asked and that one answers; refused and "
        "crashes: cases that the native library answers; Unicode version and exact ties: cases "
        "that are nobody's bug"
    )
    return Sheet("Implementations", columns, tuple(rows), note * bool(rows))


def vocabularies_of(each: Implementation) -> Sheet:
    """A row a vocabulary: how many cases were equal, by op."""
    asked = (*each.vocabularies, *each.not_compared)
    ops = list(dict.fromkeys(op for row in asked for op in row.equal))
    rows = tuple((row.name, *(_equal(row, op) for op in ops), row.unsupported) for row in asked)
    return Sheet("Cases equal", ("vocabulary", *ops, "unsupported"), rows, empty="None.")


def _equal(row: VocabularyRow, op: str) -> str | None:
    equal, cases = row.equal.get(op, (None, 0))
    if equal is None:
        return None
    return f"{equal:,} of {cases:,}" if cases else NOT_COMPARED


def not_loaded_of(each: Implementation) -> Sheet:
    """What it says that it loads, and does not."""
    note = "It says that it loads the format."
    return Sheet("Not loaded", ("vocabulary", "reason"), each.not_loaded, note)


def finding_line(finding: Finding) -> str:
    """A finding in a line: its stage, what it looks like, its smallest case with both answers.

    `model BPE, tokens: \u00e9 gives 68, and not 963 (qwen3 and 2 more, 14 cases)`
    """
    smallest = describe.smallest(finding)
    signature = finding.signature
    said = f"{signature.stage} {signature.component}".strip()
    symptom = signature.cause or signature.symptom
    more = len(finding.sightings) - 1
    where = smallest.artefact + (f" and {more} more" if more else "")
    count = _cases(finding)
    return (
        f"{signature.op}, {said}{f', {symptom}' if symptom else ''}: "
        f"{describe.case_line(smallest.case, LONGEST_CASE)} gives "
        f"{_answer(smallest, smallest.right)}, and not {_answer(smallest, smallest.left)} "
        f"({where}, {count:,} case{'s' * (count != 1)})"
    )


def _answer(sighting: Sighting, answer: Observation) -> str:
    """An answer on a line, with its ranges where it is they that differ."""
    if isinstance(answer, Encoding) and sighting.field == "offsets":
        return f"the ranges {' '.join(f'{a}-{b}' for a, b in answer.offsets or ())[:LONGEST_CASE]}"
    if isinstance(answer, Encoding):
        answer = replace(answer, offsets=None)
    return describe.answer_line(answer, LONGEST_CASE) or "(nothing)"


def _cases(finding: Finding) -> int:
    return sum(sighting.count for sighting in finding.sightings)
