"""The part of a run in which one library had a say: its cells, findings, votes and refusals."""

from dataclasses import replace

from tokparity.reports.records.engine import engine_called, oracle_of
from tokparity.reports.records.run_directory import Run


def engines(run: Run) -> list[str]:
    """Every library that answered for a side of a cell, by name."""
    sides = {*run.cells["left"], *run.cells["right"]}
    return sorted({oracle for side in sides if (oracle := _oracle(side)) is not None})


def of_engine(run: Run, oracle: str) -> Run:
    """The run as if no other library's cells had been asked."""
    cells = run.cells
    cells = cells[
        [
            oracle in (_oracle(a), _oracle(b))
            for a, b in zip(cells["left"], cells["right"], strict=True)
        ]
    ]
    names = {*cells["artefact"], *cells["against"].dropna()}
    info = replace(
        run.info,
        artefacts=tuple(each for each in run.info.artefacts if each.name in names),
        votes=tuple(
            each
            for each in run.info.votes
            if oracle in (each.oracle, *map(_oracle, _sides(each.cell)))
        ),
        file_differences=(),
    )
    return replace(
        run,
        info=info,
        cells=cells,
        findings=tuple(
            finding
            for finding in run.findings
            if oracle in (_oracle(finding.signature.left), _oracle(finding.signature.right))
        ),
        refusals=tuple(each for each in run.refusals if _oracle(each.side) == oracle),
    )


def _oracle(engine: str) -> str | None:
    return oracle_of(engine_called(engine))


def _sides(cell: str) -> tuple[str, str]:
    left, _, right = cell.rpartition(" ")[2].partition("~")
    return left, right
