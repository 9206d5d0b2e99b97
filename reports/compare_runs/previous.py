"""What is new since the run before: the last one of the same plan that stands beside a run.

Not here: two runs in full (`diff`), many (`trend`).
"""

import shlex
from dataclasses import dataclass
from pathlib import Path

from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.run_directory import Run, read_findings
from tokparity.reports.records.run_info import RunInfo, read_run_info


@dataclass(frozen=True, slots=True)
class Since:
    """`before`: the other run. Keys of the findings that it has not, and of those that are gone."""

    before: Path
    new: tuple[str, ...]
    gone: tuple[str, ...]


def since(run: Run) -> Since | None:
    """None where no earlier run of this profile, asked for alike but for the seed, stands beside
    it. A run that cannot be read, or that never ended, is passed over."""
    for directory, _ in sorted(_earlier(run), key=lambda each: each[1].started, reverse=True):
        try:
            before = {finding.key for finding in read_findings(directory)}
        except (TokparityError, OSError):
            continue
        here = {finding.key for finding in run.findings}
        return Since(directory, tuple(sorted(here - before)), tuple(sorted(before - here)))
    return None


def since_line(run: Run) -> str | None:
    """In a sentence, with the command that says more; None where there is no run before."""
    found = since(run)
    if found is None:
        return None
    if not found.new and not found.gone:
        return f"since {found.before}: the same findings"
    counts = f"{len(found.new)} new, {len(found.gone)} no longer seen"
    command = shlex.join(["tokparity", "diff", str(found.before), str(run.directory)])
    return f"since {found.before}: {counts}: {command}"


def _earlier(run: Run) -> list[tuple[Path, RunInfo]]:
    found = []
    for path in run.directory.absolute().parent.glob("*/run.json"):
        directory = run.directory.parent / path.parent.name
        try:
            info = read_run_info(directory)
        except (TokparityError, OSError):
            continue
        if info.started < run.info.started and _asked(info) == _asked(run.info):
            found.append((directory, info))
    return found


def _asked(info: RunInfo) -> tuple[str, dict[str, object]]:
    return info.profile, {name: it for name, it in info.options.items() if name != "seed"}
