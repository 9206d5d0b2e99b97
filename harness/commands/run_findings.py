"""RUN:FINDING, as the command line names one finding of a run."""

from pathlib import Path

from tokparity.reference_impl.errors import TokparityError, did_you_mean
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import Run, read_run

LISTED = 8
"""Findings of a run that an error names."""


class NotAFinding(TokparityError):
    """A word of the command line that is not RUN:FINDING."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what!r} is not RUN:FINDING, such as runs/0001:300656165e")


class NoSuchFinding(TokparityError):
    """A run directory that holds no finding of that id."""

    def __init__(self, run: str, finding: str, known: list[str]) -> None:
        listed = ", ".join(known[:LISTED]) + ", …" * (len(known) > LISTED)
        near = did_you_mean(finding, known)
        super().__init__(f"{run}: no finding {finding!r}: it has {listed or 'none'}.{near}")


def finding_called(what: str) -> tuple[Run, Finding]:
    """The run, and its finding, of which the beginning of its id is enough where no other has it.
    Errors: NotAFinding, NotARun, BadRecord, NoSuchFinding."""
    directory, colon, wanted = what.rpartition(":")
    if not colon:
        raise NotAFinding(what)
    run = read_run(Path(directory))
    found = [it for it in run.findings if wanted and it.id.startswith(wanted)]
    if len(found) == 1:
        return run, found[0]
    raise NoSuchFinding(directory, wanted, [finding.id for finding in run.findings])
