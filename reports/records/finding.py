"""What a run leaves behind: findings, refusals, cells, and their JSON forms.

Every persisted shape is here, each with a schema version. Nothing here holds a
time, a process id or a path: the same run gives the same bytes.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from tokparity.reference_impl.contract import (
    Case,
    Encoding,
    Observation,
    Op,
    Place,
    Refusal,
    case_from_json,
    case_to_json,
)
from tokparity.reference_impl.observations import observation_from_json, observation_to_json
from tokparity.reference_impl.traces import Merge, Piece, StageTrace, Trace

SCHEMA_VERSION = 1

Question = Literal["fidelity", "parity"]
Verdict = Literal["divergence", "refusal"]
Method = Literal["reported", "two-trace", "counterfactual", "unknown"]
Field = Literal[
    "ids",
    "offsets",
    "text",
    "refusal",
    "tokens",
    "type_ids",
    "words",
    "special_tokens_mask",
    "attention_mask",
    "overflowing",
    "rows",
    "parts",
]
"""Where two observations of a case part."""

Status = Literal["new", "accepted", "open", "fixed-in", "stale"]


@dataclass(frozen=True, slots=True)
class Signature:
    """What makes two divergences the same bug.

    `key` holds stable fields only; `shape` is for people and never groups. `symptom`, where it is
    told (`harness.naming.symptom`), says what the fault looks like, in the same words in any
    vocabulary: then it stands in the key (v2) for the component, which two files of one bug may
    call by other names. Without it the key is as it always was (v1).

    >>> Signature("fidelity", "encode", "reference", "huggingface_tokenizers", "model", "BPE").key
    'v1/fidelity/encode/reference~huggingface_tokenizers/model/BPE'
    >>> Signature("fidelity", "encode", "variant:x", "openai_tiktoken", "model", "BPE", "run").key
    'v2/fidelity/encode/variant:x~openai_tiktoken/model/run'
    """

    question: Question
    op: Op
    left: str
    right: str
    stage: Place
    component: str
    symptom: str = ""

    @property
    def bare(self) -> "Signature":
        """Without its symptom: what a case that was not made small yet can be known by."""
        return replace(self, symptom="")

    @property
    def key(self) -> str:
        pair = f"{self.left}~{self.right}"
        version, last = ("v2", self.symptom) if self.symptom else ("v1", self.component)
        return "/".join((version, self.question, self.op, pair, self.stage, last))

    @property
    def id(self) -> str:
        """Ten hex digits of the key's sha256: short enough for a file name and a command line."""
        return hashlib.sha256(self.key.encode("utf-8", "surrogatepass")).hexdigest()[:10]


@dataclass(frozen=True, slots=True)
class Sighting:
    """One finding in one artefact (parity: one pair): its smallest case and both sides.

    `artefact` is the left side's name; `against` the right side's where it is another file.
    `count` is how many cases of the run showed it. `field` and `index` say where the two
    observations first part. `traces` are the stages of (left, right), None where a side
    shows none. `found_as` is the case before shrinking.
    """

    artefact: str
    sha256: str
    against: str | None
    count: int
    case: Case
    found_as: Case
    left: Observation
    right: Observation
    field: Field
    index: int
    left_trace: Trace | None
    right_trace: Trace | None
    pieces: tuple[tuple[int, str], ...] = ()
    """(id, piece) of every id on either side: so that a view needs no vocabulary."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One bug: every sighting with the same signature key, and what the ledger says of it.

    `also`: further signatures that it bears, of a black box: others of its smallest cases are named
    so (`harness.findings.joining`).
    """

    signature: Signature
    shape: str
    verdict: Verdict
    method: Method
    sightings: tuple[Sighting, ...]
    status: Status = "new"
    ledger_entry: str | None = None
    also: tuple[Signature, ...] = ()

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """All that it bears, its own first."""
        return self.signature, *self.also

    @property
    def key(self) -> str:
        return self.signature.key

    @property
    def id(self) -> str:
        """That of its signature."""
        return self.signature.id


