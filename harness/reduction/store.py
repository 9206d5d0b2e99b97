"""What is kept of findings made small: a regression file each, and of a whole run a journal.

Both are written as soon as a finding is done, so that what is killed goes on where it was.
"""

import hashlib
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from types import TracebackType

from tokparity.corpora.case_files import BadCaseFile
from tokparity.corpora.regression import Regression, write_regression
from tokparity.harness.reduction.result import ReducedFinding, ReductionFailure
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.run.journal import Journal

JOURNAL = "shrunk.jsonl"

Product = tuple[ReducedFinding, Regression]


@dataclass(frozen=True, slots=True)
class ReductionStore:
    """A folder for regression files, None where nothing is written; a context manager.

    `done` is what the journal of a whole run held when it was opened, by the finding's id.
    """

    folder: Path | None = None
    journal: Journal | None = None
    done: Mapping[str, ReducedFinding] = field(default_factory=dict)

    @classmethod
    def of_run(cls, folder: Path, run_dir: Path, *, resume: bool) -> "ReductionStore":
        """With a journal, of this run as it is and of these versions; a new one, or with `resume`
        the one that is there, if any. Errors: BadJournal where it is of others, or damaged."""
        findings = (run_dir / "findings.jsonl").read_bytes()
        plan = {
            "set of findings": hashlib.sha256(findings).hexdigest(),
            "set of engine versions": {"tokparity": version("tokparity"), **oracle_versions()},
        }
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / JOURNAL
        if resume and path.exists():
            journal, records = Journal.resume(path, plan, ReducedFinding)
            with ExitStack() as closing:
                closing.push(journal)
                done = {smallest.id: smallest for smallest in records}
                closing.pop_all()
            return cls(folder, journal, done)
        return cls(folder, Journal.begin(path, plan, ReducedFinding))

    def __enter__(self) -> "ReductionStore":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.journal is not None:
            self.journal.file.close()

    def known(self, name: str) -> ReducedFinding | None:
        """What is done already, and its file still there."""
        done = self.done.get(name)
        if done is None or self.folder is None or done.file is None:
            return None
        return done if (self.folder / done.file).is_file() else None

    def add(self, product: Product) -> ReducedFinding | ReductionFailure:
        """Write the regression file, then the line of the journal; ReductionFailure where a file of
        that name holds something else."""
        smallest, regression = product
        if self.folder is None:
            return smallest
        try:
            path = write_regression(regression, self.folder)
        except BadCaseFile as error:
            return ReductionFailure(smallest.id, str(error), smallest.met_in)
        smallest = replace(smallest, file=path.relative_to(self.folder).as_posix())
        if self.journal is not None:
            self.journal.append(smallest)
        return smallest
