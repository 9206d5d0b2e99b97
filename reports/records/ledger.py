"""The ledger: known divergences as reviewed data, read strictly and matched to findings.

A file `<oracle>.toml` holds entries about that oracle. The shipped files are
`reports/known/`, a user's own `.tokparity/known/`; both are read here. What it is not: the
place where files change (`reports.records.ledger_files`).

    schema_version = 1
    oracle = "openai_tiktoken"

    [[entry]]
    id = "decode-lossy-text"             # unique in all files
    status = "accepted"                  # or "open", "fixed-in"
    reason = "…"                         # accepted: why it is nobody's bug
    link = "https://…"                   # open: where upstream tracks it
    version = "0.24.0"                   # fixed-in: the oracle's first version without it
    match = { question = "parity", op = "decode", stage = "decoder" }   # missing: any
    vocabulary = "gpt*"                  # optional glob over artefact names, either of a pair
    against = "gpt2-gguf"                # optional glob over the second of a pair
    witnesses = ["byte_level/lossy"]     # corpora/regressions/byte_level/lossy.json
    upstream = "nondeterminism"          # the only thing that can cover a fidelity divergence
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from fnmatch import fnmatchcase
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import Op, Place
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField, abbreviated
from tokparity.reports.records.errors import BadLedger
from tokparity.reports.records.finding import (
    SCHEMA_VERSION,
    Finding,
    Question,
    Sighting,
    Signature,
    Status,
)

EntryStatus = Literal["accepted", "open", "fixed-in"]
Witness = Literal["diverges", "agrees", "cannot-run"]

EVIDENCE: dict[EntryStatus, str] = {"accepted": "reason", "open": "link", "fixed-in": "version"}
"""The field that each status must give for itself."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One known divergence. `evidence` is its reason, link or version, as `status` asks.

    `match` holds key fields of a signature; a finding must have all of them. `path` is the
    file it stands in, and takes no part in equality.
    """

    id: str
    oracle: str
    status: EntryStatus
    evidence: str
    witnesses: tuple[str, ...]
    match: Mapping[str, str] = field(default_factory=dict)
    vocabulary: str | None = None
    against: str | None = None
    nondeterminism: bool = False
    path: Path = field(default=Path(), compare=False)

    def covers(self, signature: Signature, sighting: Sighting, versions: Mapping[str, str]) -> bool:
        """Whether this entry speaks of a signature in one artefact, at the versions that ran.

        Never of a fidelity divergence, unless upstream is known to be nondeterministic; and
        a bug that is fixed in a version only of versions before it (an unknown version is none).
        Of what no stage could be named only where it says so: match.stage = "unknown".
        """
        if self.oracle not in (signature.left, signature.right):
            return False
        if signature.question == "fidelity" and not self.nondeterminism:
            return False
        if signature.stage == "unknown" and self.match.get("stage") != "unknown":
            return False
        if self.status == "fixed-in" and self.oracle not in versions:
            return False
        if self.is_fixed_at(versions.get(self.oracle)):
            return False
        if self.vocabulary is not None:
            names = (sighting.artefact, *([sighting.against] if sighting.against else []))
            if not any(fnmatchcase(name, self.vocabulary) for name in names):
                return False
        if self.against is not None and not fnmatchcase(sighting.against or "", self.against):
            return False
        return all(getattr(signature, name) == value for name, value in self.match.items())

    def is_fixed_at(self, version: str | None) -> bool:
        """Whether this entry says that a version of its oracle no longer diverges."""
        if self.status != "fixed-in" or version is None:
            return False
        return release(version) >= release(self.evidence)


@dataclass(frozen=True, slots=True)
class Ledger:
    """All entries, the shipped ones first; ids are unique."""

    entries: tuple[Entry, ...] = ()

    def about(self, question: Question, left: str, right: str) -> "Ledger":
        """The entries that may speak of such a pair of sides: all that a single cell needs."""

        def may(entry: Entry) -> bool:
            pair = {"question": question, "left": left, "right": right}
            return (
                entry.oracle in (left, right)
                and (question == "parity" or entry.nondeterminism)
                and all(entry.match.get(name, value) == value for name, value in pair.items())
            )

        return Ledger(tuple(entry for entry in self.entries if may(entry)))

    @property
    def witnesses(self) -> tuple[str, ...]:
        """Every regression case that some entry rests on, each once, sorted."""
        return tuple(sorted({name for entry in self.entries for name in entry.witnesses}))

    def stale(
        self, outcomes: Mapping[str, Witness], versions: Mapping[str, str]
    ) -> tuple[Entry, ...]:
        """Entries of which some witness could run and every one that could agrees.

        A witness without an outcome counts as one that cannot run. Where the version that
        runs has the fix, a fixed-in entry is not stale: agreeing is what it says.
        """

        def is_stale(entry: Entry) -> bool:
            if entry.is_fixed_at(versions.get(entry.oracle)):
                return False
            results = {outcomes.get(name, "cannot-run") for name in entry.witnesses}
            return results - {"cannot-run"} == {"agrees"}

        return tuple(entry for entry in self.entries if is_stale(entry))

    def check(self, known: Iterable[str]) -> None:
        """Raises BadLedger for an entry that covers everything, or whose witness is no case."""
        cases = frozenset(known)
        for entry in self.entries:
            if not entry.match and not (entry.vocabulary or "").strip("*"):
                reason = "is empty, and so is vocabulary: an entry speaks of something"
                raise BadLedger(entry.path, entry.id, "match", reason)
            for name in entry.witnesses:
                if name not in cases:
                    raise BadLedger(entry.path, entry.id, "witnesses", f"no case {name!r}")

    def cannot_run(self, outcomes: Mapping[str, Witness]) -> int:
        """How many witnesses could not run, each counted once."""
        results = (outcomes.get(name, "cannot-run") for name in self.witnesses)
        return sum(outcome == "cannot-run" for outcome in results)


def classify(
    finding: Finding,
    ledger: Ledger,
    versions: Mapping[str, str],
    stale: Iterable[str] = (),
) -> Finding:
    """The finding with what the ledger says of it.

    "new" unless each of its sightings is covered by an entry, under any of its signatures; of
    several entries the least excusing one counts: stale, then open, fixed-in, accepted. `versions`
    maps oracle → running version, `stale` are ids of stale entries. `ledger_entry` names all of
    them.
    """
    stale_ids = frozenset(stale)
    used: dict[str, Status] = {}
    for sighting in finding.sightings:
        covering = [
            entry
            for entry in ledger.entries
            if any(entry.covers(signature, sighting, versions) for signature in finding.signatures)
        ]
        if not covering:
            return replace(finding, status="new", ledger_entry=None)
        used.update(
            (entry.id, "stale" if entry.id in stale_ids else entry.status) for entry in covering
        )
    if not used:
        return replace(finding, status="new", ledger_entry=None)
    gravest: tuple[Status, ...] = ("stale", "open", "fixed-in", "accepted")
    status = min(used.values(), key=gravest.index)
    return replace(finding, status=status, ledger_entry=", ".join(sorted(used)))


def release(version: str) -> tuple[int, ...]:
    """The numbers of a version, to compare releases of one library.

    >>> release("0.9") < release("0.10.1"), release("b11549")
    (True, (11549,))
    """
    return tuple(int(number) for number in re.findall(r"[0-9]{1,18}", version))


def load_ledger(own: Path | None = None) -> Ledger:
    """The shipped ledger, and a user's own folder of .toml files where it exists.

    Raises BadLedger (file, entry, field, reason).
    """
    with as_file(files("tokparity.reports") / "known") as shipped:
        entries = read_folder(shipped)
    if own is not None and own.is_dir():
        entries += read_folder(own)
    first: dict[str, Path] = {}
    for entry in entries:
        if entry.id in first:
            raise BadLedger(entry.path, entry.id, "id", f"also in {first[entry.id]}")
        first[entry.id] = entry.path
    return Ledger(tuple(entries))


def read_folder(folder: Path) -> list[Entry]:
    """The entries of every .toml file of a folder, in the order of file names."""
    return [entry for path in sorted(folder.glob("*.toml")) for entry in read_file(path)]


@dataclass(frozen=True, slots=True)
class _File:
    oracle: str
    schema_version: int
    entry: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class _Match:
    question: Question | None = None
    op: Op | None = None
    left: str | None = None
    right: str | None = None
    stage: Place | None = None
    component: str | None = None
    symptom: str | None = None


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry as it stands in its file."""

    id: str
    status: EntryStatus
    witnesses: tuple[str, ...]
    match: _Match = _Match()
    vocabulary: str | None = None
    against: str | None = None
    upstream: Literal["nondeterminism"] | None = None
    reason: str = ""
    link: str = ""
    version: str = ""

    @property
    def evidence(self) -> str:
        return {"accepted": self.reason, "open": self.link, "fixed-in": self.version}[self.status]