@dataclass(frozen=True, slots=True)
class RefusalRecord:
    """One refused case in one cell.

    `side` is which engine refused; `repeats`: it did so again in a fresh worker.
    """

    artefact: str
    left: str
    right: str
    side: str
    op: Op
    case: Case
    refusal: Refusal
    repeats: bool | None


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of the matrix: an artefact (pair) × two sides × an op, and its counts.

    compared = agreed + diverged + refused; one side cannot express the `unsupported` cases.
    `asked` and `answers` are digests (`harness.compare.digests`): of all its cases, and of these
    with what the native oracles said. Two runs with equal `asked` and other `answers`: some answer
    is another. None where they were not taken.
    """

    model: str
    artefact: str
    against: str | None
    question: Question
    left: str
    right: str
    op: Op
    compared: int
    agreed: int
    diverged: int
    refused: int
    unsupported: int
    findings: int
    seconds: float
    cpu_seconds: float
    asked: str | None = None
    answers: str | None = None


def trace_to_json(trace: Trace | None) -> dict[str, Any] | None:
    """Stages in order: a piece is [text, start, end, id], a merge [left, right, rank, others]."""
    if trace is None:
        return None
    return {
        "stages": [
            {
                "stage": stage.stage,
                "component": stage.component,
                "pieces": [[p.text, p.start, p.end, p.id] for p in stage.pieces],
                "merges": [
                    [
                        word,
                        [[m.left, m.right, m.rank, [list(c) for c in m.candidates]] for m in steps],
                    ]
                    for word, steps in stage.merges
                ],
            }
            for stage in trace.stages
        ],
        "encoding": observation_to_json(trace.encoding),
    }


def trace_from_json(data: dict[str, Any] | None) -> Trace | None:
    """The inverse of `trace_to_json`."""
    if data is None:
        return None
    stages = tuple(
        StageTrace(
            stage["stage"],
            stage["component"],
            tuple(Piece(*piece) for piece in stage["pieces"]),
            tuple(
                (
                    word,
                    tuple(
                        Merge(left, right, rank, tuple((a, b, r) for a, b, r in candidates))
                        for left, right, rank, candidates in steps
                    ),
                )
                for word, steps in stage["merges"]
            ),
        )
        for stage in data["stages"]
    )
    encoding = observation_from_json(data["encoding"])
    assert isinstance(encoding, Encoding)
    return Trace(stages, encoding)


def sighting_to_json(sighting: Sighting) -> dict[str, Any]:
    """The JSON form of a sighting, fields in the dataclass's order."""
    return {
        "artefact": sighting.artefact,
        "sha256": sighting.sha256,
        "against": sighting.against,
        "count": sighting.count,
        "case": case_to_json(sighting.case),
        "found_as": case_to_json(sighting.found_as),
        "left": observation_to_json(sighting.left),
        "right": observation_to_json(sighting.right),
        "field": sighting.field,
        "index": sighting.index,
        "left_trace": trace_to_json(sighting.left_trace),
        "right_trace": trace_to_json(sighting.right_trace),
        "pieces": [list(pair) for pair in sighting.pieces],
    }


def sighting_from_json(data: dict[str, Any]) -> Sighting:
    """The inverse of `sighting_to_json`."""
    return Sighting(
        artefact=data["artefact"],
        sha256=data["sha256"],
        against=data["against"],
        count=data["count"],
        case=case_from_json(data["case"]),
        found_as=case_from_json(data["found_as"]),
        left=observation_from_json(data["left"]),
        right=observation_from_json(data["right"]),
        field=data["field"],
        index=data["index"],
        left_trace=trace_from_json(data["left_trace"]),
        right_trace=trace_from_json(data["right_trace"]),
        pieces=tuple((token_id, piece) for token_id, piece in data["pieces"]),
    )


def finding_to_json(finding: Finding) -> dict[str, Any]:
    """The JSON form of a finding: a line of findings.jsonl."""
    also = [signature_to_json(one) for one in finding.also]
    return {
        "schema_version": SCHEMA_VERSION,
        "key": finding.key,
        "signature": signature_to_json(finding.signature),
        **({"also": also} if also else {}),
        "shape": finding.shape,
        "verdict": finding.verdict,
        "method": finding.method,
        "status": finding.status,
        "ledger_entry": finding.ledger_entry,
        "sightings": [sighting_to_json(sighting) for sighting in finding.sightings],
    }


def signature_to_json(signature: Signature) -> dict[str, str]:
    """The fields of a signature; a symptom where it is told."""
    return {
        "question": signature.question,
        "op": signature.op,
        "left": signature.left,
        "right": signature.right,
        "stage": signature.stage,
        "component": signature.component,
        **({"symptom": signature.symptom} if signature.symptom else {}),
    }


def finding_from_json(data: dict[str, Any]) -> Finding:
    """The inverse of `finding_to_json`."""
    return Finding(
        signature=Signature(**data["signature"]),
        shape=data["shape"],
        verdict=data["verdict"],
        method=data["method"],
        sightings=tuple(sighting_from_json(sighting) for sighting in data["sightings"]),
        status=data["status"],
        ledger_entry=data["ledger_entry"],
        also=tuple(Signature(**one) for one in data.get("also", [])),
    )


def refusal_to_json(record: RefusalRecord) -> dict[str, Any]:
    """The JSON form of a refusal: a line of refusals.jsonl."""
    return {
        "schema_version": SCHEMA_VERSION,
        "artefact": record.artefact,
        "left": record.left,
        "right": record.right,
        "side": record.side,
        "op": record.op,
        "case": case_to_json(record.case),
        "refusal": observation_to_json(record.refusal),
        "repeats": record.repeats,
    }


def refusal_from_json(data: dict[str, Any]) -> RefusalRecord:
    """The inverse of `refusal_to_json`."""
    refusal = observation_from_json(data["refusal"])
    assert isinstance(refusal, Refusal)
    case = case_from_json(data["case"])
    return RefusalRecord(
        data["artefact"],
        data["left"],
        data["right"],
        data["side"],
        data["op"],
        case,
        refusal,
        data["repeats"],
    )


def write_jsonl(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """One canonical (ASCII, sorted keys) JSON object a line, complete or not at all."""
    part = path.with_name(path.name + ".part")
    with part.open("w", encoding="ascii", newline="\n") as out:
        for row in rows:
            out.write(json.dumps(row, sort_keys=True, separators=(",", ":")) + "\n")
    part.replace(path)


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    """Every line of a file that `write_jsonl` wrote."""
    with path.open(encoding="ascii") as lines:
        return [json.loads(line) for line in lines]
