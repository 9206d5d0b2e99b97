"""For each finding of a run a script that asks the library concerned alone, on the files as they
are: what a reader of its page can run who has nothing else of the run.

None is run here; `triager` cuts the tokenizer down, runs the script and says how that went.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.run.finding_cell import found_in
from tokparity.harness.triage.given_files import told_holding
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import LONGEST_SCRIPT, SCRIPTS
from tokparity.reports.summary.describe import smallest
from tokparity.reports.summary.votes import vote_line
from tokparity.reports.triage.recipes.recipe import NoScript
from tokparity.reports.triage.roles import Votes, parts, reasons
from tokparity.reports.triage.scripts import Asked, file_name, script, to_run
from tokparity.reports.triage.title import title
from tokparity.reports.triage.values import case_literal


def write_scripts(run_dir: Path, cells: Iterable[CellSpec], findings: Iterable[Finding]) -> None:
    """`scripts/ID.py`, `.mjs` where node runs it, for each finding that has one; what an earlier
    run wrote there goes. No finding has one that two black boxes show, or a committed case,
    whose file is gone, or whose script is longer than `LONGEST_SCRIPT`."""
    folder = run_dir / SCRIPTS
    rmtree(folder, ignore_errors=True)
    cell_of = found_in(cells)
    for finding in findings:
        cell = cell_of(finding, smallest(finding))
        if cell is None:
            continue
        try:
            name, text = script_of(finding, cell)
        except (NoScript, OSError):
            continue
        if len(text) <= LONGEST_SCRIPT:  # it is ASCII
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(text, "ascii", newline="\n")


def script_of(finding: Finding, cell: CellSpec) -> tuple[str, str]:
    """(the name of its file, the text): of the smallest case of a finding, found in this cell.

    Raises NoScript, with the reason.
    """
    sighting = smallest(finding)
    got, expected = (
        replace(part, holding=told_holding(part, side.artefact))
        for part in parts(finding, sighting)
        for side in [cell.left if part.is_left else cell.right]
    )
    why = reasons(finding, got, expected, (), Votes(), vote_line(finding, sighting))
    name = f"{finding.id}.py"
    made = script(
        title(finding, sighting, got, expected, words_of=case_literal),
        Asked.of(sighting),
        got,
        expected,
        why,
        name,
    )
    return file_name(to_run(got, expected), name), made.text
