"""A check: one artefact against another, or against its native library, as a run of its own.

`tokparity check` and `tokparity.check` both run this. Not here: what is told to a person.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tokparity.corpora.generators.long_texts import a_long_text
from tokparity.corpora.generators.sweeps import Extent
from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.model_files import chat_templates_of
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import (
    CellSpec,
    batch_cells,
    chat_cell,
    fidelity_cell,
    opinion_cell,
    parity_cell,
    subject_cell,
)
from tokparity.harness.compare.sides import observe
from tokparity.harness.explanations.binding import with_known
from tokparity.harness.findings.committed_cases import Replayed, committed, replay
from tokparity.harness.findings.judgement import own_ledger
from tokparity.harness.run.directory import finish
from tokparity.harness.run.execution import (
    TEXTS_PER_SHARD,
    Announce,
    Progress,
    RunPlan,
    oracle_versions,
)
from tokparity.harness.run.file_differences import differences_of, run_directed
from tokparity.harness.run.given_texts import FIRST_SHARD, run_extra, sweep_cases
from tokparity.harness.run.job import RunOutcome, silent
from tokparity.harness.run.job import run as run_plan
from tokparity.harness.shards.executors import InlineExecutor
from tokparity.harness.shards.runner import RENDERED, case_runner
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.oracles.protocol import ORACLES, NotRead, native_oracle
from tokparity.reference_impl.contract import Artefact, EncodeCase, Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import REFERENCE, Subject
from tokparity.reports.records.run_info import Skipped

GENERATED = 2048
"""Texts that are generated where nobody says how many cases there shall be."""
NATIVE = "native"
"""What an artefact is checked against where no other is named: its own library."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a check asks: at most `cases` in all, but for the user's own `texts`, which are all
    asked. None: GENERATED texts, and sweeps as far as `sweep` says. `options` is what run.json is
    to say of how the check was asked for."""

    cases: int | None = None
    seed: int = 0
    sweep: Extent = "sample"
    texts: Sequence[str] = ()
    options: Mapping[str, object] = field(default_factory=dict)

    @property
    def directed(self) -> int | None:
        """How many cases may be made for what two files say differently: a quarter of all; None:
        any number."""
        return None if self.cases is None else self.cases // 4

    def swept(self, cell: CellSpec) -> int | None:
        """How many cases the sweeps may have: half of all; None: any number."""
        if cell.chats or self.sweep == "none":
            return 0
        return None if self.cases is None else self.cases // 2

    def extent(self, cell: CellSpec) -> "ShardExtent":
        """The generated cases of a cell, in shards."""
        if self.cases is None:
            return ShardExtent(GENERATED // TEXTS_PER_SHARD, TEXTS_PER_SHARD, None)
        bound = self.cases - (self.swept(cell) or 0)
        texts = bound * RENDERED if cell.chats else bound * 9 // 16
        shards = max(1, texts // TEXTS_PER_SHARD)
        return ShardExtent(shards, max(1, min(texts, TEXTS_PER_SHARD)), bound // shards)


@dataclass(frozen=True, slots=True)
class ShardExtent:
    """How many shards of how many texts. What else a shard asks comes to less than as many cases
    again: 9 of 16 cases are texts of their own, and with them a shard has at most `most`."""

    shards: int
    texts: int
    most: int | None


BATCHED = 64
"""Texts of a shard that a library is asked in batches too."""


class NoSecondOpinion(TokparityError):
    """What was asked for is no second opinion on one file."""


def second_opinion(artefact: Artefact, oracle: str) -> CellSpec:
    """Another library against the native one of a file. Errors: NotRead; NoSecondOpinion."""
    if oracle not in ORACLES:
        raise NoSecondOpinion(f"no library is called {oracle!r}: there are {', '.join(ORACLES)}")
    if artefact.format not in ORACLES[oracle].formats:
        raise NotRead(oracle, artefact)
    return opinion_cell(artefact, artefact.name, oracle)


def checked_cell(
    artefact: str,
    against: str = NATIVE,
    oracle: str | None = None,
    *,
    as_configured: bool = False,
) -> CellSpec:
    """The two sides of a check, by path, catalogue name or spec.

    Of a folder with a tokenizer_config.json, its tokenizer.json against what `AutoTokenizer` makes
    of the folder. `oracle`: of one file its native library against this one; where it is the native
    one itself, nothing changes. Two files are compared like with like, unless `as_configured`.
    Errors: those of `resolve` and of `second_opinion`.
    """
    cell = _cell(artefact, against, oracle)
    return cell if as_configured else alike(cell, load)


def checked_subject(artefact: Artefact, subject: Subject) -> CellSpec:
    """A file's native library against an implementation under test, without padding and truncation
    of the file."""
    return alike(subject_cell(artefact, artefact.name, subject), load)


def _cell(artefact: str, against: str, oracle: str | None) -> CellSpec:
    left = resolve(artefact)
    if oracle is not None and oracle != native_oracle(left.format):
        if against != NATIVE:
            raise NoSecondOpinion(f"{oracle} is compared with the native library alone")
        return second_opinion(left, oracle)
    if against != NATIVE:
        return parity_cell(left, resolve(against), left.name)
    if left.format == "tokenizer_config.json":
        beside = resolve(str(left.path.with_name("tokenizer.json")))
        return parity_cell(beside, left, left.name)
    return fidelity_cell(left, left.name)


def run_check(
    slot: Slot,
    cell: CellSpec,
    effort: Effort,
    directory: Path,
    progress: Progress,
    announce: Announce = silent,
) -> RunOutcome:
    """Sweeps, own texts and generated cases, in this process, judged by the ledger of the pair.

    `directory` is a run directory then, its views not yet made. Errors: NotARunDirectory.
    """
    versions = oracle_versions()
    ledger = own_ledger().about(cell.question, cell.left.name, cell.right.name)
    cell = with_known(cell, ledger, versions)
    witnesses = replay(
        slot, [case for case in committed() if case.name in ledger.witnesses], versions, ledger
    )
    started = time.perf_counter()
    differences = differences_of(slot, cell)
    extra, told = run_directed(
        slot, cell, differences, FIRST_SHARD - 2, effort.directed if differences else 0
    )
    if differences and effort.cases is not None:
        effort = replace(effort, cases=effort.cases - (effort.directed or 0))
    if (most := effort.swept(cell)) != 0:
        swept = sweep_cases(slot, cell, effort.sweep, effort.seed, progress, most)
        extra.append(run_extra(slot, cell, swept, FIRST_SHARD))
    if effort.cases is None and cell.question == "fidelity" and not cell.chats:
        artefact = cell.left.artefact
        long = a_long_text((effort.seed, artefact.sha256, cell.pair), slot.material(artefact))
        extra.append(run_extra(slot, cell, [[EncodeCase(long)]], FIRST_SHARD - 3))
    if effort.texts:
        own = [[EncodeCase(text) for text in effort.texts]]
        extra.append(run_extra(slot, cell, own, FIRST_SHARD - 1))
    extent = effort.extent(cell)
    plan = RunPlan(
        cells=cells_of_check(cell, batches=effort.cases is None),
        seed=effort.seed,
        profile="check",
        epochs=extent.shards,
        texts=extent.texts,
        most=extent.most,
        derived_texts=min(extent.texts, BATCHED),
        options=dict(effort.options),
        file_differences=told,
        lacking=_not_encodable(slot, cell),
        subjects=subject_versions(slot, cell),
    )
    outcome = run_plan(
        plan,
        InlineExecutor(slot),
        directory,
        jobs=1,
        replayed=Replayed(
            witnesses=witnesses.witnesses,
            seconds=time.perf_counter() - started,
            ledger=ledger,
            idle=witnesses.idle,
        ),
        progress=progress,
        announce=announce,
        extra=extra,
    )
    if not outcome.interrupted:
        finish(directory)
    return outcome


def _not_encodable(slot: Slot, cell: CellSpec) -> tuple[Skipped, ...]:
    """What the check lacks where no text can be encoded on both sides, whatever the options: what
    else agrees says nothing of it."""
    if cell.chats:
        return ()
    try:
        runner = case_runner(slot, cell)
    except CannotLoad:
        return ()  # that is told as such
    if runner.options("encode")[0]:
        return ()
    answers = (observe(side, [EncodeCase("a")])[0] for side in (runner.left, runner.right))
    details = [answer.detail for answer in answers if isinstance(answer, Refusal)]
    return (Skipped(cell.name, f"no text can be encoded on both sides: {'; '.join(details)}"),)


def subject_versions(slot: Slot, cell: CellSpec) -> dict[str, str]:
    """The version of the subject of a cell, as it says."""
    engine = cell.right.engine
    return {str(engine): slot.subject(engine).version} if isinstance(engine, Subject) else {}


def cells_of_check(cell: CellSpec, *, batches: bool = True) -> tuple[CellSpec, ...]:
    """The cell; of a directory that has a chat template, its conversations too. Of two directories,
    whether both render them alike. `batches`: of one file its library's batch calls too."""
    directories = [
        side.artefact for side in cell.sides if side.artefact.format == "tokenizer_config.json"
    ]
    with_template = [each for each in directories if chat_templates_of(each).sources]
    cells = [cell]
    if batches and cell.question == "fidelity" and cell.left.engine == REFERENCE:
        cells += [alike(each, load) for each in batch_cells(cell.left.artefact, cell.model)]
    if cell.right.artefact in with_template:
        cells.append(chat_cell(cell.right.artefact, cell.right.artefact.name))
    if with_template and len(directories) == 2 and cell.against is not None:
        cells.append(replace(cell, chat=True))
    return tuple(cells)
