"""run.json: what a run was, so that its numbers can be read and its work done again.

Deliberately not here: anything about single cases (findings.jsonl, cells.parquet).
"""

import json
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from pathlib import Path
from typing import Any

from tokparity.reports.records.errors import BadRecord, NotARun
from tokparity.reports.records.finding import SCHEMA_VERSION, Question
from tokparity.reports.records.finding_shapes import QUESTION
from tokparity.reports.records.shapes import (
    Misshapen,
    each,
    fields,
    integer,
    mapping,
    natural,
    number,
    text,
    values,
)


@dataclass(frozen=True, slots=True)
class RunArtefact:
    """An artefact of the run, and the model it belongs to. Where it lay on disk is not recorded."""

    name: str
    model: str
    format: str
    sha256: str


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
class LedgerState:
    """What the ledger's witnesses said when the run replayed them.

    `stale` are ids of entries whose every runnable witness agreed; `cannot_run` counts
    the witnesses that could not run here.
    """

    stale: tuple[str, ...] = ()
    cannot_run: int = 0


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
    observations: int
    distinct: int
    epochs: int
    pieces: int
    features: int


@dataclass(frozen=True, slots=True)
class RunInfo:
    """The facts of one run. `seconds` is wall-clock time, `cpu_seconds` of all processes together.

    `oracles` maps oracle → version of its library; `tables` maps table ("regex",
    "unicode") → version; `options` is what `--replay` needs beyond the named fields.
    `jobs`, `started` and the times never decide what is found. `observed` has a row an
    artefact; `shares` maps activity ("generate", "encode", "decode", "compare", …) → CPU seconds
    of all processes, their sum being all that the run used; `peak_memory` is in bytes, of all
    processes together, 0 where it cannot be known. Fields that this version does not know are
    kept in `extra`.
    """

    tokparity: str
    python: str
    profile: str
    seed: int
    jobs: int
    epochs: int
    cases_per_shard: int
    oracles: dict[str, str]
    tables: dict[str, str]
    artefacts: tuple[RunArtefact, ...]
    pairs: tuple[Pair, ...]
    started: str
    seconds: float
    cpu_seconds: float
    cases: int
    options: dict[str, Any] = field(default_factory=dict)
    skipped: tuple[Skipped, ...] = ()
    ledger: LedgerState = LedgerState()
    observed: tuple[Observed, ...] = ()
    shares: dict[str, float] = field(default_factory=dict)
    peak_memory: int = 0
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def cases_per_second(self) -> float:
        return self.cases / self.seconds if self.seconds else 0.0

    @property
    def cases_per_cpu_second(self) -> float:
        return self.cases / self.cpu_seconds if self.cpu_seconds else 0.0


_RUN = fields(
    schema_version=natural,
    tokparity=text,
    python=text,
    profile=text,
    seed=integer,
    jobs=natural,
    epochs=natural,
    cases_per_shard=natural,
    oracles=values(text),
    tables=values(text),
    artefacts=each(fields(name=text, model=text, format=text, sha256=text)),
    pairs=each(fields(question=QUESTION, left=text, right=text)),
    started=text,
    seconds=number,
    cpu_seconds=number,
    cases=natural,
    options=mapping,
    skipped=each(fields(name=text, reason=text)),
    ledger=fields(stale=each(text), cannot_run=natural),
)
_OBSERVED = tuple(field.name for field in dataclass_fields(Observed))
_LATER = fields(
    observed=each(
        fields(
            name=text,
            model=text,
            observations=natural,
            distinct=natural,
            epochs=natural,
            pieces=natural,
            features=natural,
        )
    ),
    shares=values(number),
    peak_memory=natural,
)
"""Fields that runs of earlier versions lack: all of them are there, or none."""
_DERIVED = ("schema_version", "cases_per_second", "cases_per_cpu_second")
_PLAIN = (
    "tokparity",
    "python",
    "profile",
    "seed",
    "jobs",
    "epochs",
    "cases_per_shard",
    "oracles",
    "tables",
    "started",
    "seconds",
    "cpu_seconds",
    "cases",
    "options",
)
_NESTED = ("artefacts", "pairs", "skipped", "ledger", "observed", "shares", "peak_memory")


