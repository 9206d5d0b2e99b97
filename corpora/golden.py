"""Golden cases: what the official library makes of a few telling texts, a file a vocabulary.

Recorded by tools/record_goldens.py with the library's version and the vocabulary's sha256. Unlike
regression cases they pin no bug; they catch a wrong set-up at once, with any tokenizer that claims
to be the model's.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, get_args

from tokparity.corpora.case_files import Fields, read_fields, write_new
from tokparity.reference_impl.contract import Case, Format, Observation, case_to_json
from tokparity.reference_impl.observations import observation_to_json

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class GoldenCase:
    """One case and the library's answer; `id` is unique in its file ("digits/encode")."""

    id: str
    case: Case
    expected: Observation


@dataclass(frozen=True, slots=True)
class Golden:
    """The golden cases of one vocabulary of the catalogue."""

    name: str
    format: Format
    sha256: str
    oracle: str
    library: str
    version: str
    cases: tuple[GoldenCase, ...]


def read_golden(path: Path) -> Golden:
    """Read one file; BadCaseFile for a missing expectation and for whatever else is wrong."""
    fields = read_fields(path, SCHEMA_VERSION)
    cases = tuple(
        _case(Fields(path, data, f"cases[{index}]."))
        for index, data in enumerate(fields.take("cases", list))
    )
    if len({case.id for case in cases}) < len(cases):
        raise fields.bad("cases", "has two cases of one id")
    golden = Golden(
        name=path.stem,
        format=fields.take_one_of("format", get_args(Format)),
        sha256=fields.take("sha256", str),
        oracle=fields.take("oracle", str),
        library=fields.take("library", str),
        version=fields.take("version", str),
        cases=cases,
    )
    fields.end()
    return golden


def _case(fields: Fields) -> GoldenCase:
    case = GoldenCase(
        fields.take("id", str), fields.take_case("case"), fields.take_observation("expected")
    )
    fields.end()
    return case


def write_golden(golden: Golden, folder: Path) -> Path:
    """Write `<folder>/<name>.json`, a case a line; BadCaseFile where a different one is there."""
    head: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "format": golden.format,
        "sha256": golden.sha256,
        "oracle": golden.oracle,
        "library": golden.library,
        "version": golden.version,
    }
    rows = [_row(case) for case in golden.cases]
    text = json.dumps(head, indent=0)[:-2] + ',\n"cases": [\n' + ",\n".join(rows) + "\n]\n}\n"
    path = folder / f"{golden.name}.json"
    write_new(path, text)
    return path


def _row(case: GoldenCase) -> str:
    row = {
        "id": case.id,
        "case": case_to_json(case.case),
        "expected": observation_to_json(case.expected),
    }
    return json.dumps(row, separators=(",", ":"))


def goldens() -> tuple[Golden, ...]:
    """Every committed golden file, by name."""
    with as_file(files("tokparity.corpora").joinpath("goldens")) as folder:
        return tuple(read_golden(path) for path in sorted(folder.glob("*.json")))


def golden(name: str) -> Golden:
    """The golden cases of one vocabulary; KeyError where none are committed."""
    with as_file(files("tokparity.corpora").joinpath("goldens")) as folder:
        path = folder / f"{name}.json"
        if not path.is_file():
            known: Sequence[str] = sorted(path.stem for path in folder.glob("*.json"))
            raise KeyError(f"no golden cases for {name!r}; there are {', '.join(known)}")
        return read_golden(path)
