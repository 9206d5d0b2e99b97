"""What a run looked at: how much each vocabulary was asked, and where time and memory went.

From run.json and the cells. Deliberately not here: what was found.
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
    """How much was asked; shares of CPU time; memory. Nothing of what the run did not measure."""
    observed = run.info.observed
    lines = []
    if observed:
        models = len({share.model for share in observed})
        answers, distinct = (
            sum(getattr(share, name) for share in observed) for name in ("observations", "distinct")
        )
        least = min(observed, key=lambda share: (share.distinct, share.name))
        lines.append(
            f"{len(observed):,} vocabularies of {models:,} models: {answers:,} answers of native "
            f"libraries to {distinct:,} cases, none of a vocabulary counted twice; "
            f"{least.distinct:,} at least a vocabulary ({least.name})"
        )
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
    """A row a vocabulary, by name: what it was asked, what that reached, and what it cost."""
    sums = (
        run.cells.groupby("artefact")[["compared", "diverged", "refused", "cpu_seconds"]]
        .sum()
        .to_dict("index")
    )
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
                round(cells.get("cpu_seconds", 0.0), 1),
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
        "CPU-seconds",
    )
    note = (
        "answers: of its native library, in all its cells; "
        "diverged, refused and CPU-seconds: of the cells where it is the left side"
    )
    return Sheet("Vocabularies", columns, tuple(rows), note * bool(rows))
