"""One table: does the scoreboard find by itself what is known of implementations under test?

    tokparity run --profile scoreboard --subject lib:tokie --vocab minilm --out tokie
    python -m evaluation.tables.truths tokie [RUN…] [--triage]

`truths.toml` names bugs that were met by hand, each with a pattern over the smallest case and over
the answer. Prints a row a truth: the finding that is this bug, its stage, its smallest case and the
library's answer, or why there is none. With --triage the script of its report is run too, in the
library's own environment. A finding stands for one truth alone.

Exit code 1 where a truth whose library was asked about its vocabulary has no finding, or a script
that does not reproduce; 2 where no run asked any.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.arguments import parser_of
from evaluation.matching import matched
from tokparity.harness.triage.triager import triager
from tokparity.reference_impl.codec import read
from tokparity.reference_impl.contract import (
    Bytes,
    Case,
    Encoding,
    Observation,
    Op,
    Refusal,
    Stage,
    Text,
    case_ids,
    case_texts,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reports.records.finding import Finding, Sighting
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.text.sheets import Sheet, sheets_markdown

TRUTHS = Path(__file__).with_name("truths.toml")
Place = tuple[Path, str]
"""A finding: its run and its id there."""
LONGEST = 40
"""Characters of a case or an answer in a row."""


@dataclass(frozen=True, slots=True)
class Truth:
    """A known bug of an implementation, as `truths.toml` has it."""

    library: str
    vocabulary: str
    what: str
    op: Op
    input: str
    answer: str
    stages: tuple[Stage, ...] = ()

    def is_shown_by(self, finding: Finding, sighting: Sighting) -> bool:
        """Whether this is the bug that a finding shows in one artefact."""
        signature = finding.signature
        return (
            signature.right == f"lib:{self.library}"
            and self.vocabulary == sighting.artefact
            and signature.op == self.op
            and (not self.stages or signature.stage in self.stages)
            and re.fullmatch(self.input, asked(sighting.case)) is not None
            and re.fullmatch(self.answer, answered(sighting.right)) is not None
        )


@dataclass(frozen=True, slots=True)
class _File:
    truth: tuple[Truth, ...]


declare(Truth, optional=["stages"])
declare(_File)


@dataclass(frozen=True, slots=True)
class Row:
    """A truth, and the finding that shows it, in whichever run. `script`: how its script went;
    `other`: the findings of its cell that are none of the truths."""

    truth: Truth
    was_asked: bool
    finding: Finding | None = None
    sighting: Sighting | None = None
    run: Run | None = None
    script: str = ""

    @property
    def holds(self) -> bool:
        """Whether all is well: found, and not refuted by its script."""
        return self.finding is not None and self.script in ("", "reproduced")


def truths() -> tuple[Truth, ...]:
    """Those that are known."""
    known: _File = read(_File, tomllib.loads(TRUTHS.read_text("utf-8")))
    return known.truth


def asked(case: Case) -> str:
    """A case as `truths.toml` spells it.

    >>> from tokparity.reference_impl.contract import DecodeCase, EncodeCase
    >>> asked(EncodeCase("a\\n")), asked(DecodeCase((1, 20)))
    ('a\\\\n', '1,20')
    """
    if ids := case_ids(case):
        return ",".join(map(str, ids))
    return " ".join(ascii(text)[1:-1] for text in case_texts(case))


def answered(answer: Observation) -> str:
    """An answer as `truths.toml` spells it: its kind, then what it holds.

    >>> answered(Encoding((1, 2))), answered(Encoding(())), answered(Text("a"))
    ('ids 1 2', 'ids', 'text a')
    """
    match answer:
        case Encoding(ids):
            return " ".join(["ids", *map(str, ids)])
        case Text(text):
            return f"text {ascii(text)[1:-1]}"
        case Bytes(raw):
            return f"bytes {raw.hex()}"
        case Refusal(kind, detail):
            return f"{kind} {ascii(detail)[1:-1]}"
        case _:
            return "another kind"


def rows_of(known: Iterable[Truth], runs: Sequence[Run]) -> list[Row]:
    """A row a truth: a finding that shows it and stands for no other truth, so that as many truths
    have one as can: what one truth alone is shown by is not taken by another.
    """
    known = list(known)
    shown = [list(_shown(truth, runs)) for truth in known]
    owner = matched([[place for place, _ in rows] for rows in shown])
    row_of = {
        at: row for at, rows in enumerate(shown) for place, row in rows if owner.get(place) == at
    }
    return [
        row_of.get(at) or Row(truth, any(_asks(run, truth) for run in runs))
        for at, truth in enumerate(known)
    ]


def _shown(truth: Truth, runs: Sequence[Run]) -> Iterator[tuple[Place, Row]]:
    """The findings that show a truth, in the order of the runs."""
    for run in runs:
        for finding in run.findings:
            for sighting in finding.sightings:
                if truth.is_shown_by(finding, sighting):
                    yield (run.directory, finding.id), Row(truth, True, finding, sighting, run)
                    break


def _asks(run: Run, truth: Truth) -> bool:
    cells = run.cells
    mine = cells[cells["right"] == f"lib:{truth.library}"]
    return truth.vocabulary in set(mine["artefact"])


def proved(row: Row, folder: Path) -> Row:
    """The row with how the script of its finding's report goes."""
    if row.finding is None or row.run is None:
        return row
    try:
        with triager(row.run.directory, folder) as at_work:
            proof = at_work.triage(row.finding).proof
    except (TokparityError, OSError) as error:
        return Row(row.truth, True, row.finding, row.sighting, row.run, f"no report: {error}")
    how = proof.outcome + (f": {proof.reason}" if proof.reason else "")
    return Row(row.truth, True, row.finding, row.sighting, row.run, how)


def sheet_of(rows: Sequence[Row]) -> Sheet:
    """A line a truth."""
    lines = []
    for row in rows:
        finding, seen = row.finding, row.sighting
        if finding is None or seen is None:
            missing = "not found" if row.was_asked else "not asked"
            shown: tuple[str, ...] = (missing, "", "", "", "")
        else:
            stage = f"{finding.signature.stage} {finding.signature.component}"
            case, answer = _short(asked(seen.case)), _short(answered(seen.right))
            shown = (finding.id, stage, case, answer, row.script)
        lines.append((row.truth.library, row.truth.vocabulary, row.truth.what, *shown))
    head = (
        "library",
        "vocabulary",
        "truth",
        "finding",
        "stage",
        "smallest case",
        "answer",
        "script",
    )
    return Sheet("Truths", head, tuple(lines))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = parser_of("evaluation.tables.truths", __doc__)
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN")
    parser.add_argument("--triage", action="store_true", help="run the scripts of the reports")
    options = parser.parse_args(arguments)
    try:
        rows = rows_of(truths(), [read_run(directory) for directory in options.runs])
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    if not any(row.was_asked for row in rows):
        print("no run asked one of these libraries about its vocabulary", file=sys.stderr)
        return 2
    if options.triage:
        with TemporaryDirectory(prefix="tokparity-truths-") as scratch:
            rows = [proved(row, Path(scratch) / str(at)) for at, row in enumerate(rows)]
    print(sheets_markdown([sheet_of(rows)]).rstrip())
    count = sum(row.was_asked for row in rows)
    print(f"\n{sum(row.holds for row in rows)} of {count} that were asked for, {len(rows)} known")
    return int(any(row.was_asked and not row.holds for row in rows))


if __name__ == "__main__":
    sys.exit(main())
