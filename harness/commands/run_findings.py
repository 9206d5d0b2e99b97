"""RUN:FINDING, as the command line names one finding of a run."""

from pathlib import Path

from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import Run, read_run


class NotAFinding(TokparityError):
    """A word of the command line that is not RUN:FINDING."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what!r} is not RUN:FINDING, such as runs/0001:300656165e")


class NoSuchFinding(TokparityError):
    """A run directory that holds no finding of that id."""

    def __init__(self, run: str, finding: str, known: list[str]) -> None:
        super().__init__(f"{run}: no finding {finding!r}: it has {', '.join(known) or 'none'}")


def finding_called(what: str) -> tuple[Run, Finding]:
    """The run, and its finding. Errors: NotAFinding, NotARun, BadRecord, NoSuchFinding."""
    directory, colon, wanted = what.rpartition(":")
    if not colon:
        raise NotAFinding(what)
    run = read_run(Path(directory))
    for finding in run.findings:
        if finding.id == wanted:
            return run, finding
    raise NoSuchFinding(directory, wanted, [finding.id for finding in run.findings])
