"""What measuring the finding power leaves behind: a trial a line, in `trials.jsonl`.

A trial is one mutant on one vocabulary, searched by one arm with one seed. Not here: making them
(`evaluation.finding_power`), and what is shown of them (`finding_power_sheets`).
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from evaluation.pages.grouping import Grouping, read_grouping
from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import Case, Natural, Place, Stage
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField
from tokparity.reports.records.errors import BadRecord
from tokparity.reports.records.finding import Method

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Event:
    """When something was first seen: after so many cases (1: by the first) and seconds.

    The seconds are those of making the cases, of the native library and of the reference, whose
    speed a mutant has.
    """

    cases: Natural
    seconds: float


@dataclass(frozen=True, slots=True)
class DefectSize:
    """How small a detected defect got: characters of the text (or ids), entries of the vocabulary
    (None: no smaller one was found), and what that took. `bound_by_length`: the defect takes a long
    text, and with one less of any character (or id) nothing differs. `bound_by_vocabulary`: it
    takes a rank, an id or a size that no small vocabulary has. `needed`: entries without which the
    native library loads no file of the format, whatever the defect is."""

    characters: Natural
    entries: Natural | None
    loads: Natural
    candidates: Natural
    seconds: float
    bound_by_length: bool
    case: Case
    bound_by_vocabulary: bool = False
    needed: Natural = 0


@dataclass(frozen=True, slots=True)
class NamedAs:
    """The stage that one method named, and the finding's id it came to ("": to none)."""

    method: Method
    stage: Place
    component: str
    finding: str


@dataclass(frozen=True, slots=True)
class SearchTrial:
    """`cases` were run of a budget of so many: fewer where it was detected, or time ran out
    (`out_of_time`). An event that did not happen is None: censored at `cases`. `characters`: those
    of the texts, or ids, of these cases; None in older files."""

    mutant: str
    half: Literal["tuning", "held-back"]
    variant: str  # the fault model: its old word, which stands in the files
    stage: Stage
    vocabulary: str
    model_kind: str
    op: str
    arm: str
    seed: Natural
    budget: Natural
    cases: Natural
    seconds: float
    out_of_time: bool
    reached: Event | None
    triggered: Event | None
    detected: Event | None
    characters: Natural | None = None
    shrunk: DefectSize | None = None
    named: tuple[NamedAs, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """A whole measurement: its trials, and what they were made with.

    `false_alarms`: cases where the reference itself and the native library differed, by search
    ("gpt2-gguf tokparity encode seed 0"); every search is in it, most with 0.
    """

    budget: Natural
    seeds: tuple[Natural, ...]
    arms: tuple[str, ...]
    versions: dict[str, str]
    omissions: tuple[str, ...]
    false_alarms: dict[str, Natural]
    trials: tuple[SearchTrial, ...]
    grouping: Grouping | None = None
    """Of the same defects over more vocabularies, where that was measured beside."""


declare(
    Measured,
    names={"omissions": "left_out"},  # the old name: files hold it
    omitted=["grouping"],  # a file of its own
)


def write_measured(directory: Path, measured: Measured) -> Path:
    """Write `trials.jsonl` whole: a first line about all of them, then a trial a line."""
    head = write(measured)
    trials = head.pop("trials")
    path = directory / "trials.jsonl"
    lines = [{"schema_version": SCHEMA_VERSION, **head}, *trials]
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
            data = json.loads(line)
            if isinstance(data, dict):
                data.setdefault("characters", None)  # not in older files
            trials.append(read(SearchTrial, data))
        except BadField as error:
            raise BadRecord(path, number, error.field, error.reason) from None
        except (ValueError, RecursionError):
            raise BadRecord(path, number, "trial", "is not JSON") from None
    try:
        measured = read(Measured, {**head, "trials": []})
    except BadField as error:
        raise BadRecord(path, 1, error.field, error.reason) from None
    return replace(measured, trials=tuple(trials), grouping=read_grouping(directory))
