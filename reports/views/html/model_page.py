"""What the page of a model shows: what its files are, and what was found in them."""

import shlex
from typing import Any

from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary.matrix import lines, matrix_view, ops
from tokparity.reports.summary.one_model import of_model
from tokparity.reports.summary.verdict import answer, known_causes
from tokparity.reports.summary.votes import vote_totals, votes_sheet
from tokparity.reports.views.html.index_page import (
    finding_lines,
    is_new,
    is_of,
    refusal_groups,
)
from tokparity.reports.views.html.row_facts import RunFacts


def model_view(whole: Run, model: str) -> dict[str, Any]:
    """The names that part.html uses."""
    run = of_model(whole, model)
    names = [each.name for each in run.info.artefacts if not each.derived]
    again = ["tokparity", "run", *(word for name in names for word in ("--vocab", name))]
    again += ["--three-ways"] * any(each.derived for each in run.info.artefacts)
    again += ["--seed", str(run.info.seed)]
    return {
        "title": model or "no model",
        "answer": answer(run),
        "files": run.info.artefacts,
        "again": shlex.join(again) if names else None,
        **part_view(run),
    }


def part_view(run: Run) -> dict[str, Any]:
    """Those that are the same for whatever a part of a run is of."""
    columns, rows = matrix_view(run.cells, run.findings)
    findings = finding_lines(run)
    return {
        "matrix_lines": lines(columns, rows),
        "ops": ops(columns),
        "facts": RunFacts(run).line,
        "new": [line for line in findings if is_new(line.finding)],
        "causes": [
            (cause, [line for line in findings if is_of(line.finding, cause)])
            for cause in known_causes(run)
        ],
        "votes": votes_sheet(run),
        "vote_totals": vote_totals(run),
        "refusals": refusal_groups(run.refusals),
    }