def run_info_to_json(info: RunInfo) -> dict[str, Any]:
    """The object in run.json; the two speeds are written for readers and derived on reading."""
    return {
        **info.extra,
        "schema_version": SCHEMA_VERSION,
        **{name: getattr(info, name) for name in _PLAIN},
        "artefacts": [
            {"name": a.name, "model": a.model, "format": a.format, "sha256": a.sha256}
            for a in info.artefacts
        ],
        "pairs": [{"question": p.question, "left": p.left, "right": p.right} for p in info.pairs],
        "skipped": [{"name": s.name, "reason": s.reason} for s in info.skipped],
        "ledger": {"stale": list(info.ledger.stale), "cannot_run": info.ledger.cannot_run},
        "observed": [{name: getattr(o, name) for name in _OBSERVED} for o in info.observed],
        "shares": info.shares,
        "peak_memory": info.peak_memory,
        "cases_per_second": round(info.cases_per_second, 1),
        "cases_per_cpu_second": round(info.cases_per_cpu_second, 1),
    }


def run_info_from_json(data: Any) -> RunInfo:
    """The inverse of `run_info_to_json`; raises Misshapen naming the first wrong field."""
    _RUN(data, "")
    later: dict[str, Any] = {"observed": [], "shares": {}, "peak_memory": 0}
    if isinstance(data, dict) and not later.keys().isdisjoint(data):
        _LATER(data, "")
        later = data
    known = (*_DERIVED, *_PLAIN, *_NESTED)
    return RunInfo(
        **{name: data[name] for name in _PLAIN},
        artefacts=tuple(
            RunArtefact(a["name"], a["model"], a["format"], a["sha256"]) for a in data["artefacts"]
        ),
        pairs=tuple(Pair(p["question"], p["left"], p["right"]) for p in data["pairs"]),
        skipped=tuple(Skipped(s["name"], s["reason"]) for s in data["skipped"]),
        ledger=LedgerState(tuple(data["ledger"]["stale"]), data["ledger"]["cannot_run"]),
        observed=tuple(Observed(*(o[name] for name in _OBSERVED)) for o in later["observed"]),
        shares=later["shares"],
        peak_memory=later["peak_memory"],
        extra={name: value for name, value in data.items() if name not in known},
    )


def write_run_info(run_dir: Path, info: RunInfo) -> None:
    """Write run.json, complete or not at all."""
    path = run_dir / "run.json"
    part = path.with_name("run.json.part")
    part.write_text(json.dumps(run_info_to_json(info), indent=2, sort_keys=True) + "\n", "ascii")
    part.replace(path)


def read_run_info(run_dir: Path) -> RunInfo:
    """Read run.json; raises NotARun where there is none of ours, BadRecord for a wrong field."""
    path = run_dir / "run.json"
    if not path.is_file():
        wanted = "name a folder that `tokparity run` wrote"
        raise NotARun(
            run_dir, "it has no run.json" if run_dir.is_dir() else "there is no such folder", wanted
        )
    try:
        data = json.loads(path.read_bytes().decode("ascii"))
    except (ValueError, RecursionError) as wrong:
        raise BadRecord(path, None, "file", f"not JSON: {wrong}") from None
    version = data.get("schema_version") if isinstance(data, dict) else None
    if isinstance(version, int) and version > SCHEMA_VERSION:
        reason = f"run.json has schema_version {version}, this tokparity reads {SCHEMA_VERSION}"
        raise NotARun(run_dir, reason, "update tokparity")
    try:
        return run_info_from_json(data)
    except Misshapen as wrong:
        raise BadRecord(path, None, wrong.field or "file", wrong.reason) from None
