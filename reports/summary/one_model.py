"""The part of a run that is of one model: its files, cells, findings, votes and refusals."""

from dataclasses import replace

from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import Run


def models(run: Run) -> list[str]:
    """Every model that a cell is of, by name."""
    return sorted(set(run.cells["model"]))


def of_model(run: Run, model: str) -> Run:
    """The run as if nothing else had been asked. A finding keeps what was seen in the model's
    cells."""
    cells = run.cells[run.cells["model"] == model]
    places = set(zip(cells["artefact"], cells["against"].fillna(""), strict=True))
    pairs = {f"{left} ~ {right}" for left, right in places if right}
    info = replace(
        run.info,
        artefacts=tuple(each for each in run.info.artefacts if each.model == model),
        observed=tuple(each for each in run.info.observed if each.model == model),
        votes=tuple(each for each in run.info.votes if each.cell.rpartition(" ")[0] in pairs),
        file_differences=(),
    )
    findings = (_within(finding, places) for finding in run.findings)
    names = {name for place in places for name in place}
    return replace(
        run,
        info=info,
        cells=cells,
        findings=tuple(finding for finding in findings if finding.sightings),
        refusals=tuple(each for each in run.refusals if each.artefact in names),
    )


def _within(finding: Finding, places: set[tuple[str, str]]) -> Finding:
    seen = (s for s in finding.sightings if (s.artefact, s.against or "") in places)
    return replace(finding, sightings=tuple(seen))
