"""The page of a run with three engines a model, as Markdown: who holds what, and how they differ.

    tokparity run --vocab '*' --three-ways --out three
    python -m evaluation.tables.three_ways three > docs/three-ways.md

Each model has a row a pair of engines: how many texts and id sequences both answered, how many
alike, and the causes of the rest with who is odd. Models that no three engines hold are named with
the reason. Exit code 1 where the reference parts from a library; 2 where the folder is no run.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from evaluation.arguments import parser_of
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.summary.votes import engine_label, vote_totals
from tokparity.reports.text.markdown import plain
from tokparity.reports.text.sheets import Sheet, Value, sheets_markdown

MOST_CAUSES = 6
Pair = tuple[str, str]
"""The names of two files."""


def page(run: Run) -> str:
    """GitHub-flavoured Markdown; the same run directory gives the same page."""
    info = run.info
    made = f"tokparity {info.tokparity}" + (f", commit {info.commit}" if info.commit else "")
    fidelity = run.cells[run.cells["question"] == "fidelity"]
    compared, diverged = (int(fidelity[name].sum()) for name in ("compared", "diverged"))
    three, two, one = (counted(run)[engines] for engines in (3, 2, 1))
    lines = [
        f"{made}, seed {info.seed}, {info.cases:,} cases",
        f"{three} models on three engines, {two} more on two, {one} on one",
        f"fidelity, derived files too: {compared:,} compared, {diverged:,} diverged",
        *vote_totals(run),
    ]
    listed = "\n".join(f"- {plain(line)}" for line in lines)
    how = (
        "Each model is asked in three formats, each by the library that the format is native to. "
        "A file that nobody published is derived: by whom, stands in the second table. "
        "Written by `python -m evaluation.tables.three_ways` from the run's directory."
    )
    sheets = [pair_sheet(run), file_sheet(run), lacking_sheet(run)]
    return f"# Three ways\n\n{how}\n\n{listed}\n\n{sheets_markdown(sheets)}"


def engines_of(run: Run) -> Mapping[str, set[str]]:
    """model → the engines that hold it."""
    held: dict[str, set[str]] = defaultdict(set)
    vocabularies = {one.model for one in run.info.artefacts if one.format != "chat_template"}
    for row in run.cells[run.cells["question"] == "fidelity"].itertuples():
        if row.model in vocabularies and row.right in run.info.oracles:
            held[str(row.model)].add(engine_label(str(row.right)))
    return held


def counted(run: Run) -> Mapping[int, int]:
    """How many engines → how many models."""
    counts: dict[int, int] = defaultdict(int)
    for engines in engines_of(run).values():
        counts[min(3, len(engines))] += 1
    return counts


def pair_sheet(run: Run) -> Sheet:
    """A row a model and pair of files of two engines."""
    causes = causes_of(run.findings)
    parity = run.cells[(run.cells["question"] == "parity") & run.cells["against"].notna()]
    rows: list[tuple[Value, ...]] = []
    for (model, left, right), cells in parity.groupby(["model", "artefact", "against"]):
        engines = (str(cells["left"].iloc[0]), str(cells["right"].iloc[0]))
        if engines[0] == engines[1] or model == "regression cases":
            continue
        compared, agreed = int(cells["compared"].sum()), int(cells["agreed"].sum())
        pair = f"{engine_label(engines[0])} ~ {engine_label(engines[1])}"
        told = causes.get((str(left), str(right)), ())
        rows.append((str(model), pair, f"{left} ~ {right}", compared, agreed, tuple(told)))
    columns = ("model", "engines", "files", "cases", "equal", "causes of the rest")
    return Sheet("Pairs", columns, tuple(rows))


def causes_of(findings: Sequence[Finding]) -> Mapping[Pair, list[str]]:
    """Of each pair of files its findings, most cases first: stage, cause, cases, who is odd."""
    found: dict[Pair, list[tuple[int, str]]] = defaultdict(list)
    for finding in findings:
        signature = finding.signature
        for sighting in finding.sightings:
            if sighting.against is None:
                continue
            cause = signature.cause or signature.component
            odd = ""
            if sighting.vote is not None:
                sides = {"left": signature.left, "right": signature.right}
                alone = sides.get(sighting.vote.odd)
                said = {"all": "all differ", "silent": "no vote"}.get(sighting.vote.odd, "")
                odd = f", odd: {engine_label(alone)}" if alone else f", {said}"
            line = f"{signature.op} {signature.stage} {cause}: {sighting.count:,}{odd}"
            found[(sighting.artefact, sighting.against)].append((sighting.count, line))
    told: dict[Pair, list[str]] = {}
    for pair, causes in found.items():
        ranked = [line for _, line in sorted(causes, key=lambda each: (-each[0], each[1]))]
        more = len(ranked) - MOST_CAUSES
        told[pair] = [*ranked[:MOST_CAUSES], *([f"and {more} more"] if more > 0 else [])]
    return told


def file_sheet(run: Run) -> Sheet:
    """A row a file: its model, its format, whether it is published."""
    return Sheet(
        "Files",
        ("model", "file", "format", "made"),
        tuple(
            (artefact.model, artefact.name, artefact.format, artefact.derived or "published")
            for artefact in sorted(run.info.artefacts, key=lambda each: (each.model, each.name))
            if artefact.format != "chat_template"
        ),
    )


def lacking_sheet(run: Run) -> Sheet:
    """A row a model that no three engines hold, and why."""
    return Sheet("Not three ways", ("model", "why"), tuple(_lacking(run)))


def _lacking(run: Run) -> Iterator[tuple[Value, ...]]:
    for skipped in run.info.skipped:
        if skipped.reason.startswith("not three ways: "):
            yield skipped.name, skipped.reason.removeprefix("not three ways: ")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the page."""
    parser = parser_of("evaluation.tables.three_ways", __doc__)
    parser.add_argument("run", type=Path, metavar="RUN", help="a run directory")
    options = parser.parse_args(arguments)
    try:
        run = read_run(options.run)
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    print(page(run))
    return int(any(finding.signature.question == "fidelity" for finding in run.findings))


if __name__ == "__main__":
    sys.exit(main())
