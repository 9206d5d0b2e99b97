"""What a run looked at: how much each vocabulary was asked; and where time and memory went.

From run.json and the cells; what it cost from timings.*, so that nothing else tells two runs of one
plan apart. Deliberately not here: what was found.
"""

from dataclasses import dataclass

from tokparity.reports.records.run_directory import Run
from tokparity.reports.text.sheets import Sheet

COMPARING = ("encode", "decode", "compare")
"""Activities in which cases are answered or compared; the others prepare that, or follow it."""


@dataclass(frozen=True, slots=True)
class Share:
    """CPU seconds of one activity, and how many per cent of all that is."""

    activity: str
    seconds: float
    percent: float


def shares(run: Run) -> list[Share]:
    """Every activity, the largest first; none where the run did not measure it."""
    whole = sum(run.info.shares.values())
    measured = [
        Share(name, seconds, 100 * seconds / whole if whole else 0.0)
        for name, seconds in run.info.shares.items()
    ]
    return sorted(measured, key=lambda share: (-share.seconds, share.activity))


def coverage_lines(run: Run) -> list[str]:
    """How much was asked. Nothing of what the run did not measure."""
    observed = run.info.observed
    if not observed:
        return []
    models = len({share.model for share in observed})
    answers, distinct = (
        sum(getattr(share, name) for share in observed) for name in ("observations", "distinct")
    )
    least = min(observed, key=lambda share: (share.distinct, share.name))
    line = (
        f"{len(observed):,} vocabularies of {models:,} models: {answers:,} answers of native "
        f"libraries to {distinct:,} cases, none of a vocabulary counted twice; "
        f"{least.distinct:,} at least a vocabulary ({least.name})"
    )
    return [line]


def speed(run: Run) -> str:
    """How many cases, how long it took, and the rates: wall, and CPU of all processes."""
    info = run.info
    working = float(run.cells["cpu_seconds"].sum())
    rate = info.cases / working if working else 0.0
    return (
        f"{info.cases:,} cases in {info.seconds:,.0f} s: {info.cases_per_second:,.0f} per second; "
        f"{rate:,.0f} per CPU-second of all processes, "
        f"{info.cases_per_cpu_second:,.0f} with loading the vocabularies"
    )


def cost_lines(run: Run) -> list[str]:
    """Shares of CPU time; memory. Nothing of what the run did not measure."""
    lines = []
    spent = shares(run)
    if spent:
        comparing = sum(share.percent for share in spent if share.activity in COMPARING)
        each = ", ".join(f"{share.activity} {share.percent:.1f} %" for share in spent)
        whole = sum(share.seconds for share in spent)
        lines.append(
            f"{comparing:.1f} % of {whole:,.0f} CPU-seconds in {', '.join(COMPARING)}: {each}"
        )
    if run.info.peak_memory:
        lines.append(
            f"{run.info.peak_memory / 1e9:.2f} GB of memory at most, all processes together"
        )
    return lines


def vocabulary_sheet(run: Run) -> Sheet:
    """A row a vocabulary, by name: what it was asked, and what that reached."""
    sums = run.cells.groupby("artefact")[["diverged", "refused"]].sum().to_dict("index")
    formats = {share.name: share.format for share in run.info.artefacts}
    rows = []
    for share in sorted(run.info.observed, key=lambda share: share.name):
        cells = sums.get(share.name, {})
        rows.append(
            (
                share.name,
                share.model,
                formats.get(share.name),
                share.observations,
                share.distinct,
                share.epochs,
                share.pieces,
                share.features,
                int(cells.get("diverged", 0)),
                int(cells.get("refused", 0)),
            )
        )
    columns = (
        "vocabulary",
        "model",
        "format",
        "answers",
        "different cases",
        "epochs",
        "pieces",
        "features",
        "diverged",
        "refused",
    )
    note = (
        "answers: of its native library, in all its cells; "
        "diverged and refused: of the cells where it is the left side"
    )
    return Sheet("Vocabularies", columns, tuple(rows), note * bool(rows))


def cost_sheet(run: Run) -> Sheet:
    """A row a left side, the dearest first: what its cells cost."""
    spent = run.cells.groupby("artefact")["cpu_seconds"].sum().to_dict()
    rows = sorted(spent.items(), key=lambda item: (-item[1], item[0]))
    columns = ("vocabulary", "CPU-seconds")
    return Sheet("Vocabularies", columns, tuple((name, round(cost, 1)) for name, cost in rows))
