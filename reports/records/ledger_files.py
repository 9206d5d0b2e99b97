"""Changing ledger files: adding an entry that accepts a finding, removing stale ones.

Comments and order of the rest of a file stay (tomlkit). What is read is decided by
`reports.records.ledger` alone: everything written is read back with it before it replaces the old
file.
"""

import glob
import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import tomlkit
from tomlkit.items import AoT, Table

from tokparity.reference_impl.codec import write
from tokparity.reports.records.engine import REFERENCE
from tokparity.reports.records.errors import BadLedger, LedgerRefused
from tokparity.reports.records.explanation import CaseList, Explanation
from tokparity.reports.records.finding import SCHEMA_VERSION, Finding, Sighting
from tokparity.reports.records.ledger import (
    EVIDENCE,
    Entry,
    EntryStatus,
    Ledger,
    Witness,
    read_file,
    read_folder,
)

NO_FIDELITY = (
    "a fidelity divergence cannot be accepted: repair the reference, or "
    'write an entry with upstream = "nondeterminism" and its evidence by hand'
)


def accept(
    folder: Path,
    finding: Finding,
    reason: str,
    witness: str,
    explanation: Explanation,
    sighting: Sighting | None = None,
    entry_id: str | None = None,
) -> Entry:
    """Add an accepted entry for this finding in one artefact, or one pair, to the user's ledger;
    return it. `explanation` says which cases it covers.

    `sighting` is the finding's there, the first if not given: the same stage going wrong in another
    is another matter.

    `witness` is the regression case that shows it ("family/slug"), which must be committed
    beside the entry. Raises LedgerRefused for a fidelity finding: the reference is at fault
    there, and a ledger entry would not cover it; BadLedger where the file is not a ledger or
    the reason or witness cannot be an entry's.
    """
    occurrence = sighting or finding.sightings[0]
    return add_entry(
        folder, finding, "accepted", reason, witness, explanation, occurrence, entry_id
    )


def add_entry(
    folder: Path,
    finding: Finding,
    status: EntryStatus,
    evidence: str,
    witness: str,
    explanation: Explanation,
    sighting: Sighting,
    entry_id: str | None = None,
) -> Entry:
    """As `accept`, with a status and what it asks for: a reason, a link or a version."""
    signature = finding.signature
    if signature.question == "fidelity":
        raise LedgerRefused(f"{finding.key}: {NO_FIDELITY}")
    oracle = signature.left if signature.right == str(REFERENCE) else signature.right
    files = "-".join(map(file_name, filter(None, (sighting.artefact, sighting.against))))
    named = entry_id or f"{signature.stage}-{signature.op}-{finding.id}-{files}"
    if any(entry.id == named for entry in (read_folder(folder) if folder.is_dir() else [])):
        raise LedgerRefused(f"{folder}: an entry {named!r} is there already")
    table = tomlkit.table()
    table.add("id", named)
    table.add("status", status)
    table.add(EVIDENCE[status], evidence)
    table.add("stage", explanation.stage)
    table.add("witnesses", [witness])
    folder.mkdir(parents=True, exist_ok=True)
    pinned = _pinned(folder, named, explanation)
    explains = tomlkit.aot()
    explains.append(_explains(folder, explanation, pinned))
    table.add("explains", explains)
    try:
        return _added(folder, oracle, table)
    except BaseException:
        for path in pinned:
            path.unlink()
            with suppress(OSError):  # others are pinned there
                path.parent.rmdir()
        raise


def _added(folder: Path, oracle: str, table: Table) -> Entry:
    """The user's file of an oracle with one more entry."""
    path = folder / f"{file_name(oracle)}.toml"
    document = _read(path) if path.exists() else _empty(oracle)
    if document["oracle"] != oracle:
        raise LedgerRefused(f"{path}: is the ledger of {document['oracle']!r}, not of {oracle!r}")
    if "entry" not in document:
        document.add("entry", tomlkit.aot())
    _entries(path, document).append(table)
    return next(entry for entry in _write(path, document) if entry.id == table["id"])


