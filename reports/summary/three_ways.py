"""Which engines hold the models of a run, in which files, and how those differ: a row a pair."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary.votes import engine_label
from tokparity.reports.text.sheets import Sheet, Value

MOST_CAUSES = 6
_NOT_HELD = "not three ways: "
Pair = tuple[str, str]
"""The names of two files."""


def engines_of(run: Run) -> Mapping[str, set[str]]:
    """model → the engines that answered of it: one that two files ask is one."""
    held: dict[str, set[str]] = defaultdict(set)
    vocabularies = {one.model for one in run.info.artefacts if one.format != "chat_template"}
    for row in run.cells[run.cells["question"] == "fidelity"].itertuples():
        answered = row.compared > 0 and row.right in run.info.oracles
        if row.model in vocabularies and answered:
            held[str(row.model)].add(ORACLES[str(row.right)].engine)
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
        counts = (int(cells[name].sum()) for name in ("compared", "agreed", "refused"))
        pair = f"{engine_label(engines[0])} ~ {engine_label(engines[1])}"
        told = causes.get((str(left), str(right)), ())
        rows.append((str(model), pair, f"{left} ~ {right}", *counts, tuple(told)))
    columns = ("model", "engines", "files", "cases", "equal", "refused", "causes of the rest")
    return Sheet("Pairs", columns, tuple(rows))


def causes_of(findings: Sequence[Finding]) -> Mapping[Pair, list[str]]:
    """Of each pair of files its findings, most cases first: stage, cause, cases, and who is odd in
    the smallest of them."""
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
                odd = f" (of the smallest: {engine_label(alone) + ' is odd' if alone else said})"
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


def left_out_sheet(run: Run) -> Sheet:
    """A row all else that was asked for and not compared."""
    others = [one for one in run.info.skipped if not one.reason.startswith(_NOT_HELD)]
    rows = tuple((one.name, one.reason) for one in others)
    return Sheet("Left out", ("what", "why"), rows)


def _lacking(run: Run) -> Iterator[tuple[Value, ...]]:
    for skipped in run.info.skipped:
        if skipped.reason.startswith(_NOT_HELD):
            yield skipped.name, skipped.reason.removeprefix(_NOT_HELD)
