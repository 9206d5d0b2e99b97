"""What a run leaves behind: findings, refusals, cells. The classes are the schema of their JSON.

Nothing here holds a time, a process id or a path: the same run gives the same bytes.
"""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from tokparity.reference_impl.contract import (
    Bytes,
    Case,
    Encoding,
    Natural,
    Observation,
    Op,
    Place,
    Refusal,
    Text,
)
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.traces import Trace
from tokparity.reports.records.counts import Counts
from tokparity.reports.records.vote import Vote

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

CHANGING = "answers that change"
"""The component of a subject that is right in a fresh process, and was not behind other cases."""
UNICODE_VERSION, EXACT_TIE = "Unicode version", "exact tie of scores"
"""What a component is called where both sides are right: each by its own tables, with both versions
behind the words; or the format leaves open which of two equal sums wins."""

LIKELY, IN_COMMON = "likely bug: ", "what its cases have in common: "
"""How the end of a black box's shape begins."""
AS_ONE = "as a tokenizer that "
"""How a part begins that is no trigger, but what a fault model does that explains some cases."""
OTHERS = "and others that look like them"
"""How it ends where some cases have not what the others have in common."""

Status = Literal["new", "accepted", "open", "fixed-in", "stale"]
Side = Literal["left", "right"]


def cause_of(shape: str) -> str:
    """What a black box's shape says of the cause; "" where it says nothing.

    >>> cause_of("ids part at 0; likely bug: drops U+FEFF")
    'likely bug: drops U+FEFF'
    """
    return shape.partition("; ")[2]


@dataclass(frozen=True, slots=True)
class Signature:
    """What makes two divergences the same bug.

    `key` holds stable fields only; `shape` is for people and never groups. `symptom`, where it is
    told (`harness.naming.symptom`), says what the fault looks like, in the same words in any
    vocabulary: then it stands in the key (v2) for the component, which two files of one bug may
    call by other names. Without it the key is as it always was (v1). `cause`, where the divergence
    is known, is the ledger entry that accounts for it (v3).

    >>> Signature("fidelity", "encode", "reference", "huggingface_tokenizers", "model", "BPE").key
    'v1/fidelity/encode/reference~huggingface_tokenizers/model/BPE'
    >>> Signature("fidelity", "encode", "variant:x", "openai_tiktoken", "model", "BPE", "run").key
    'v2/fidelity/encode/variant:x~openai_tiktoken/model/run'
    >>> Signature("parity", "encode", "a", "b", "model", "BPE", cause="older-unicode").key
    'v3/parity/encode/a~b/model/older-unicode'
    """

    question: Question
    op: Op
    left: str
    right: str
    stage: Place
    component: str
    symptom: str = ""
    cause: str = ""

    @property
    def bare(self) -> "Signature":
        """Without its symptom: what a case that was not made small yet can be known by."""
        return replace(self, symptom="")

    @property
    def key(self) -> str:
        pair = f"{self.left}~{self.right}"
        version, last = ("v2", self.symptom) if self.symptom else ("v1", self.component)
        if self.cause:
            version, last = "v3", self.cause
        return "/".join((version, self.question, self.op, pair, self.stage, last))

    @property
    def id(self) -> str:
        """Ten hex digits of the key's sha256: short enough for a file name and a command line."""
        return hashlib.sha256(self.key.encode("utf-8", "surrogatepass")).hexdigest()[:10]


@dataclass(frozen=True, slots=True)
class Beside:
    """What both sides answer to a case that is near the smallest one."""

    case: Case
    left: Observation
    right: Observation
    is_of_others: bool = False
    """Of a black box: its other findings alone make its answer what it is."""
    shows_more: bool = False
    """Of a black box: neither this finding nor others of it account for all of the difference."""

    @property
    def is_alike(self) -> bool:
        """Whether both answer one thing, as far as both can: who gives texts has U+FFFD for bytes
        of no whole character.

        >>> from tokparity.reference_impl.contract import DecodeCase
        >>> Beside(DecodeCase((1,)), Bytes(b"a\\xe5"), Text("a\\ufffd")).is_alike
        True
        """
        return plain_answer(self.left) == plain_answer(self.right)


def plain_answer(answer: Observation) -> object:
    """What of an answer both sides of any two can have: ids alone, and bytes as a text.

    >>> plain_answer(Encoding((1,), ((0, 2),)))
    (1,)
    """
    match answer:
        case Encoding(ids):
            return ids
        case Bytes(value):
            return Text(value.decode("utf-8", "replace"))
    return answer


