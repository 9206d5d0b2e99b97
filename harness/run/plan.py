"""From what the user asked for to a plan: cells, epochs, and what is left out and why."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from math import ceil
from pathlib import Path

from tokparity.corpora.golden import goldens as all_goldens
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.manifest import Manifest
from tokparity.harness.artefacts.catalogue_names import NoSuchArtefact, manifest_of
from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.model_files import NotFetchedAlong
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.artefacts.templates import PREFIX, own_templates, templates_of
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import (
    CellSpec,
    batch_cells,
    chat_cell,
    fidelity_cell,
    golden_cell,
    opinion_cell,
    parity_cell,
)
from tokparity.harness.derivation.three_ways import ThreeWays
from tokparity.harness.run.budget import RunBudget
from tokparity.harness.run.execution import DECODED_PART, RunPlan
from tokparity.harness.run.profile import Profile
from tokparity.harness.run.subjects import Introduction, subject_cells
from tokparity.harness.run.three_ways import (
    Told,
    cells_of_ways,
    derived_from,
    lacking,
    only_new,
    ways_of,
    with_third,
)
from tokparity.harness.shards.unit import UnitFailed
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact, TokparityError
from tokparity.reports.records.engine import REFERENCE, Engine, Golden, engine_called
from tokparity.reports.records.run_info import RunArtefact, RunInfo, Skipped
from tokparity.reports.summary.describe import replay_command
from tokparity.reports.summary.omissions import NOT_FETCHED


class NothingToRun(TokparityError):
    """Nothing is left of what was asked for."""

    def __init__(self, why: str) -> None:
        super().__init__(f"nothing to run: {why}")


class CannotReplay(TokparityError):
    """A run that cannot be done again here as it was."""

    def __init__(self, what: str, reason: str) -> None:
        super().__init__(f"cannot replay: {what}: {reason}")


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """The choices of one `run`; None or () means: as the profile says. `left`: a side's engine.
    `as_configured`: pairs of files with all that each file says, not like with like."""

    vocab: tuple[str, ...] = ()
    oracle: str | None = None
    cases: int | None = None
    seconds: float | None = None
    seed: int | None = None
    left: Engine = REFERENCE
    allow_missing: bool = False
    as_configured: bool = False
    three_ways: bool = False
    laws: int | None = None
    subjects: tuple[Introduction, ...] = ()
    """Implementations under test: they alone are compared, each with the native libraries."""
    no_subjects: tuple[Skipped, ...] = ()
    """Those that were asked for and cannot be asked, and why."""


def plan_run(profile: Profile, wanted: PlanOptions, told: Told = lambda _: None) -> RunPlan:
    """The cells of every cached vocabulary that was asked for; the others are named as skipped.

    `told` hears the name of each model whose missing formats are derived, which takes a while.
    """
    globs = wanted.vocab or (profile.vocab,)
    of_files = [glob for glob in globs if not (profile.chats and glob.startswith(PREFIX))]
    found = [manifest for glob in of_files for manifest in catalogue.find(glob, catalogue.OWN)]
    chosen = {manifest.name: manifest for manifest in found}.values()
    cache = Cache.default()
    here = tuple(manifest for manifest in chosen if catalogue.is_cached(manifest, cache))
    skipped = [
        Skipped(manifest.name, f"{NOT_FETCHED} {manifest.name}")
        for manifest in chosen
        if manifest not in here
    ]
    skipped += wanted.no_subjects
    usable, unusable = _usable(here, cache)
    cells = cells_of(usable, cache, pairs=profile.pairs, goldens=profile.goldens, left=wanted.left)
    ways: list[ThreeWays] = []
    not_held: list[Skipped] = []
    if (wanted.three_ways or profile.three_ways) and wanted.left == REFERENCE:
        but = {} if wanted.three_ways else profile.not_three_ways
        ways = ways_of(usable, cache, told, but)
        cells = with_third([*cells, *only_new(cells_of_ways(ways), cells)], ways)
        skipped += lacking(ways)
        named = {manifest.model for manifest in usable if manifest.name in wanted.vocab}
        not_held = [skip for skip in lacking(ways) if skip.name in named]
        models = {manifest.model for manifest in usable}
        skipped += [
            Skipped(model, f"not three ways: {reason}")
            for model, reason in but.items()
            if model in models
        ]
    batches = profile.batches and wanted.left == REFERENCE and not wanted.as_configured
    if batches:
        cells += batches_of(usable, cache)
    if profile.chats and wanted.left == REFERENCE:
        missing: list[NotFetchedAlong] = []
        cells += chat_cells(usable, cache, globs, missing)
        skipped += [
            Skipped(f"{PREFIX}{template.vocabulary}", str(template)) for template in missing
        ]
    laws = profile.laws if wanted.laws is None else wanted.laws
    if wanted.laws is None and laws and wanted.seconds is not None:
        laws = 0
        skipped.append(Skipped("laws of conversations", "--seconds leaves them none: --laws N"))
    if wanted.subjects:
        cells = subject_cells(usable, cache, wanted.subjects)
    if wanted.oracle is not None:
        cells = _with_others(cells, opinion_cells(usable, cache, wanted.oracle))
        cells = [cell for cell in cells if wanted.oracle in (cell.left.name, cell.right.name)]
    if not wanted.as_configured:
        cells = [alike(cell, load) for cell in cells]
    if not cells and not unusable:
        why = "no vocabulary is fetched yet: run `tokparity vocabs fetch`"
        if not of_files:
            why = f"no chat template is called {' or '.join(map(repr, globs))}"
        who = wanted.oracle or ", ".join(each.subject.name for each in wanted.subjects)
        raise NothingToRun(why if not here else f"no fetched vocabulary is for {who}")
    epochs, budget = _extent(profile, wanted)
    return RunPlan(
        cells=tuple(cells),
        seed=profile.seed if wanted.seed is None else wanted.seed,
        profile=profile.name,
        epochs=epochs,
        seconds=wanted.seconds,
        texts=profile.texts,
        budget=budget,
        skipped=tuple(skipped),
        options={
            "vocab": globs[0] if len(globs) == 1 else list(globs),
            "oracle": wanted.oracle,
            "left": str(wanted.left),
            **({"as_configured": True} if wanted.as_configured else {}),
            **({"three_ways": sorted(way.model for way in ways)} if ways else {}),
            **({"batches": True} if batches else {}),
            **({"derived_texts": profile.derived_texts} if profile.derived_texts else {}),
            **({"steered_length": profile.steered_length} if profile.steered_length else {}),
            **(
                {"subjects": [each.subject.spec for each in wanted.subjects]}
                if wanted.subjects
                else {}
            ),
        },
        subjects={str(each.subject): each.version for each in wanted.subjects},
        derived_texts=profile.derived_texts,
        steered_length=profile.steered_length,
        laws=laws,
        derived=derived_from(ways),
        unusable=tuple(unusable),
        required=_required(profile, wanted),
        allow_missing=wanted.allow_missing,
        lacking=tuple(not_held),
    )


def _required(profile: Profile, wanted: PlanOptions) -> tuple[str, ...]:
    """The vocabularies that must be compared: those that were named, else those of the profile."""
    globs = wanted.vocab or (() if wanted.subjects else (profile.requires,))
    found = [
        manifest.name
        for glob in globs
        if glob and not glob.startswith(PREFIX)
        for manifest in catalogue.find(glob, catalogue.OWN)
    ]
    return tuple(dict.fromkeys(found))


def _extent(profile: Profile, wanted: PlanOptions) -> tuple[int | None, RunBudget | None]:
    """How many epochs, or which budget; with neither, seconds decide.

    `--seconds` with a profile that has a budget is another budget of the same kind.
    """
    if wanted.cases is not None:
        return ceil(wanted.cases / profile.texts), None
    if profile.budget is None:
        return (ceil(profile.cases / profile.texts) if wanted.seconds is None else None), None
    if wanted.seconds is None:
        return None, profile.budget
    return None, replace(profile.budget, seconds=wanted.seconds)


def _usable(
    chosen: Sequence[Manifest], cache: Cache
) -> tuple[tuple[Manifest, ...], list[UnitFailed]]:
    """The vocabularies whose files are what their manifests say; the others with the reason."""
    good, bad = [], []
    for manifest in chosen:
        try:
            catalogue.artefact(manifest, cache)
            good.append(manifest)
        except BadArtefact as error:
            bad.append(UnitFailed(manifest.name, 0, str(error)))
    return tuple(good), bad


def cells_of(
    chosen: Sequence[Manifest],
    cache: Cache,
    *,
    pairs: bool,
    goldens: bool,
    left: Engine = REFERENCE,
) -> list[CellSpec]:
    """A fidelity cell for each artefact, one for its golden cases, and one for each pair."""
    artefacts = {manifest.name: catalogue.artefact(manifest, cache) for manifest in chosen}
    cells = [fidelity_cell(artefacts[manifest.name], manifest.model, left) for manifest in chosen]
    if goldens:
        recorded = {golden.name: golden.sha256 for golden in all_goldens(artefacts)}
        cells += [
            golden_cell(artefacts[manifest.name], manifest.model, left)
            for manifest in chosen
            if recorded.get(manifest.name) == manifest.sha256
        ]
    if pairs:
        for manifest, other in catalogue.pairs(tuple(chosen)):
            cells.append(
                parity_cell(artefacts[manifest.name], artefacts[other.name], manifest.model)
            )
    return cells


def _with_others(cells: list[CellSpec], more: list[CellSpec]) -> list[CellSpec]:
    """Each cell once."""
    return list({cell.name: cell for cell in (*cells, *more)}.values())


def batches_of(chosen: Sequence[Manifest], cache: Cache) -> list[CellSpec]:
    """A cell for each artefact whose library has a batch call."""
    return [
        cell
        for manifest in chosen
        for cell in batch_cells(catalogue.artefact(manifest, cache), manifest.model)
    ]


def opinion_cells(chosen: Sequence[Manifest], cache: Cache, oracle: str) -> list[CellSpec]:
    """A cell for each artefact that a second opinion reads; none for an oracle of a format."""
    spec = ORACLES[oracle]
    if not spec.second_opinion:
        return []
    readable = [
        (catalogue.artefact(manifest, cache), manifest.model)
        for manifest in chosen
        if manifest.format in spec.formats
    ]
    return [opinion_cell(artefact, model, oracle) for artefact, model in readable]


def chat_cells(
    chosen: Sequence[Manifest], cache: Cache, globs: Sequence[str], missing: list[NotFetchedAlong]
) -> list[CellSpec]:
    """Of each chat template of these vocabularies; and of those of our own that the globs name."""
    own = [
        template
        for template in own_templates()
        if any(fnmatchcase(template.name, glob) for glob in globs)
    ]
    return [
        chat_cell(template, template.name)
        for template in (*own, *templates_of(chosen, cache, missing))
    ]


def plan_replay(info: RunInfo) -> RunPlan:
    """The plan of a finished run, for exactly as many epochs; CannotReplay where it cannot be. What
    was missing there is missing here."""
    if info.profile in ("check", "pipelines"):
        again = replay_command(Path(), info)
        raise CannotReplay(f"`tokparity {info.profile}`", f"run it again: `{again}`")
    if "subjects" in info.options:
        raise CannotReplay("subjects", "a run directory starts no program: run it anew")
    cache = Cache.default()
    of_templates = [then for then in info.artefacts if then.format == "chat_template"]
    manifests = [
        _as_it_was(then) for then in info.artefacts if then not in of_templates and not then.derived
    ]
    pairs = any(pair.question == "parity" for pair in info.pairs)
    left = engine_called(info.options.get("left", str(REFERENCE)))
    goldens = any(isinstance(engine_called(pair.right), Golden) for pair in info.pairs)
    cells = cells_of(manifests, cache, pairs=pairs, goldens=goldens, left=left)
    three = info.options.get("three_ways", [])
    every = {manifest.model for manifest in manifests}
    others = every.difference(every if three is True else three)  # True: before models were named
    ways = ways_of(manifests, cache, lambda _: None, others)
    cells = with_third([*cells, *only_new(cells_of_ways(ways), cells)], ways)
    if info.options.get("batches"):
        cells += batches_of(manifests, cache)
    cells += [chat_cell(_template_as_it_was(then), then.model) for then in of_templates]
    oracle = info.options.get("oracle")
    if oracle in ORACLES:
        cells = _with_others(cells, opinion_cells(manifests, cache, oracle))
    shards = recorded_shards(info, cells)
    if oracle is not None:
        cells = [cell for cell in cells if oracle in (cell.left.name, cell.right.name)]
    if not info.options.get("as_configured"):
        cells = [alike(cell, load) for cell in cells]
    return RunPlan(
        cells=tuple(cells),
        seed=info.seed,
        profile=info.profile,
        epochs=None if shards is not None else info.epochs,
        options={key: value for key, value in info.options.items() if key != "shards"},
        texts=info.cases_per_shard * DECODED_PART // (DECODED_PART + 1),
        shards=shards,
        derived_texts=info.options.get("derived_texts", 0),
        steered_length=info.options.get("steered_length", 0),
        derived=derived_from(ways),
        allow_missing=info.coverage.allowed,
        lacking=(*info.coverage.missing, *_cut_short(info)),
    )


def _cut_short(info: RunInfo) -> list[Skipped]:
    """What a run did not come to can be told by no replay of it."""
    if not info.extra.get("interrupted"):
        return []
    return [Skipped("the rest of the run", "it was interrupted: what it had done is done again")]


def _as_it_was(then: RunArtefact) -> Manifest:
    """The entry of the catalogue, or of the lock, that a run had. NotFetched: not in this lock."""
    with suppress(NoSuchArtefact):
        now = manifest_of(then.name)
        if now.sha256 == then.sha256:
            return now
    raise CannotReplay(then.name, "the catalogue no longer holds that file")


def _template_as_it_was(then: RunArtefact) -> Artefact:
    now = resolve(then.name)
    if now.sha256 != then.sha256:
        raise CannotReplay(then.name, "the template is another now")
    return now


def recorded_shards(info: RunInfo, cells: Sequence[CellSpec]) -> dict[str, int] | None:
    """Of each cell how many shards a budget paid for; None where the run was counted in epochs."""
    recorded = info.options.get("shards")
    if recorded is None:
        return None
    if not isinstance(recorded, dict) or not all(
        type(count) is int and 0 <= count <= info.epochs for count in recorded.values()
    ):
        raise CannotReplay("run.json", "options.shards does not map each cell to a number")
    here = {cell.name for cell in cells}
    if gone := sorted(name for name, count in recorded.items() if count and name not in here):
        raise CannotReplay(gone[0], "the catalogue no longer has these cases or this pair")
    return {cell.name: recorded.get(cell.name, 0) for cell in cells}


def next_directory(parent: Path = Path("runs")) -> Path:
    """A folder for a run that has none: runs/0001, runs/0002, …"""
    taken = [
        int(folder.name) for folder in parent.glob("*") if re.fullmatch(r"\d{4,}", folder.name)
    ]
    return parent / f"{max(taken, default=0) + 1:04d}"
