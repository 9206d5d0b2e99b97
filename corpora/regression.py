"""Regression cases: one shrunk case a file, and what each library answered when it was recorded.

A file is `<family>/<slug>.json`, ASCII, self-contained: its tokenizer is embedded, or is a
vocabulary of the catalogue named with its sha256. Not here: running one (the harness), and asking
the libraries for expectations (tools/record_expectations.py).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal, get_args

from tokparity.corpora.case_files import LARGEST, BadCaseFile, Fields, read_fields, write_new
from tokparity.corpora.embedded import Embedded, Named, artefact_to_json, read_artefact
from tokparity.reference_impl.contract import PLACES, Case, Observation, Place, case_to_json
from tokparity.reference_impl.observations import observation_to_json

SCHEMA_VERSION = 1
Question = Literal["fidelity", "parity"]
Method = Literal["reported", "two-trace", "counterfactual", "unknown"]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What one library answered, and the version that did."""

    version: str
    observation: Observation


@dataclass(frozen=True, slots=True)
class Side:
    """An artefact and what its oracles answered, by oracle name; never empty."""

    artefact: Named | Embedded
    expected: Mapping[str, Expectation]


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
    side: Side
    against: Side | None
    note: str
    upstream: str | None


def read_regression(path: Path) -> Regression:
    """Read one file; BadCaseFile(path, field, reason) for whatever is wrong with it."""
    fields = read_fields(path, SCHEMA_VERSION)
    pair = fields.take("pair", list)
    if len(pair) != 2 or not all(isinstance(side, str) for side in pair):
        raise fields.bad("pair", "is not two names")
    flags = fields.take("flags", list)
    if not all(isinstance(flag, str) for flag in flags):
        raise fields.bad("flags", "is not a list of words")
    against = fields.take_or_null("against", dict)
    regression = Regression(
        name=f"{path.parent.name}/{path.stem}",
        question=fields.take_one_of("question", get_args(Question)),
        pair=(pair[0], pair[1]),
        stage=fields.take_one_of("stage", PLACES),
        method=fields.take_one_of("method", get_args(Method)),
        flags=tuple(flags),
        case=fields.take_case("case"),
        side=_side(fields),
        against=None if against is None else _whole_side(Fields(path, against, "against.")),
        note=fields.take("note", str),
        upstream=fields.take_or_null("upstream", str),
    )
    fields.end()
    return regression


def _side(fields: Fields) -> Side:
    artefact = read_artefact(fields.take_fields("artefact"))
    expected = {}
    listed = fields.take_fields("expected")
    for oracle in list(listed.data):
        entry = listed.take_fields(oracle)
        expected[oracle] = Expectation(
            entry.take("version", str), entry.take_observation("observation")
        )
        entry.end()
    if not expected:
        raise fields.bad(
            "expected", "names no oracle: record it first (tools/record_expectations.py)"
        )
    return Side(artefact, expected)


def _whole_side(fields: Fields) -> Side:
    side = _side(fields)
    fields.end()
    return side


def regression_to_json(regression: Regression) -> dict[str, Any]:
    """The object a file holds, fields in reading order."""
    against = regression.against
    return {
        "schema_version": SCHEMA_VERSION,
        "question": regression.question,
        "pair": list(regression.pair),
        "stage": regression.stage,
        "method": regression.method,
        "flags": list(regression.flags),
        "case": case_to_json(regression.case),
        **_side_to_json(regression.side),
        "against": against and _side_to_json(against),
        "note": regression.note,
        "upstream": regression.upstream,
    }


def _side_to_json(side: Side) -> dict[str, Any]:
    expected = {
        oracle: {
            "version": answer.version,
            "observation": observation_to_json(answer.observation),
        }
        for oracle, answer in side.expected.items()
    }
    return {"artefact": artefact_to_json(side.artefact), "expected": expected}


def write_regression(regression: Regression, folder: Path) -> Path:
    """Write `<folder>/<name>.json`, whole or not at all, and return its path.

    BadCaseFile where it would replace a different file, and for what `read_regression` would
    refuse: a case that is too large or no text, a missing expectation, an embedded tokenizer that
    is not in the form that `tokenizer_bytes` gives.
    """
    path = folder / f"{regression.name}.json"
    if path.parent.parent != folder or path.name != f"{path.stem}.json":
        raise BadCaseFile(path, "name", "is not <family>/<slug>")
    data = regression_to_json(regression)
    for side, at in ((data, ""), (data["against"], "against.")):
        if side is not None:
            _side(Fields(path, side, at))
    Fields(path, data).take_case("case")
    content = dump(data)
    if len(content) > LARGEST:
        raise BadCaseFile(path, "file", f"would be larger than {LARGEST:,} bytes")
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
        with as_file(files("tokparity.corpora").joinpath("regressions")) as committed:
            return regressions(committed)
    return tuple(read_regression(path) for path in sorted(folder.glob("*/*.json")))
