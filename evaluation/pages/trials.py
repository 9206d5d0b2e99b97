"""What measuring the finding power leaves behind: a trial a line, in `trials.jsonl`.

A trial is one mutant on one vocabulary, searched by one arm with one seed. Not here: making them
(`evaluation.finding_power`), and what is shown of them (`finding_power_sheets`).
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from evaluation.pages.grouping import Grouping, read_grouping
from evaluation.pages.trial_shapes import HEAD, TRIAL
from tokparity.reports.records.errors import BadRecord
from tokparity.reports.records.finding import Method
from tokparity.reports.records.shapes import Misshapen

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Event:
    """When something was first seen: after so many cases (1: by the first) and seconds.

    The seconds are those of making the cases, of the native library and of the reference, whose
    speed a mutant has.
    """

    cases: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Shrunk:
    """How small a detected defect got: characters of the text (or ids), entries of the vocabulary
    (None: no smaller one was found), and what that took. `bound_by_length`: the defect takes a long
    text, and with one less of any character (or id) nothing differs. `bound_by_vocabulary`: it
    takes a rank, an id or a size that no small vocabulary has. `needed`: entries without which the
    native library loads no file of the format, whatever the defect is."""

    characters: int
    entries: int | None
    loads: int
    candidates: int
    seconds: float
    bound_by_length: bool
    case: dict[str, Any]
    bound_by_vocabulary: bool = False
    needed: int = 0


@dataclass(frozen=True, slots=True)
class NamedAs:
    """The stage that one method named, and the finding's id it came to ("": to none)."""

    method: Method
    stage: str
    component: str
    finding: str


@dataclass(frozen=True, slots=True)
class Trial:
    """`cases` were run of a budget of so many: fewer where it was detected, or time ran out
    (`out_of_time`). An event that did not happen is None: censored at `cases`. `characters`: those
    of the texts, or ids, of these cases; None in older files."""

    mutant: str
    half: Literal["tuning", "held-back"]
    variant: str
    stage: str
    vocabulary: str
    model_kind: str
    op: str
    arm: str
    seed: int
    budget: int
    cases: int
    seconds: float
    out_of_time: bool
    reached: Event | None
    triggered: Event | None
    detected: Event | None
    characters: int | None = None
    shrunk: Shrunk | None = None
    named: tuple[NamedAs, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """A whole measurement: its trials, and what they were made with.

    `false_alarms`: cases where the reference itself and the native library differed, by search
    ("gpt2-gguf tokparity encode seed 0"); every search is in it, most with 0.
    """

    budget: int
    seeds: tuple[int, ...]
    arms: tuple[str, ...]
    versions: dict[str, str]
    left_out: tuple[str, ...]
    false_alarms: dict[str, int]
    trials: tuple[Trial, ...]
    grouping: Grouping | None = None
    """Of the same defects over more vocabularies, where that was measured beside."""


def write_measured(directory: Path, measured: Measured) -> Path:
    """Write `trials.jsonl` whole: a first line about all of them, then a trial a line."""
    head = asdict(measured)
    del head["trials"], head["grouping"]  # a file of its own
    path = directory / "trials.jsonl"
    lines = [{"schema_version": SCHEMA_VERSION, **head}, *map(asdict, measured.trials)]
    part = path.with_name(path.name + ".part")
    part.write_text("".join(json.dumps(line) + "\n" for line in lines), "ascii")
    part.replace(path)
    return path


def read_measured(directory: Path) -> Measured:
    """The measurement of a directory. BadRecord with the line that is none."""
    path = directory / "trials.jsonl"
    try:
        lines = path.read_text("ascii").splitlines()
    except (OSError, ValueError) as error:
        raise BadRecord(path, None, "file", f"cannot be read: {error!s:.80}") from None
    if not lines:
        raise BadRecord(path, None, "file", "is empty")
    try:
        head = json.loads(lines[0])
        version = head.pop("schema_version")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadRecord(path, 1, "head", "is not the head of a measurement") from None
    if version != SCHEMA_VERSION:
        raise BadRecord(path, 1, "schema_version", f"is {version!r:.20}, not {SCHEMA_VERSION}")
    trials = []
    for number, line in enumerate(lines[1:], 2):
        try:
            trials.append(trial_from_json(json.loads(line)))
        except Misshapen as error:
            raise BadRecord(path, number, error.field, error.reason) from None
        except (ValueError, RecursionError):
            raise BadRecord(path, number, "trial", "is not JSON") from None
    try:
        HEAD(head, "")
    except Misshapen as error:
        raise BadRecord(path, 1, error.field, error.reason) from None
    for name in ("seeds", "arms", "left_out"):
        head[name] = tuple(head[name])
    return Measured(**head, trials=tuple(trials), grouping=read_grouping(directory))


def trial_from_json(data: dict[str, Any]) -> Trial:
    """The inverse of `dataclasses.asdict`; Misshapen, a ValueError, for what is no trial."""
    TRIAL(data, "")
    for name in ("reached", "triggered", "detected"):
        data[name] = data[name] and Event(**data[name])
    data["shrunk"] = data["shrunk"] and Shrunk(**data["shrunk"])
    data["named"] = tuple(NamedAs(**one) for one in data["named"])
    return Trial(**data)
