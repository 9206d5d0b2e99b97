"""What a finding came to when it was made small: a line of shrunk.jsonl, of `--json`, of the table.

Not here: how it is made small (`harness.reduction.finding`), and the regression file that holds it.
"""

from dataclasses import dataclass
from typing import Any

from tokparity.corpora.embedded import Embedded
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import Case
from tokparity.reports.records.finding import Method, Signature


@dataclass(frozen=True, slots=True)
class OtherFinding:
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
class ReducedFinding:
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
    others: tuple[OtherFinding, ...] = ()
    met_in: str | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class ReductionFailure:
    """A finding that could not be made small."""

    id: str
    reason: str
    met_in: str | None = None


def json_record(smallest: ReducedFinding | ReductionFailure) -> dict[str, Any]:
    """For scripts: others by id and stage alone, seconds to a hundredth."""
    if isinstance(smallest, ReductionFailure):
        return {"id": smallest.id, "met_in": smallest.met_in, "not_shrunk": smallest.reason}
    written: dict[str, Any] = write(smallest)
    return written | {
        "stage": smallest.signature.stage,
        "component": smallest.signature.component,
        "key": smallest.signature.key,
        "seconds": round(smallest.seconds, 2),
        "others": [
            {"id": other.id, "stage": other.signature.stage, "component": other.signature.component}
            for other in smallest.others
        ],
    }