@dataclass(frozen=True, slots=True)
class ShownToo:
    """What a case shows besides its finding, of other findings of the same box: what they do, and
    what the box would answer had it those alone. `any_text`: the smallest case of one that shows in
    any text, what it answers there and what is due."""

    deeds: tuple[str, ...] = ()
    answer: Observation | None = None
    any_text: tuple[Case, Observation, Observation] | None = None


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
    count: Natural
    case: Case
    found_as: Case
    left: Observation
    right: Observation
    field: Field
    index: Natural
    left_trace: Trace | None
    right_trace: Trace | None
    pieces: tuple[tuple[int, str], ...] = ()
    """(id, piece) of every id on either side: so that a view needs no vocabulary."""
    vote: Vote | None = None
    """What a third engine says of the case, where one was asked."""
    right_pieces: tuple[tuple[int, str], ...] = ()
    """Of two files those of `pieces` that the right one has otherwise; "": it has no such id."""
    beside: tuple[Beside, ...] = ()
    """Of a black box: the smallest case in other company."""
    added: tuple[tuple[int, str], ...] = ()
    """Of a black box: the added tokens whose content the case's text holds, whether or not they are
    to be found there, or that are among its ids."""
    ground: str = ""
    """Of a black box: by what its stage is told, as the end of a sentence."""
    settings: tuple[tuple[str, str], ...] = ()
    """Of a black box: (stage, what the file says of it), an option a row."""
    files_apart: tuple[tuple[str, str, str], ...] = ()
    """Of two files: (stage, what the left one says of it, what the right one says), where that is
    not the same; an option a line."""
    changes: tuple[str, ...] = ()
    """Of what is known: the ledger's changes that account for this case, none of which may go."""
    cause: str = ""
    """Of a black box: what its shape says of the cause, where the finding's shape says another."""
    shown_too: ShownToo | None = None
    """Of a black box: what its other findings have to do with this case; None: nothing."""
    fresh: tuple[Observation, ...] = ()
    """Of a subject: what it answers in fresh processes, where that is not what it had answered
    behind other cases. Two answers: another in each."""
    before: tuple[Case, ...] = ()
    """The cases that, asked just before this one, make its answer what it is."""

    @property
    def varies(self) -> bool:
        """Whether each process answers otherwise, whatever was asked before."""
        return len(self.fresh) > 1

    @property
    def names(self) -> tuple[dict[int, str], dict[int, str]]:
        """What each side calls the ids."""
        left = dict(self.pieces)
        return left, left | dict(self.right_pieces)


@dataclass(frozen=True, slots=True)
class Finding:
    """One bug: every sighting with the same signature key, and what the ledger says of it.

    `also`: further signatures that it bears, of a black box: others of its smallest cases are named
    so (`harness.findings.joining`). `deviant`: the side that the ledger says deviates.
    """

    signature: Signature
    shape: str
    verdict: Verdict
    method: Method
    sightings: tuple[Sighting, ...]
    status: Status = "new"
    ledger_entry: str | None = None
    also: tuple[Signature, ...] = ()
    deviant: Side | None = None

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

    `side` is which engine refused, `artefact` the file that it has; `repeats`: it did so again in
    a fresh worker.
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
    counts: Counts
    findings: int
    seconds: float
    cpu_seconds: float
    asked: str | None = None
    answers: str | None = None


declare(Signature, optional=["symptom", "cause"])
declare(ShownToo, optional=["deeds", "answer", "any_text"])
declare(Beside, optional=["is_of_others", "shows_more"])
declare(
    Sighting,
    optional=[
        *("vote", "right_pieces", "beside", "added", "ground", "settings", "cause"),
        *("files_apart", "shown_too", "changes", "fresh", "before"),
    ],
)
declare(
    Finding,
    optional=["also", "deviant"],
    derived={"schema_version": lambda _: SCHEMA_VERSION, "key": lambda finding: finding.key},
)
declare(RefusalRecord, derived={"schema_version": lambda _: SCHEMA_VERSION})


def kept_tokenizer(run_dir: Path, sha256: str) -> Path:
    """Where a run that makes its own tokenizers keeps the one of a finding: no name leads to it."""
    return run_dir / "tokenizers" / f"{sha256[:16]}.json"
