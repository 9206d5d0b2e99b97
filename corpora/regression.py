"""Regression cases: one shrunk case a file, and what each library answered when it was recorded.

A file is `<family>/<slug>.json`, ASCII, self-contained: its tokenizer is embedded, or is a
vocabulary of the catalogue named with its sha256. Not here: running one (the harness), and asking
the libraries for expectations (tools/record_expectations.py).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal

from tokparity.corpora.case_files import (
    LARGEST,
    BadCaseFile,
    case_data,
    check_text,
    read_case_data,
    read_case_file,
    write_new,
)
from tokparity.corpora.embedded import Embedded, Named
from tokparity.reference_impl.contract import (
    AS_CONFIGURED,
    Case,
    Observation,
    Place,
    Settings,
)
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField

SCHEMA_VERSION = 1
Question = Literal["fidelity", "parity"]
Method = Literal["reported", "two-trace", "counterfactual", "unknown"]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What one library answered, and the version that did."""

    version: str
    observation: Observation


@dataclass(frozen=True, slots=True)
class RegressionSide:
    """An artefact and what its oracles answered, by oracle name; never empty. `settings` are what
    they were told beside the file."""

    artefact: Named | Embedded
    expected: Mapping[str, Expectation]
    settings: Settings = AS_CONFIGURED


@dataclass(frozen=True, slots=True)
class Regression:
    """One case that once diverged, or that pins a surprising rule.

    `name` is "<family>/<slug>". `pair` names the two sides as in a finding's signature; `against`
    is the second artefact of a parity case of two files, else None. `flags` are free words to
    search by; `upstream` links the report in the library's own tracker.
    """

    name: str
    question: Question
    pair: tuple[str, str]
    stage: Place
    method: Method
    flags: tuple[str, ...]
    case: Case
    side: RegressionSide
    against: RegressionSide | None
    note: str
    upstream: str | None


def _check_side(side: RegressionSide) -> None:
    if not side.expected:
        reason = "names no oracle: record it first (tools/record_expectations.py)"
        raise BadField("expected", reason)


declare(RegressionSide, optional=["settings"], check=_check_side)
declare(
    Regression,
    derived={"schema_version": lambda _: SCHEMA_VERSION},
    flat={"side": RegressionSide},
    check=lambda regression: check_text(regression.case, "case"),
)


def read_regression(path: Path) -> Regression:
    """Read one file; BadCaseFile(path, field, reason) for whatever is wrong with it."""
    return read_case_file(path, Regression, f"{path.parent.name}/{path.stem}")


def write_regression(regression: Regression, folder: Path) -> Path:
    """Write `<folder>/<name>.json`, whole or not at all, and return its path.

    BadCaseFile where it would replace a different file, and for what `read_regression` would
    refuse: a case that is too large or no text, a missing expectation, an embedded tokenizer that
    is not in the form that `tokenizer_bytes` gives.
    """
    path = folder / f"{regression.name}.json"
    if path.parent.parent != folder or path.name != f"{path.stem}.json":
        raise BadCaseFile(path, "name", "is not <family>/<slug>")
    data = case_data(regression)
    content = dump(data)
    if len(content) > LARGEST:
        raise BadCaseFile(path, "file", f"would be larger than {LARGEST:,} bytes")
    read_case_data(path, Regression, regression.name, json.loads(content))
    write_new(path, content)
    return path


def dump(data: Mapping[str, Any]) -> str:
    """A field a line, for reading and for small differences; ASCII."""
    rows = (f" {json.dumps(field)}: {json.dumps(value)}" for field, value in data.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


def regressions(folder: Path | None = None) -> tuple[Regression, ...]:
    """Every regression of a folder, by name; the committed ones where none is given.

    BadCaseFile for the first file that is not one: a bad file is never passed over.
    """
    if folder is None:
        return _committed()
    return tuple(read_regression(path) for path in sorted(folder.glob("*/*.json")))


@cache
def _committed() -> tuple[Regression, ...]:
    """Read once a process: a check asks for them twice, and a package's files stay as they are."""
    with as_file(files("tokparity.corpora").joinpath("regressions")) as folder:
        return regressions(folder)
