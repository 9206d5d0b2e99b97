"""`Explanation`: a known way in which one side of a pair differs, as a ledger entry declares it.

An entry covers the diverging cases that its explanations account for, and no others. What each
change does to a tokenizer is `harness.explanations`' affair; here are the fields and their file
form.

    [[entry.explains]]
    change = "without-normalizer"    # of one side, never "as the other file has it"
    on = "tokenizer.json:*"          # glob over format:name of the side that is changed
    beside = "gguf:*"                # … and of the other; missing: any
    ops = ["encode"]                 # missing: encode and decode
    was = "NFC"                      # what must be there for the change to apply
    by = "gpt-2"                     # a constant that takes its place
    rows = "rows/llama3.json"        # added tokens, pinned when the entry was reviewed
    cases = "cases/tab.json"         # of change "these-cases": cases accepted as they stand

A name is that of the catalogue, by the file's content; a file that the catalogue does not have is
called by its sha256. Nothing depends on a path.
"""

import json
import re
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.codec import read
from tokparity.reference_impl.contract import Case, Observation, Op, Place
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField, abbreviated

T = TypeVar("T")
THESE_CASES = "these-cases"
"""The change that changes nothing: it accounts for the cases that are listed."""


@dataclass(frozen=True, slots=True)
class AddedRows:
    """Added tokens that one file has (`minus`) and the other has in their place (`plus`)."""

    minus: tuple[AddedToken, ...] = ()
    plus: tuple[AddedToken, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseAnswers:
    """One case and what both sides answered when it was accepted: it explains nothing else."""

    case: Case
    left: Observation
    right: Observation


@dataclass(frozen=True, slots=True)
class CaseList:
    """The cases that one entry accepts as they stand."""

    cases: tuple[CaseAnswers, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """One known difference of the side that `on` names, beside another that `beside` names.

    `entry` is the ledger entry's id, `stage` the first stage that differs by it. `answers`: instead
    of a change, the cases that were accepted as they stand.
    """

    entry: str
    stage: Place
    change: str
    on: str
    beside: str = "*"
    ops: tuple[Op, ...] = ("encode", "decode")
    was: str = ""
    by: str = ""
    rows: AddedRows | None = None
    answers: tuple[CaseAnswers, ...] = ()

    @property
    def of_one_file(self) -> bool:
        """Whether `on` names one file, not a glob of several."""
        return not is_glob(self.on)

    @property
    def deed(self) -> str:
        """What is changed: "pre (default → gpt-2)"."""
        values = " → ".join(value for value in (self.was, self.by) if value)
        if self.rows is not None:
            values = f"{len(self.rows.minus)} added tokens left out, {len(self.rows.plus)} put in"
        elif self.answers:
            values = f"{len(self.answers)} cases"
        return f"{self.change} ({values})" if values else self.change

    @property
    def summary(self) -> str:
        """In a line: "pre (default → gpt-2) of gguf:gpt-neox-gguf beside *, encode"."""
        return f"{self.deed} of {self.on} beside {self.beside}, {' and '.join(self.ops)}"


@dataclass(frozen=True, slots=True)
class BoundExplanation:
    """An explanation in one pair of artefacts: `at_left` says which side it changes."""

    explanation: Explanation
    at_left: bool


@dataclass(frozen=True, slots=True)
class ExplainsTable:
    """An explanation as it stands in a ledger file."""

    change: str
    on: str
    beside: str = "*"
    ops: tuple[Op, ...] = ("encode", "decode")
    was: str = ""
    by: str = ""
    rows: str = ""
    cases: str = ""

    def explanation(self, entry: str, stage: Place, folder: Path) -> Explanation:
        """With what lies in files beside the ledger file. Raises BadField."""
        if (self.change == THESE_CASES) != bool(self.cases):
            raise BadField("cases", f"go with the change {THESE_CASES!r}, and with no other")
        return Explanation(
            entry,
            stage,
            self.change,
            self.on,
            self.beside,
            self.ops,
            self.was,
            self.by,
            _read_beside(folder, "rows", self.rows, AddedRows),
            _read_beside(folder, "cases", self.cases, CaseList, CaseList()).cases,
        )


def is_glob(name: str) -> bool:
    """Whether a name of a file stands for several."""
    return not set(name).isdisjoint("*?[")


_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*\.json")


def _read_beside(
    folder: Path, kind: str, name: str, schema: type[T], default: T | None = None
) -> Any:
    """What a file "KIND/NAME.json" beside a ledger file holds; `default` where none is named."""
    if not name:
        return default
    directory, _, file = name.partition("/")
    if directory != kind or not _NAME.fullmatch(file):
        raise BadField(kind, f"{abbreviated(name)} is not {kind}/NAME.json")
    try:
        data = json.loads((folder / name).read_bytes())
    except OSError as wrong:
        raise BadField(kind, f"{name}: {wrong.strerror or 'not readable'}") from None
    except (ValueError, RecursionError):
        raise BadField(kind, f"{name} is not JSON") from None
    return read(schema, data, name)


declare(AddedToken, optional=["single_word", "lstrip", "rstrip", "normalized", "special"])
declare(AddedRows, optional=["minus", "plus"])
declare(
    ExplainsTable,
    optional=[member.name for member in fields(ExplainsTable) if member.default is not MISSING],
)