def _explains(folder: Path, explanation: Explanation, pinned: Iterable[Path]) -> Table:
    """An explanation as a table of an entry."""
    table = tomlkit.table()
    table.add("change", explanation.change)
    table.add("on", glob.escape(explanation.on))
    table.add("beside", glob.escape(explanation.beside))
    table.add("ops", list(explanation.ops))
    for name in ("was", "by"):
        if value := getattr(explanation, name):
            table.add(name, value)
    for path in pinned:
        table.add(path.parent.name, path.relative_to(folder).as_posix())
    return table


def _pinned(folder: Path, entry_id: str, explanation: Explanation) -> list[Path]:
    """What an explanation pins, written to files beside the ledger's."""
    slug = re.sub(r"[^a-z0-9.-]+", "-", entry_id.lower()).strip("-.")
    pinned: dict[str, object] = {}
    if explanation.rows is not None:
        pinned["rows"] = write(explanation.rows)
    if explanation.answers:
        pinned["cases"] = write(CaseList(explanation.answers))
    paths = []
    for kind, data in pinned.items():
        path = folder / kind / f"{slug}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="ascii")
        paths.append(path)
    return paths


def fix(
    folder: Path, ledger: Ledger, outcomes: Mapping[str, Witness], versions: Mapping[str, str]
) -> tuple[Entry, ...]:
    """Remove from a folder's files the entries that went stale; return them.

    `ledger` is all that was loaded; entries of other folders are left alone. Raises
    LedgerRefused after a partial run: one that has no outcome for some witness.
    """
    missing = [name for name in ledger.witnesses if name not in outcomes]
    if missing:
        raise LedgerRefused(
            f"the run was partial: {len(missing)} of {len(ledger.witnesses)} witnesses were not "
            f"replayed ({missing[0]} …); run `tokparity run --profile gate` first"
        )
    gone = tuple(
        e for e in ledger.stale(outcomes, versions) if e.path.parent.resolve() == folder.resolve()
    )
    for path in sorted({entry.path for entry in gone}):
        ids = {entry.id for entry in gone if entry.path == path}
        document = _read(path)
        entries = _entries(path, document)
        for index in reversed([i for i, table in enumerate(entries) if table["id"] in ids]):
            del entries[index]
        if not entries:
            del document["entry"]
        _write(path, document)
    return gone


def file_name(oracle: str) -> str:
    """A file name for an oracle or subject, in which nothing leaves the folder.

    >>> file_name("exec:./my tokenizer")
    'exec-my-tokenizer'
    """
    return re.sub(r"[^A-Za-z0-9_]+", "-", oracle).strip("-") or "subject"


def _empty(oracle: str) -> tomlkit.TOMLDocument:
    document = tomlkit.document()
    document.add("schema_version", tomlkit.item(SCHEMA_VERSION))
    document.add("oracle", tomlkit.item(oracle))
    return document


def _read(path: Path) -> tomlkit.TOMLDocument:
    read_file(path)
    content = path.read_bytes()
    ended = content if content.endswith(b"\n") else content + b"\n"  # tomlkit adds to the last line
    return tomlkit.parse(ended)


def _entries(path: Path, document: tomlkit.TOMLDocument) -> AoT:
    entries = document["entry"]
    if not isinstance(entries, AoT):
        raise LedgerRefused(f"{path}: write its entries as [[entry]] tables, one below the other")
    return entries


def _write(path: Path, document: tomlkit.TOMLDocument) -> list[Entry]:
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(tomlkit.dumps(document).encode("utf-8"))
        read_file(part)
        part.replace(path)
    except UnicodeEncodeError:
        raise LedgerRefused(f"{path}: TOML cannot hold a lone surrogate") from None
    except BadLedger as wrong:
        raise BadLedger(path, wrong.entry, wrong.field, wrong.reason) from None
    finally:
        part.unlink(missing_ok=True)
    return read_file(path)
