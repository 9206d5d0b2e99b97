"""What a finding came to when it was made small: a line of shrunk.jsonl, of `--json`, of the table.

Not here: how it is made small (`harness.reduction.finding`), and the regression file that holds it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokparity.corpora.case_files import Fields, checked_case
from tokparity.corpora.embedded import Embedded, artefact_to_json, read_artefact
from tokparity.harness.run.journal import Records
from tokparity.reference_impl.contract import Case, case_to_json
from tokparity.reports.records.finding import Method, Signature, signature_to_json


@dataclass(frozen=True, slots=True)
class Other:
    """Another signature that was met on the way: a case, and the file that shows it, cut from the
    artefact `name`. None: the artefacts as they are show it."""

    signature: Signature
    case: Case
    name: str
    file: Embedded | None

    @property
    def id(self) -> str:
        return self.signature.id


@dataclass(frozen=True, slots=True)
class Smallest:
    """A finding made small. `id` is the one it was asked by, `signature` what it is now.

    `entries` of `before` are left of the vocabulary, in files of `size` bytes; where `size` is None
    it is shown on the artefact as it is, and `whole` says why. `candidates` were tried, and `loads`
    files of full size loaded. `met_in`: the finding on whose way this new one was met. `file`: its
    regression file, from the folder it is written into.
    """

    id: str
    signature: Signature
    method: Method
    case: Case
    before: int
    entries: int
    size: int | None
    whole: str
    candidates: int
    loads: int
    seconds: float
    others: tuple[Other, ...] = ()
    met_in: str | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class NotShrunk:
    """A finding that could not be made small."""

    id: str
    reason: str
    met_in: str | None = None


def told(smallest: Smallest | NotShrunk) -> dict[str, Any]:
    """For scripts: others by id and stage alone, seconds to a hundredth."""
    if isinstance(smallest, NotShrunk):
        return {"id": smallest.id, "met_in": smallest.met_in, "not_shrunk": smallest.reason}
    return _to_json(smallest) | {
        "stage": smallest.signature.stage,
        "component": smallest.signature.component,
        "key": smallest.signature.key,
        "seconds": round(smallest.seconds, 2),
        "others": [
            {"id": one.id, "stage": one.signature.stage, "component": one.signature.component}
            for one in smallest.others
        ],
    }


def _to_json(smallest: Smallest) -> dict[str, Any]:
    return {
        "id": smallest.id,
        "signature": signature_to_json(smallest.signature),
        "method": smallest.method,
        "case": case_to_json(smallest.case),
        "before": smallest.before,
        "entries": smallest.entries,
        "size": smallest.size,
        "whole": smallest.whole,
        "candidates": smallest.candidates,
        "loads": smallest.loads,
        "seconds": smallest.seconds,
        "others": [
            {
                "signature": signature_to_json(one.signature),
                "case": case_to_json(one.case),
                "name": one.name,
                "file": None if one.file is None else artefact_to_json(one.file),
            }
            for one in smallest.others
        ],
        "met_in": smallest.met_in,
        "file": smallest.file,
    }


def _from_json(data: dict[str, Any]) -> Smallest:
    """The inverse of `_to_json`; KeyError, TypeError or ValueError for a line that is not one."""
    others = tuple(
        Other(
            _signature_from_json(one["signature"]),
            checked_case(one["case"]),
            str(one["name"]),
            _embedded(one["file"]),
        )
        for one in data["others"]
    )
    fields = data | {
        "signature": _signature_from_json(data["signature"]),
        "case": checked_case(data["case"]),
        "others": others,
    }
    smallest = Smallest(**fields)
    counts = (smallest.before, smallest.entries, smallest.candidates, smallest.loads)
    names = (smallest.id, smallest.file)
    optional = ((smallest.size, int), (smallest.met_in, str))
    whole = (
        all(type(one) is int for one in counts)
        and all(type(one) is str for one in (*names, smallest.whole, smallest.method))
        and all(value is None or type(value) is kind for value, kind in optional)
        and type(smallest.seconds) in (int, float)
    )
    if not whole:
        raise TypeError("no finding made small and written")
    return smallest


def _signature_from_json(data: dict[str, Any]) -> Signature:
    if not all(type(value) is str for value in data.values()):
        raise TypeError("a signature is words")
    return Signature(**data)


def _embedded(data: dict[str, Any] | None) -> Embedded | None:
    if data is None:
        return None
    found = read_artefact(Fields(Path("file"), data))
    if not isinstance(found, Embedded):
        raise TypeError("a file that is not there")
    return found


MADE_SMALL: Records[Smallest] = Records(_to_json, _from_json)
