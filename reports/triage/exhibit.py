"""What a bug report is made of, as plain data: a finding, its two sides, what everybody says now.

Not here: who is asked and what is run (the harness), or how the report looks (`report`).
"""

from dataclasses import dataclass, field
from typing import Literal

from tokparity.oracles.protocol import ORACLES, OracleSpec
from tokparity.oracles.subjects.library import Library
from tokparity.oracles.subjects.spec import HOST, Program, Server
from tokparity.reference_impl.contract import (
    AS_CONFIGURED,
    Artefact,
    Case,
    Format,
    Observation,
    RankFacts,
    Settings,
)
from tokparity.reports.records.engine import bundled, engine_called
from tokparity.reports.records.finding import Field, Finding, Sighting

Role = Literal["got", "expected"]
Outcome = Literal["reproduced", "does not reproduce", "no script"]


@dataclass(frozen=True, slots=True)
class Holding:
    """The tokenizer of one side, as its reader gets it: `content` stands in the script itself,
    `file` lies beside the report; with neither, the script is told the file's place.
    `size` is in bytes. `called`: what the file is called in its folder. `beside`: files of the
    model that the side was given beside it and may look at.
    """

    name: str
    format: Format
    sha256: str
    size: int
    content: bytes | None = None
    file: str | None = None
    facts: RankFacts | None = None
    settings: Settings = AS_CONFIGURED
    called: str = ""
    beside: tuple[str, ...] = ()

    @classmethod
    def told(cls, name: str, artefact: Artefact) -> "Holding":
        """Of a side whose script is told where its file is."""
        return cls(
            name,
            artefact.format,
            artefact.sha256,
            artefact.path.stat().st_size,
            facts=artefact.facts,
            settings=artefact.settings,
            called=artefact.path.name,
        )

    @property
    def is_told(self) -> bool:
        """Whether the script is told where the file is."""
        return self.content is None and self.file is None


@dataclass(frozen=True, slots=True)
class Stranger:
    """A subject of the user's own, as he named it: a script asks it as a run did.

    `vocabularies`: what it says it has itself; `decodes`: to what.
    """

    asked: Program | Server
    vocabularies: tuple[str, ...] = ()
    decodes: Literal["text", "bytes"] | None = "text"

    @property
    def is_called(self) -> bool:
        """Whether it is a class of Python, which a script calls itself."""
        return isinstance(self.asked, Program) and HOST in self.asked.arguments


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a finding. `engine` is its name there; `oracle` the library that a script can
    run, None of a black box and of the reference. `holding`: of a side that the script runs, and
    of both sides where two files were cut down. `stranger`: of a subject that the user names."""

    role: Role
    engine: str
    oracle: str | None
    artefact: str
    recorded: Observation
    is_left: bool
    holding: Holding | None = None
    stranger: Stranger | None = None

    @property
    def spec(self) -> OracleSpec | None:
        """The library, where there is one."""
        return None if self.oracle is None else ORACLES[self.oracle]

    @property
    def library(self) -> Library | None:
        """The bundled implementation, where it is one."""
        return bundled(engine_called(self.engine))

    @property
    def is_run(self) -> bool:
        """Whether a script can run it."""
        return self.oracle is not None or self.library is not None or self.stranger is not None

    @property
    def label(self) -> str:
        """What people call it: "llama.cpp", "variant:merge-order-reversed"."""
        if self.library is not None:
            return self.library.name
        return self.engine if self.spec is None else self.spec.label


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """What one engine answers now; `recorded` is what the run says that it did, if it was asked."""

    engine: str
    version: str
    artefact: str
    now: Observation
    recorded: Observation | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """A finding as the run recorded it, on the files as they are, where smaller ones are shown.

    `answers` is what everybody answers to it now. Of `before` entries of its vocabulary (of two
    files those of both) `entries` are left. `run` is how its own script is run, `proof` how it
    went.
    """

    sighting: Sighting
    answers: tuple[EngineAnswer, ...]
    entries: int
    before: int
    run: str = ""
    proof: "Proof" = field(default_factory=lambda: Proof("no script"))


@dataclass(frozen=True, slots=True)
class Proof:
    """How the script went in a process of its own. `reason` is one line; `ran_on` the library's
    name and version as the script itself printed them."""

    outcome: Outcome
    reason: str = ""
    ran_on: str = ""
    output: str = ""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A finding, ready for its report; `sighting` is the one that stands for it, and `recorded`
    what it was before its tokenizer was cut down, None where that is the file as it is.

    `known` are the ledger entries that speak of it, as (id, what each says). `why`: for what
    reasons one side is expected to be right, the weightiest first.
    """

    finding: Finding
    sighting: Sighting
    got: Part
    expected: Part
    answers: tuple[EngineAnswer, ...] = ()
    script: str | None = None
    proof: Proof = Proof("no script")
    known: tuple[tuple[str, str], ...] = ()
    again: tuple[str, ...] = ()
    recorded: Recorded | None = None
    why: tuple[str, ...] = ()

    @property
    def is_as_recorded(self) -> bool:
        """Whether both sides were asked again, and answer as they did."""
        answers = [answer for answer in self.answers if answer.recorded is not None]
        return len(answers) == len(self.parts) and all(
            answer.now == answer.recorded for answer in answers
        )

    @property
    def case(self) -> Case:
        return self.sighting.case

    @property
    def field(self) -> Field:
        return self.sighting.field

    @property
    def parts(self) -> tuple[Part, Part]:
        """The answer that is wrong, then the one that is right."""
        return self.got, self.expected
