"""run.json: what a run was, so that its numbers can be read and its work done again; timings.json:
when, on how many job processes, and what it cost, so that run.json is the same for the same plan.

Deliberately not here: anything about single cases (findings.jsonl, cells.parquet).
"""

import json
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import Natural
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField
from tokparity.reports.records.errors import BadRecord, NotARun
from tokparity.reports.records.finding import SCHEMA_VERSION, Question
from tokparity.reports.records.vote import CellVotes


@dataclass(frozen=True, slots=True)
class RunArtefact:
    """An artefact of the run, and the model it belongs to. Where it lay on disk is not recorded."""

    name: str
    model: str
    format: str
    sha256: str
    derived: str = ""
    """Of what it was made, and by whom; "" where it is as it was published."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sides that were compared, and which question that asks."""

    question: Question
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something the run was asked for and did not do, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class KnownChange:
    """What a ledger entry changes to account for its cases: `Explanation.deed`, of which file (a
    glob over format:name) beside which other, for which ops; `does`: how a tokenizer with that
    change answers, where the change's name is a fault model's."""

    deed: str
    on: str
    beside: str
    ops: tuple[str, ...]
    does: str = ""


@dataclass(frozen=True, slots=True)
class LedgerState:
    """What the ledger's witnesses said when the run replayed them.

    `stale` are ids of entries whose every runnable witness agreed; `cannot_run` counts
    the witnesses that could not run here. `reasons` says of each entry that covers a finding of the
    run why the two sides differ, `changes` what it changes, `deviates` who is the cause,
    `witnesses` the committed cases that show it.
    `elsewhere` are ids of entries that name a file, by its sha256, which the run did not look at.
    """

    stale: tuple[str, ...] = ()
    cannot_run: Natural = 0
    reasons: dict[str, str] = field(default_factory=dict)
    elsewhere: tuple[str, ...] = ()
    changes: dict[str, tuple[KnownChange, ...]] = field(default_factory=dict)
    deviates: dict[str, str] = field(default_factory=dict)
    witnesses: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what a run's profile requires was compared.

    `required`: how many vocabularies; `compared`: how many of these were, with all their cells.
    `missing` names the vocabularies and cells that were not, and says why. `allowed`: the run was
    asked to pass without them.
    """

    required: Natural = 0
    compared: Natural = 0
    missing: tuple[Skipped, ...] = ()
    allowed: bool = False

    @property
    def complete(self) -> bool:
        """Whether nothing that was required is missing."""
        return not self.missing


@dataclass(frozen=True, slots=True)
class Observed:
    """How much one artefact was asked in a run.

    `observations`: answers (and refusals) of its native oracle, over all its cells; the
    reference's are not counted. `distinct`: of how many different cases those are, op, input and
    options together. `epochs`: numbered shards of its own fidelity cell. `pieces`: ids of its
    vocabulary that came out of encoding, `features`: these and what else was told apart of the
    stages (`harness.guidance.features`).
    """

    name: str
    model: str
    observations: Natural
    distinct: Natural
    epochs: Natural
    pieces: Natural
    features: Natural


@dataclass(frozen=True, slots=True)
class FileDifference:
    """One thing that the two files of a check say differently, of which `tried` cases were made to
    show it, and `shown` do. None was tried of what is not compared: truncation and padding."""

    aspect: str
    left: str
    right: str
    tried: Natural
    shown: Natural


@dataclass(frozen=True, slots=True)
class RunInfo:
    """The facts of one run. `seconds` is wall-clock time, `cpu_seconds` of all processes together.

    `oracles` maps oracle → version of its library; `tables` maps table ("regex",
    "unicode") → version; `options` is what `--replay` needs beyond the named fields.
    `jobs`, `started` and the times never decide what is found. `observed` has a row an
    artefact; `shares` maps activity ("generate", "encode", "decode", "compare", …) → CPU seconds
    of all processes, their sum being all that the run used; `peak_memory` is in bytes, of all
    processes together, 0 where it cannot be known. `commit` is that of the checkout it was made
    from, with "+" where that was changed, "" of an installed package. Fields that this version does
    not know are kept in `extra`.
    """

    tokparity: str
    python: str
    profile: str
    seed: int
    jobs: Natural
    epochs: Natural
    cases_per_shard: Natural
    oracles: dict[str, str]
    tables: dict[str, str]
    artefacts: tuple[RunArtefact, ...]
    pairs: tuple[Pair, ...]
    started: str
    seconds: float
    cpu_seconds: float
    cases: Natural
    options: dict[str, Any] = field(default_factory=dict)
    skipped: tuple[Skipped, ...] = ()
    ledger: LedgerState = LedgerState()
    coverage: Coverage = Coverage()
    file_differences: tuple[FileDifference, ...] = ()
    observed: tuple[Observed, ...] = ()
    shares: dict[str, float] = field(default_factory=dict)
    peak_memory: Natural = 0
    commit: str = ""
    votes: tuple[CellVotes, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def cases_per_second(self) -> float:
        return self.cases / self.seconds if self.seconds else 0.0

    @property
    def cases_per_cpu_second(self) -> float:
        return self.cases / self.cpu_seconds if self.cpu_seconds else 0.0


declare(LedgerState, optional=["reasons", "elsewhere", "changes", "deviates", "witnesses"])
declare(KnownChange, optional=["does"])
declare(RunArtefact, optional=["derived"])
declare(
    RunInfo,
    omitted=["extra"],
    optional=["coverage", "file_differences", "commit", "votes"],
    derived={"schema_version": lambda _: SCHEMA_VERSION},
)
_RATES = ("cases_per_second", "cases_per_cpu_second")
"""Written for readers, and derived on reading."""
_TIMES: dict[str, Any] = {
    "jobs": 0,
    "started": "",
    "seconds": 0.0,
    "cpu_seconds": 0.0,
    "shares": {},
    "peak_memory": 0,
}
"""What is in timings.json, and what stands for it where that file is not there."""
_LATER: dict[str, Any] = {"observed": [], "shares": {}, "peak_memory": 0}
"""Fields that runs of earlier versions lack: all of them are there, or none."""


def run_info_to_json(info: RunInfo) -> dict[str, Any]:
    """The object in run.json."""
    rates = {name: round(getattr(info, name), 1) for name in _RATES}
    return {**info.extra, **write(info), **rates}


def run_info_from_json(data: Any) -> RunInfo:
    """The inverse of `run_info_to_json`; raises BadField."""
    if not isinstance(data, dict):
        return read(RunInfo, data)
    known = {"schema_version", *(member.name for member in fields(RunInfo))} - {"extra"}
    later = {} if _LATER.keys() & data.keys() else _LATER
    info = read(RunInfo, later | {name: data[name] for name in data if name in known})
    return replace(info, extra={name: data[name] for name in data if name not in {*known, *_RATES}})


def write_run_info(run_dir: Path, info: RunInfo) -> None:
    """Write timings.json, then run.json, each complete or not at all."""
    data = run_info_to_json(info)
    times = {name: data.pop(name) for name in (*_TIMES, *_RATES)}
    times["schema_version"] = SCHEMA_VERSION
    for name, content in (("timings.json", times), ("run.json", data)):
        path = run_dir / name
        part = path.with_name(f"{name}.part")
        part.write_text(json.dumps(content, indent=2, sort_keys=True) + "\n", "ascii")
        part.replace(path)


def read_run_info(run_dir: Path) -> RunInfo:
    """Read run.json; raises NotARun where there is none of ours, BadRecord for a wrong field."""
    path = run_dir / "run.json"
    if not path.is_file():
        step = "name a folder that `tokparity run` wrote"
        raise NotARun(
            run_dir, "it has no run.json" if run_dir.is_dir() else "there is no such folder", step
        )
    data = _json_in(path)
    if isinstance(data, dict) and not _TIMES.keys() & data.keys():
        path = run_dir / "timings.json"
        times = _json_in(path) if path.is_file() else _TIMES
        if not isinstance(times, dict):
            raise BadRecord(path, None, "file", "not a JSON object")
        data |= {name: times.get(name, default) for name, default in _TIMES.items()}
    version = data.get("schema_version") if isinstance(data, dict) else None
    if isinstance(version, int) and version > SCHEMA_VERSION:
        reason = f"run.json has schema_version {version}, this tokparity reads {SCHEMA_VERSION}"
        raise NotARun(run_dir, reason, "update tokparity")
    try:
        return run_info_from_json(data)
    except BadField as wrong:
        named = wrong.field.partition(".")[0].partition("[")[0]
        place = path if named in _TIMES else run_dir / "run.json"
        raise BadRecord(place, None, wrong.field or "file", wrong.reason) from None


def _json_in(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes().decode("ascii"))
    except (ValueError, RecursionError) as wrong:
        raise BadRecord(path, None, "file", f"not JSON: {wrong}") from None