_WITNESS = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+")


def _check(entry: _Entry) -> None:
    if not entry.id.strip():
        raise BadField("id", "is empty")
    if entry.match.question == "fidelity" and entry.upstream is None:
        raise BadField("match.question", "a fidelity divergence is covered by no entry")
    evidence = EVIDENCE[entry.status]
    if not entry.evidence.strip():
        raise BadField(evidence, f"is needed for status {entry.status!r}")
    if evidence == "version" and not release(entry.version):
        raise BadField("version", f"{abbreviated(entry.version)} has no number")
    if not entry.witnesses:
        raise BadField("witnesses", "at least one regression case is needed")
    for position, witness in enumerate(entry.witnesses):
        if not _WITNESS.fullmatch(witness):
            raise BadField(f"witnesses[{position}]", f"{abbreviated(witness)} is not family/slug")


declare(_File, optional=["entry"])
declare(_Match, optional=[member.name for member in fields(_Match)])
declare(
    _Entry,
    optional=[member.name for member in fields(_Entry) if member.default is not MISSING],
    check=_check,
)


def read_file(path: Path) -> list[Entry]:
    """The entries of one ledger file; raises BadLedger for the first thing wrong in it."""
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as wrong:
        raise BadLedger(path, None, "file", wrong.strerror or "not readable") from None
    except (ValueError, RecursionError) as wrong:
        raise BadLedger(path, None, "file", f"not TOML: {wrong}") from None
    try:
        file = read(_File, data)
    except BadField as wrong:
        raise BadLedger(path, None, wrong.field, wrong.reason) from None
    if file.schema_version != SCHEMA_VERSION:
        reason = f"{file.schema_version} is not {SCHEMA_VERSION}"
        raise BadLedger(path, None, "schema_version", reason)
    return [_entry(path, file.oracle, index, table) for index, table in enumerate(file.entry)]


def _entry(path: Path, oracle: str, index: int, table: dict[str, Any]) -> Entry:
    try:
        entry = read(_Entry, table)
    except BadField as wrong:
        named = table.get("id")
        name = named if isinstance(named, str) and named else f"[{index}]"
        raise BadLedger(path, name, wrong.field, wrong.reason) from None
    return Entry(
        id=entry.id,
        oracle=oracle,
        status=entry.status,
        evidence=entry.evidence,
        witnesses=entry.witnesses,
        match=write(entry.match),
        vocabulary=entry.vocabulary,
        against=entry.against,
        nondeterminism=entry.upstream is not None,
        path=path,
    )
