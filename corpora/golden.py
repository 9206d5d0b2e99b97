"""Golden cases: what the official library makes of a few telling texts, a file a vocabulary.

Recorded by tools/record_goldens.py with the library's version and the vocabulary's sha256. Unlike
regression cases they pin no bug; they catch a wrong set-up at once, with any tokenizer that claims
to be the model's.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from tokparity.corpora.case_files import case_data, check_text, read_case_file, write_new
from tokparity.reference_impl.contract import Case, Format, Observation
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class GoldenCase:
    """One case and the library's answer; `id` is unique in its file ("digits/encode")."""

    id: str
    case: Case
    expected: Observation


@dataclass(frozen=True, slots=True)
class GoldenFile:
    """The golden cases of one vocabulary of the catalogue."""

    name: str
    format: Format
    sha256: str
    oracle: str
    library: str
    version: str
    cases: tuple[GoldenCase, ...]


def _check(golden: GoldenFile) -> None:
    if len({case.id for case in golden.cases}) < len(golden.cases):
        raise BadField("cases", "has two cases of one id")


declare(GoldenCase, check=lambda golden: check_text(golden.case, "case"))
declare(GoldenFile, derived={"schema_version": lambda _: SCHEMA_VERSION}, check=_check)


def read_golden(path: Path) -> GoldenFile:
    """Read one file; BadCaseFile for a missing expectation and for whatever else is wrong."""
    return read_case_file(path, GoldenFile, path.stem)


def write_golden(golden: GoldenFile, folder: Path) -> Path:
    """Write `<folder>/<name>.json`, a case a line; BadCaseFile where a different one is there."""
    head = case_data(golden)
    rows = [json.dumps(case, separators=(",", ":")) for case in head.pop("cases")]
    text = json.dumps(head, indent=0)[:-2] + ',\n"cases": [\n' + ",\n".join(rows) + "\n]\n}\n"
    path = folder / f"{golden.name}.json"
    write_new(path, text)
    return path


def goldens(names: Collection[str] | None = None) -> tuple[GoldenFile, ...]:
    """Every committed golden file, by name; where `names` are given, theirs alone are read."""
    with as_file(files("tokparity.corpora").joinpath("goldens")) as folder:
        paths = sorted(folder.glob("*.json"))
        return tuple(read_golden(path) for path in paths if names is None or path.stem in names)


def golden(name: str) -> GoldenFile:
    """The golden cases of one vocabulary; KeyError where none are committed."""
    with as_file(files("tokparity.corpora").joinpath("goldens")) as folder:
        path = folder / f"{name}.json"
        if not path.is_file():
            known: Sequence[str] = sorted(path.stem for path in folder.glob("*.json"))
            raise KeyError(f"no golden cases for {name!r}; there are {', '.join(known)}")
        return read_golden(path)
