"""Write the scoreboard of a run of implementations under test: docs/scoreboard.md.

    tokparity run --profile scoreboard --out scoreboard
    python -m evaluation.tables.scoreboard scoreboard [--page docs/scoreboard.md] [--no-speed]

A table of all, then of each implementation a line a finding with its smallest case, and what it
did not load. Speed is measured now, on this machine: the same lines, encoded by each implementation
on one of the vocabularies that it was compared on, the best of three.

Exit code 2 where the folder is no run, or one without an implementation.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from evaluation.arguments import parser_of
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import ENCODE_OPTIONS, subject_cell
from tokparity.harness.compare.sides import EncodeBatch, Side
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import Subject, engine_called
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.summary.implementations import (
    NOT_COMPARED,
    Implementation,
    finding_line,
    implementation_sheet,
    implementations,
)
from tokparity.reports.text.markdown import code, plain
from tokparity.reports.text.sheets import sheets_markdown
from tokparity.reports.text.visible import harmless

PAGE = Path("docs/scoreboard.md")
LINES = ("The quick brown fox, 42 years old, doesn't jump over the lazy dog. ",
         "def f(x):\n    return {'a': x ** 2}  # squares\n",
         "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. ")  # fmt: skip
HOW = (
    "Written by `python -m evaluation.tables.scoreboard` from a run of "
    "`tokparity run --profile scoreboard`."
)
LINES_ASKED = 600
ROUNDS = 3


def scoreboard_page(run: Run, speeds: dict[str, float] | None) -> str:
    """GitHub-flavoured Markdown; of the folder in which the run lies nothing is told."""
    info = run.info
    commit = f", commit {info.commit}" if info.commit else ""
    natives = ", ".join(
        f"{name} {version}"
        for name, version in info.oracles.items()
        if not isinstance(engine_called(name), Subject)
    )
    facts = [
        f"{info.started[:10]}, tokparity {info.tokparity}{commit}, seed {info.seed}",
        f"{info.cases:,} cases in {info.seconds / 60:,.0f} minutes on {info.jobs} jobs",
        f"compared with {natives}",
        *(f"{skip.name}: {skip.reason}" for skip in info.skipped if skip.name.startswith("lib:")),
    ]
    parts = [
        "# Scoreboard",
        HOW,
        "\n".join(f"- {plain(fact)}" for fact in facts),
        sheets_markdown([implementation_sheet(run, speeds)]).rstrip(),
        *(_section(each) for each in implementations(run)),
    ]
    return "\n\n".join(parts) + "\n"


def _section(each: Implementation) -> str:
    """One implementation: what it is, its findings, what it did not load."""
    package = each.library.package if each.library else each.version
    share = "" if each.percent is None else f", {each.percent:.1f} % of {each.compared:,} equal"
    said = [f"`{package}`{share}."]
    if each.library and each.library.notes:
        said.append(plain(each.library.notes))
    lines = [f"- {plain(finding_line(finding))}" for finding in each.findings]
    reasons: dict[str, list[str]] = {}
    for name, reason in each.not_loaded:  # a backtick would end the code span for most readers
        reasons.setdefault(reason.replace("`", "'"), []).append(name)
    lines += [
        f"- not loaded: {plain(', '.join(names))}: {code(harmless(reason))}"
        for reason, names in reasons.items()
    ]
    lines += [f"- {NOT_COMPARED}: {plain(row.name)}" for row in each.not_compared]
    body = "\n".join(lines) or "No difference was found."
    return f"## {plain(each.name)}\n\n{' '.join(said)}\n\n{body}"


def speeds_of(run: Run) -> dict[str, float]:
    """MB of text a second by engine; nothing of an implementation that cannot be asked here."""
    speeds = {}
    for each in implementations(run):
        if each.library is None or not each.vocabularies:
            continue
        try:
            with Slot() as slot:
                subject = Subject(each.name, f"lib:{each.name}")
                artefact = resolve(each.vocabularies[0].name)
                cell = alike(subject_cell(artefact, artefact.name, subject), slot.tokenizer)
                speed = speed_of(slot.side(cell.right))
        except TokparityError as error:
            print(f"{each.name}: {error}", file=sys.stderr)
            continue
        if speed is not None:
            speeds[each.engine] = speed
    return speeds


def speed_of(side: Side) -> float | None:
    """MB of text that a side encodes in a second of wall-clock time; None where it cannot.

    What it refuses is no text that it encodes, and refusing is quick.
    """
    texts = tuple(LINES[at % len(LINES)] * 8 for at in range(LINES_ASKED))
    for options in ENCODE_OPTIONS:
        best = 0.0
        for _ in range(ROUNDS):
            began = time.perf_counter()
            answers = list(side.submit(EncodeBatch(texts, options)).result().observations())
            took = time.perf_counter() - began
            answered = sum(
                len(text.encode())
                for text, answer in zip(texts, answers, strict=True)
                if isinstance(answer, Encoding)
            )
            if not answered:
                break
            best = max(best, answered / took / 1e6)
        if best:
            return best
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page of a run directory."""
    parser = parser_of("evaluation.tables.scoreboard", __doc__)
    parser.add_argument("run", type=Path, help="a run directory")
    parser.add_argument("--page", type=Path, default=PAGE, help="what is written")
    parser.add_argument("--no-speed", action="store_true", help="measure none")
    options = parser.parse_args(arguments)
    try:
        run = read_run(options.run)
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    if not implementations(run):
        print(f"{options.run}: no implementation was under test", file=sys.stderr)
        return 2
    speeds = None if options.no_speed else speeds_of(run)
    options.page.write_text(scoreboard_page(run, speeds), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
