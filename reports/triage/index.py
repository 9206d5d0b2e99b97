"""index.md: all bug reports of a run, a row each."""

from collections.abc import Mapping, Sequence

from tokparity.reports.text.sheets import markdown_row
from tokparity.reports.triage.exhibit import Exhibit
from tokparity.reports.triage.report import cell_code, proof_line, span
from tokparity.reports.triage.title import title

MOST_MODELS = 4


def index(exhibits: Sequence[Exhibit], unreported: Mapping[str, str] | None = None) -> str:
    """The table, with links to the reports, and how many scripts reproduce; behind it the ids of
    findings that have no report, each with the reason."""
    rows = [
        ["finding", "what", "stage", "question", "models", "status", "repro script"],
        ["---"] * 7,
    ]
    rows += [_row(exhibit) for exhibit in exhibits]
    proven = sum(exhibit.proof.outcome == "reproduced" for exhibit in exhibits)
    summary = f"{len(exhibits):,} findings, {proven:,} with a script that reproduces."
    blocks = ["# Triage", summary, "\n".join(map(markdown_row, rows))]
    if unreported:
        lines = (f"- {cell_code(name)}: {span(why)}" for name, why in unreported.items())
        blocks += ["Of these no report could be made:", "\n".join(lines)]
    return "\n\n".join(blocks) + "\n"


def _row(exhibit: Exhibit) -> list[str]:
    finding, signature = exhibit.finding, exhibit.finding.signature
    return [
        f"[{cell_code(finding.id)}]({finding.id}/report.md)",
        title(finding, exhibit.sighting, *exhibit.parts, cell_code),
        cell_code(signature.stage),
        f"{signature.question} of {signature.op}",
        models(exhibit),
        finding.status,
        proof_line(exhibit, cell_code),
    ]


def models(exhibit: Exhibit) -> str:
    """How many artefacts, and the first few names."""
    names = list(dict.fromkeys(occurrence.artefact for occurrence in exhibit.finding.sightings))
    more = f" and {len(names) - MOST_MODELS:,} more" if len(names) > MOST_MODELS else ""
    first = ", ".join(cell_code(name[:60]) for name in names[:MOST_MODELS])
    return f"{len(names):,}: {first}{more}"
