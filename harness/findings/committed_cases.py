"""Replay the committed regression cases: three questions each, in milliseconds.

Does the reference still do what the native library does? Does the library still answer
what was recorded of it (where the version is the same)? And for the ledger: do the two
sides of a parity case still differ? A case whose vocabulary is not here cannot run, and
is counted.
"""

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tokparity.corpora.embedded import Embedded, Named, materialise
from tokparity.corpora.regression import Regression, RegressionSide, regressions
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.catalogue_names import manifest_of
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import CellSpec, SideSpec, fidelity_cell
from tokparity.harness.compare.sides import batch_of, observe
from tokparity.harness.compare.verdict import Agreement, Divergence, Refused, Verdict, compare
from tokparity.harness.explanations.binding import with_known
from tokparity.harness.explanations.explainer import Explainer
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.runner import case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import UnitFailed, error_line
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.contract import Artefact, Case, Observation, Op, Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.counts import Counts
from tokparity.reports.records.engine import engine_called
from tokparity.reports.records.finding import Cell, Question, Sighting, Signature
from tokparity.reports.records.ledger import Ledger, Witness

OWN_REGRESSIONS = Path(".tokparity") / "regressions"
RECORDED = "recorded"
MODEL = "regression cases"


class NoSuchOracle(TokparityError):
    """A regression case expects something of a library that nobody here knows: a slip of the pen
    would be an expectation that nothing is held to."""

    def __init__(self, name: str) -> None:
        super().__init__(f"expected: {name!a} is no oracle: there are {', '.join(sorted(ORACLES))}")


@dataclass(frozen=True, slots=True)
class Replayed:
    """Results that join those of the generated cases; how each regression case went.

    `ledger`: the part of the ledger that was in question, None for all of it. `idle` are the ids of
    entries of which some explanation changes nothing in the very file that it names. `not_reached`:
    how many cases there was no time for.
    """

    results: tuple[ShardResult, ...] = ()
    cells: tuple[Cell, ...] = ()
    witnesses: Mapping[str, Witness] = field(default_factory=dict)
    failed: tuple[UnitFailed, ...] = ()
    seconds: float = 0.0
    ledger: Ledger | None = None
    idle: frozenset[str] = frozenset()
    not_reached: int = 0


@dataclass(slots=True)
class _Tally:
    """Counts and findings of the replay: a row for all that agree, one for each that does not."""

    counts: dict[tuple[str, Question, str, str, Op], Counts] = field(default_factory=dict)
    results: list[ShardResult] = field(default_factory=list)
    failed: list[UnitFailed] = field(default_factory=list)
    idle: set[str] = field(default_factory=set)

    def count(
        self, name: str, question: Question, left: str, right: str, op: Op, counts: Counts
    ) -> None:
        key = (name if counts.diverged else MODEL, question, left, right, op)
        self.counts.setdefault(key, Counts()).add(counts)

    def rows(self) -> tuple[Cell, ...]:
        return tuple(
            Cell(
                model=MODEL,
                artefact=name,
                against=None,
                question=question,
                left=left,
                right=right,
                op=op,
                counts=counts,
                findings=counts.diverged,
                seconds=0.0,
                cpu_seconds=0.0,
            )
            for (name, question, left, right, op), counts in sorted(
                self.counts.items(), key=lambda item: item[0]
            )
        )


def committed(own: Path = OWN_REGRESSIONS) -> tuple[Regression, ...]:
    """The shipped regression cases and the user's own, by name; BadCaseFile for a bad one."""
    return (*regressions(), *(regressions(own) if own.is_dir() else ()))


def replay(
    slot: Slot,
    cases: Iterable[Regression],
    versions: Mapping[str, str],
    ledger: Ledger | None = None,
    until: float | None = None,
) -> Replayed:
    """Run each case that begins before `until`, by `time.monotonic`; `versions` are those of the
    oracles, as installed. What brings its tokenizer along is first, as it takes least.

    A witness of an entry of `ledger` diverges only where that entry accounts for it.
    """
    entries = ledger or Ledger()
    tally = _Tally()
    witnesses: dict[str, Witness] = {}
    not_reached = 0
    with TemporaryDirectory(prefix="tokparity-") as scratch:
        for regression in sorted(cases, key=_files):
            if until is not None and time.monotonic() > until:
                witnesses[regression.name] = "cannot-run"
                not_reached += 1
                continue
            try:
                witnesses[regression.name] = _replay_one(
                    regression, slot, versions, Path(scratch), tally, entries
                )
            except Exception as error:
                reason = re.sub(rf"{re.escape(scratch)}/[\w.]+", "its tokenizer", error_line(error))
                tally.failed.append(UnitFailed(regression.name, 0, reason))
                witnesses[regression.name] = "cannot-run"
    return Replayed(
        tuple(tally.results),
        tally.rows(),
        witnesses,
        tuple(tally.failed),
        idle=frozenset(tally.idle),
        not_reached=not_reached,
    )


def _files(regression: Regression) -> list[str]:
    """The files of the catalogue that a case needs: cases of one file follow each other, so that
    it is loaded once, and what is embedded does not push it out."""
    sides = [side.artefact for side in (regression.side, regression.against) if side is not None]
    return sorted(side.name for side in sides if isinstance(side, Named))


