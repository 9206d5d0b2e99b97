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
    deviates = "tiktoken"                # who does otherwise than the model was made for …
    side = "tiktoken:*"                  # … and which files that one reads
    stage = "decoder"                    # the first stage that differs by it
    witnesses = ["byte_level/lossy"]     # corpora/regressions/byte_level/lossy.json
    [[entry.explains]]                   # which cases it covers: reports/records/explanation.py

Only where upstream is known to be nondeterministic can an entry cover a fidelity divergence. Such a
one explains nothing, and says by fields of the signature what it speaks of:

    upstream = "nondeterminism"
    match = { question = "fidelity", op = "decode", stage = "decoder" }   # missing: any
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import Op, Place
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField, abbreviated
from tokparity.reports.records.deviant import deviant
from tokparity.reports.records.errors import BadLedger
from tokparity.reports.records.explanation import ExplainsTable, Explanation
from tokparity.reports.records.finding import (
    SCHEMA_VERSION,
    Finding,
    Question,
    Signature,
    Status,
)

EntryStatus = Literal["accepted", "open", "fixed-in"]
Witness = Literal["diverges", "agrees", "cannot-run"]

NOBODY = "nobody"
"""Who deviates where each side is right by its own rule."""
EVIDENCE: dict[EntryStatus, str] = {"accepted": "reason", "open": "link", "fixed-in": "version"}
"""The field that each status must give for itself."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One known divergence. `evidence` is its reason, link or version, as `status` asks; `reason`
    says in a sentence why the two differ.

    `deviates` is who does otherwise than the model was made for, in a few words, and `side` which
    files that one reads, as a change's `on`. `explanations` account for its cases. `match` holds
    key fields of a signature, for what is nondeterministic. `path` is the file it stands in, and
    takes no part in equality.
    """

    id: str
    oracle: str
    status: EntryStatus
    evidence: str
    witnesses: tuple[str, ...]
    reason: str = ""
    explanations: tuple[Explanation, ...] = ()
    match: Mapping[str, str] = field(default_factory=dict)
    nondeterminism: bool = False
    deviates: str = ""
    side: str = ""
    path: Path = field(default=Path(), compare=False)

    def covers(self, signature: Signature, versions: Mapping[str, str]) -> bool:
        """Whether this entry speaks of a signature, at the versions that ran.

        Of a parity divergence where it is its cause. Of a fidelity divergence only where upstream
        is nondeterministic; of what no stage could be named only where it says so. A bug that is
        fixed in a version: only of versions before it (an unknown version is none).
        """
        if self.status == "fixed-in" and self.oracle not in versions:
            return False
        if self.is_fixed_at(versions.get(self.oracle)):
            return False
        if not self.nondeterminism:
            return self.id == signature.cause
        if self.oracle not in (signature.left, signature.right):
            return False
        if signature.stage == "unknown" and self.match.get("stage") != "unknown":
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
                and (question == "parity") != entry.nondeterminism
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
        """Raises BadLedger for an entry whose witness is no case."""
        cases = frozenset(known)
        for entry in self.entries:
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

    "new" unless an entry covers it; of several the least excusing counts: stale, then open,
    fixed-in, accepted. `versions` maps oracle → running version, `stale` are ids of stale entries.
    `ledger_entry` names all that cover it.
    """
    stale_ids = frozenset(stale)
    used: dict[str, Status] = {
        entry.id: "stale" if entry.id in stale_ids else entry.status
        for entry in ledger.entries
        if any(entry.covers(signature, versions) for signature in finding.signatures)
    }
    if not used:
        return replace(finding, status="new", ledger_entry=None, deviant=None)
    gravest: tuple[Status, ...] = ("stale", "open", "fixed-in", "accepted")
    status = min(used.values(), key=gravest.index)
    side = deviant(finding, [entry.side for entry in ledger.entries if entry.id in used])
    return replace(finding, status=status, ledger_entry=", ".join(sorted(used)), deviant=side)


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
    entries = [*_shipped()]
    if own is not None and own.is_dir():
        entries += read_folder(own)
    first: dict[str, Path] = {}
    for entry in entries:
        if entry.id in first:
            raise BadLedger(entry.path, entry.id, "id", f"also in {first[entry.id]}")
        first[entry.id] = entry.path
    return Ledger(tuple(entries))


@cache
def _shipped() -> tuple[Entry, ...]:
    """Read once a process: a package's files stay as they are."""
    with as_file(files("tokparity.reports") / "known") as folder:
        return tuple(read_folder(folder))


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
    stage: Place | None = None
    explains: tuple[ExplainsTable, ...] = ()
    match: _Match = _Match()
    upstream: Literal["nondeterminism"] | None = None
    reason: str = ""
    deviates: str = ""
    side: str = ""
    link: str = ""
    version: str = ""

    @property
    def evidence(self) -> str:
        return {"accepted": self.reason, "open": self.link, "fixed-in": self.version}[self.status]


FILES = re.compile(r"[^:\s]+:[^:\s]+")
_WITNESS = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+")


def _check(entry: _Entry) -> None:
    if not entry.id.strip():
        raise BadField("id", "is empty")
    if entry.upstream is None:
        if entry.match != _Match():
            raise BadField("match", 'covers nothing without upstream = "nondeterminism"')
        if not entry.explains:
            raise BadField(
                "explains",
                "is missing: an entry covers the cases that it explains; "
                "`tokparity known accept RUN:FINDING` writes one",
            )
        if entry.stage is None:
            raise BadField("stage", "is missing: which stage differs first?")
    elif entry.explains:
        raise BadField("explains", "nothing explains what is nondeterministic")
    elif entry.match == _Match():
        raise BadField("match", "is missing: an entry speaks of something")
    if entry.deviates == NOBODY and entry.status != "accepted":
        raise BadField("deviates", f"is {NOBODY!r}, but {entry.status!r} is somebody's bug")
    if entry.side and entry.deviates in ("", NOBODY):
        raise BadField("side", "is of the one that deviates, which `deviates` does not name")
    if entry.side and not FILES.fullmatch(entry.side):
        raise BadField("side", f"{abbreviated(entry.side)} is not format:name, as in gguf:*")
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
        stage = entry.stage or "unknown"
        explanations = tuple(
            explains.explanation(entry.id, stage, path.parent) for explains in entry.explains
        )
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
        reason=entry.reason,
        deviates=entry.deviates,
        side=entry.side,
        explanations=explanations,
        match=write(entry.match),
        nondeterminism=entry.upstream is not None,
        path=path,
    )
