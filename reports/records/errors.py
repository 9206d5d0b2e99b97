"""What reading a run directory or a ledger can raise: one line each, naming file, place and reason.

TokparityError
├── NotARun          the folder holds no run, or the run is of another schema
├── BadRecord        a line or field of a run directory's file is not what its schema says
├── BadLedger        an entry of a ledger file is not what its schema says
└── LedgerRefused    a change of the ledger that would not be true
"""

from pathlib import Path

from tokparity.reference_impl.errors import TokparityError


class NotARun(TokparityError):
    """A folder that cannot be read as a run directory.

    >>> str(NotARun(Path("x"), "it has no run.json", "name a folder that `tokparity run` wrote"))
    'x: not a run directory: it has no run.json; name a folder that `tokparity run` wrote'
    """

    def __init__(self, path: Path, reason: str, next_step: str) -> None:
        super().__init__(f"{path}: not a run directory: {reason}; {next_step}")
        self.path, self.reason, self.next_step = path, reason, next_step


class BadRecord(TokparityError):
    """A record that its file's schema does not allow; `line` is None in files without lines.

    >>> str(BadRecord(Path("findings.jsonl"), 3, "sightings[0].count", "'x' is not an integer"))
    "findings.jsonl:3: sightings[0].count: 'x' is not an integer"
    """

    def __init__(self, path: Path, line: int | None, field: str, reason: str) -> None:
        where = str(path) if line is None else f"{path}:{line}"
        super().__init__(f"{where}: {field}: {reason}")
        self.path, self.line, self.field, self.reason = path, line, field, reason


class BadLedger(TokparityError):
    """A ledger file, or one entry of it, that cannot be trusted.

    >>> str(BadLedger(Path("hf.toml"), "nfc-marks", "status", "'x' is not one of accepted, open"))
    "hf.toml: entry nfc-marks: status: 'x' is not one of accepted, open"
    """

    def __init__(self, path: Path, entry: str | None, field: str, reason: str) -> None:
        where = str(path) if entry is None else f"{path}: entry {entry}"
        super().__init__(f"{where}: {field}: {reason}")
        self.path, self.entry, self.field, self.reason = path, entry, field, reason


class LedgerRefused(TokparityError):
    """An asked-for change of the ledger that the evidence does not carry."""
