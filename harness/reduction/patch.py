"""findings.patch: new regression cases and ledger entries of a run, ready to review and apply.

Each new parity finding gets an entry of status "open" for every pair of artefacts it was seen in
(the first `regression.OFFERED` of them), with the regression case that witnesses it; a fidelity
finding its regression case alone, since no entry can cover it. Nothing is written into the
repository: `git apply findings.patch` does that, and a reviewer puts the upstream link, or another
status, in the place of what stands there.
"""

import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from tokparity.harness.findings.committed_cases import OWN_REGRESSIONS
from tokparity.harness.findings.judgement import OWN_LEDGER
from tokparity.harness.reduction.regression import Offer
from tokparity.reports.records.errors import LedgerRefused
from tokparity.reports.records.ledger_files import add_entry

FILE = "findings.patch"


@dataclass(frozen=True, slots=True)
class Places:
    """Where cases and entries belong, relative to the root of a repository."""

    regressions: Path
    ledger: Path

    @classmethod
    def of(cls, repository: Path) -> "Places":
        """In tokparity's own repository its shipped folders, elsewhere the user's."""
        shipped = cls(Path("corpora") / "regressions", Path("reports") / "known")
        own = (repository / shipped.regressions / "schema.json").is_file()
        return shipped if own else cls(OWN_REGRESSIONS, OWN_LEDGER)


def write_patch(offers: Iterable[Offer], directory: Path, repository: Path) -> Path | None:
    """Write `<directory>/findings.patch` against the files of a repository; None for nothing new.

    A patch of an earlier run in that directory goes.
    """
    path = directory / FILE
    path.unlink(missing_ok=True)
    text = patch(offers, repository, directory.name)
    if not text:
        return None
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(path)
    return path


def patch(offers: Iterable[Offer], repository: Path, run: str) -> str:
    """The patch as text, in git's form; "" where there is no offer. `run` names the run in it."""
    places = Places.of(repository)
    offers = list(offers)
    pieces = []
    for offer in offers:
        target = places.regressions / f"{offer.name}.json"
        pieces.append(_difference(target, _text(repository / target), _text(offer.path)))
    with TemporaryDirectory(prefix="tokparity-") as scratch:
        changed = Path(scratch) / "known"
        before = repository / places.ledger
        if before.is_dir():
            shutil.copytree(before, changed, ignore=shutil.ignore_patterns("__pycache__"))
        for offer in offers:
            _add_entry(changed, offer, run)
        for path in sorted((*changed.glob("*.toml"), *changed.glob("*/*.json"))):
            target = places.ledger / path.relative_to(changed)
            pieces.append(_difference(target, _text(repository / target), _text(path)))
    return "".join(pieces)


def _add_entry(ledger: Path, offer: Offer, run: str) -> None:
    if offer.explanation is None:
        return
    link = f"not filed yet: finding {offer.finding.id} of {run}"
    with suppress(LedgerRefused):  # an entry is there already
        add_entry(
            ledger, offer.finding, "open", link, offer.name, offer.explanation, offer.sighting
        )


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


def _difference(target: Path, before: str, after: str) -> str:
    """One file's part of a patch; "" where nothing changes."""
    if before == after:
        return ""
    name = target.as_posix()
    old = f"a/{name}" if before else "/dev/null"
    lines = unified_diff(_lines(before), _lines(after), old, f"b/{name}")
    head = f"diff --git a/{name} b/{name}\n"
    body = (
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
    return head + ("" if before else "new file mode 100644\n") + "".join(body)


def _lines(text: str) -> list[str]:
    """Lines as git has them: only a newline ends one."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