def _replay_one(
    regression: Regression,
    slot: Slot,
    versions: Mapping[str, str],
    scratch: Path,
    tally: _Tally,
    ledger: Ledger,
) -> Witness:
    """Whether the case's two sides differ now; its findings go to the tally."""
    sides = [side for side in (regression.side, regression.against) if side is not None]
    try:
        artefacts = [replace(artefact_of(side, scratch), name=regression.name) for side in sides]
    except TokparityError:
        return "cannot-run"
    witness: Witness = "cannot-run"
    for side, artefact in zip(sides, artefacts, strict=True):
        cell = fidelity_cell(artefact, regression.name)
        cell = replace(cell, chat=regression.case.op == "chat")
        witness = _fidelity(cell, regression.case, slot, tally)
        _recorded(regression, side, artefact, slot, versions, tally)
    if regression.question == "parity" and len(artefacts) == 2:
        left, right = (
            SideSpec(engine_called(engine), artefact)
            for engine, artefact in zip(regression.pair, artefacts, strict=True)
        )
        pair = CellSpec(regression.name, "parity", left, right)
        return _parity(with_known(pair, ledger, versions), regression, slot, ledger, tally)
    return witness


def _parity(
    cell: CellSpec, regression: Regression, slot: Slot, ledger: Ledger, tally: _Tally
) -> Witness:
    """Whether two files differ on a case, and if entries are bound to them that it is a witness of,
    whether one of these is needed to account for it."""
    case = regression.case
    answers = (
        observe(slot.side(cell.left), [case])[0],
        observe(slot.side(cell.right), [case])[0],
    )
    outcome = _witness(compare(*answers, strict=cell.strict))
    ids = {entry.id for entry in ledger.entries if regression.name in entry.witnesses}
    bound = {known.explanation.entry for known in cell.known}
    if outcome != "diverges" or not ids & bound:
        return outcome
    explainer = Explainer(
        cell.known,
        lambda at_left: slot.tokenizer((cell.left if at_left else cell.right).artefact),
    )
    tally.idle.update(explanation.entry for explanation in explainer.idle())
    (needed,) = explainer.explain([(case, answers)])
    return "diverges" if ids & {explanation.entry for explanation in needed} else "agrees"


def _witness(verdict: Verdict) -> Witness:
    """Two refusals agree; one alone says nothing, and nor does what a side cannot express."""
    match verdict:
        case Divergence():
            return "diverges"
        case Agreement() | Refused(Refusal(), Refusal()):
            return "agrees"
        case _:
            return "cannot-run"


def artefact_of(side: RegressionSide, scratch: Path) -> Artefact:
    """The tokenizer of one side of a regression case, as a file, set as it was.

    Errors: NoSuchArtefact; UnknownVocabulary for one of another sha256; NotFetched.
    """
    return replace(_file_of(side.artefact, scratch), settings=side.settings)


def _file_of(named: Named | Embedded, scratch: Path) -> Artefact:
    if isinstance(named, Embedded):
        return materialise(named, scratch)
    if named.format == "chat_template":
        template = resolve(named.name)
        if template.sha256 != named.sha256:
            raise catalogue.UnknownVocabulary(named.name)
        return template
    manifest = manifest_of(named.name)
    if manifest.sha256 != named.sha256:
        raise catalogue.UnknownVocabulary(named.name)
    return catalogue.artefact(manifest, Cache.default())


def _fidelity(cell: CellSpec, case: Case, slot: Slot, tally: _Tally) -> Witness:
    """The reference against the native library on this case, named and shrunk as in any run."""
    result = case_runner(slot, cell).run_cases(0, [batch_of([case])])
    counts = result.counts[case.op]
    name, engines = cell.left.artefact.name, (cell.left.name, cell.right.name)
    tally.count(name, cell.question, *engines, case.op, counts)
    tally.results.append(result)
    if counts.diverged:
        return "diverges"
    both_refuse = len(result.refusals) == 2
    return "agrees" if counts.agreed or both_refuse else "cannot-run"


def _recorded(
    regression: Regression,
    side: RegressionSide,
    artefact: Artefact,
    slot: Slot,
    versions: Mapping[str, str],
    tally: _Tally,
) -> None:
    """What each library answered when it was recorded, against what it answers now.

    Another version may answer otherwise: only the recorded version is held to its word.
    """
    case = regression.case
    for oracle, expectation in side.expected.items():
        if oracle not in ORACLES:
            raise NoSuchOracle(oracle)
        if versions.get(oracle) != expectation.version:
            continue
        now = _answer(slot, oracle, artefact, case)
        verdict = compare(expectation.observation, now, strict=True)
        diverged = isinstance(verdict, Divergence)
        counts = Counts(1, int(not diverged), int(diverged))
        tally.count(regression.name, "fidelity", RECORDED, oracle, case.op, counts)
        if isinstance(verdict, Divergence):
            signature = Signature("fidelity", case.op, RECORDED, oracle, "unknown", "expectation")
            sighting = Sighting(
                artefact=regression.name,
                sha256=artefact.sha256,
                against=None,
                count=1,
                case=case,
                found_as=case,
                left=expectation.observation,
                right=now,
                field=verdict.field,
                index=verdict.index,
                left_trace=None,
                right_trace=None,
            )
            found = NamedSighting(signature, "unknown", "not what was recorded", sighting)
            tally.results.append(ShardResult(MODEL, 0, found=[found]))


def _answer(slot: Slot, engine: str, artefact: Artefact, case: Case) -> Observation:
    return observe(slot.side(SideSpec(engine_called(engine), artefact)), [case])[0]
