"""`tokparity run`: the main job."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click
from rich.console import Console

from tokparity.corpora.vocabs.shared_cache import SharedCache
from tokparity.harness.commands.completion import profiles, subjects, vocabularies
from tokparity.harness.commands.next_steps import complain, tell_next
from tokparity.harness.commands.oracle_option import OracleName
from tokparity.harness.findings.committed_cases import Replayed, committed, replay
from tokparity.harness.findings.judgement import own_ledger
from tokparity.harness.properties.law_run import law_line, laws_of_run
from tokparity.harness.reduction.patch import write_patch
from tokparity.harness.reduction.regression import Offer, offer_regressions
from tokparity.harness.run.directory import JOURNAL, at_work, check_unfinished, finish
from tokparity.harness.run.execution import RunPlan, oracle_versions
from tokparity.harness.run.job import RunOutcome
from tokparity.harness.run.job import run as run_plan
from tokparity.harness.run.journal import seed_of
from tokparity.harness.run.plan import PlanOptions, next_directory, plan_replay, plan_run
from tokparity.harness.run.profile import Profile, read_profile
from tokparity.harness.run.progress import progress_bar
from tokparity.harness.run.subjects import bundled, introduce
from tokparity.harness.shards.executors import Executor, executor_for
from tokparity.harness.shards.job_pool import Pool, default_jobs
from tokparity.harness.shards.slot import Slot
from tokparity.harness.triage.library_scripts import write_scripts
from tokparity.oracles.pinned import unpinned
from tokparity.oracles.worker.collector import give_back
from tokparity.reference_impl.codec import write
from tokparity.reports.records.ledger import Ledger
from tokparity.reports.records.properties import write_properties
from tokparity.reports.records.run_directory import Run
from tokparity.reports.records.run_info import Skipped, read_run_info
from tokparity.reports.summary.omissions import NOT_REACHED, folded
from tokparity.reports.text.visible import message_line
from tokparity.reports.views.terminal import print_summary, print_totals
from tokparity.reports.views.write import write_views

if TYPE_CHECKING:
    from tokparity.harness.shards.dask_cluster import DaskExecutor

INTERRUPTED = 130
"""The exit code that a shell gives to what SIGINT ended."""
OFFERING_SECONDS = 5.0
"""What is begun of the regression cases of a run that was given a time, once that is over."""


@click.command()
@click.option(
    "--profile",
    "profile_name",
    default="quick",
    show_default=True,
    help="quick, gate, nightly, scoreboard, or your own.",
    shell_complete=profiles,
)
@click.option(
    "--vocab",
    multiple=True,
    help="Only catalogue names matching this glob; repeatable.",
    shell_complete=vocabularies,
)
@click.option("--oracle", type=OracleName(), help="Only cells with this oracle.")
@click.option(
    "--subject",
    "subjects",
    multiple=True,
    help="Only yours, under test: exec:COMMAND, python:MODULE:FACTORY, lib:NAME; repeatable.",
    shell_complete=subjects,
)
@click.option("--cases", type=click.IntRange(1), help="Texts per cell (decodes: a quarter of it).")
@click.option(
    "--seconds",
    type=click.FloatRange(0),
    help="End in about so long; what was not reached is said.",
)
@click.option("--seed", type=int, help="Another seed, other cases; the same seed, the same cases.")
@click.option("--jobs", type=click.IntRange(1), help="Job processes [default: as many as fit].")
@click.option(
    "--executor",
    "where",
    type=click.Choice(["local", "dask"]),
    default="local",
    show_default=True,
    help="Job processes here, or the workers of a Dask cluster.",
)
@click.option("--scheduler", help="Of that cluster: tcp://HOST:8786.")
@click.option(
    "--shared-cache", help="URL from which its workers take files: file:///nfs/parity, s3://B/P."
)
@click.option("--out", type=click.Path(path_type=Path), help="Run directory [default: runs/NNNN].")
@click.option("--resume", is_flag=True, help="Go on with the killed run in --out.")
@click.option(
    "--replay",
    "replayed_run",
    type=click.Path(path_type=Path),
    help="Do exactly the epochs of that run again, or of each cell its shards.",
)
@click.option(
    "--allow-missing", is_flag=True, help="Pass though a required vocabulary was not compared."
)
@click.option(
    "--as-configured",
    is_flag=True,
    help="Pairs of files with all that each says: padding and truncation too.",
)
@click.option(
    "--three-ways",
    is_flag=True,
    help="Derive the formats that a model lacks, and let three engines vote.",
)
@click.option(
    "--laws",
    type=click.IntRange(0),
    help="Try the laws of chat templates on so many conversations a model.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON lines.")
@click.pass_context
def run(
    context: click.Context,
    profile_name: str,
    vocab: tuple[str, ...],
    oracle: str | None,
    subjects: tuple[str, ...],
    cases: int | None,
    seconds: float | None,
    seed: int | None,
    jobs: int | None,
    where: str,
    scheduler: str | None,
    shared_cache: str | None,
    out: Path | None,
    resume: bool,
    replayed_run: Path | None,
    allow_missing: bool,
    as_configured: bool,
    three_ways: bool,
    laws: int | None,
    as_json: bool,
) -> None:
    """Fuzz the reference against the real libraries on every fetched vocabulary.

    \b
    tokparity run                            the default run
    tokparity run --profile gate             committed cases and a fixed sample
    tokparity run --profile nightly          all models and pairs, for 45 minutes, other cases daily
    tokparity run --vocab 'llama*' --seconds 60
    tokparity run --vocab llama2 --three-ways    HF, sentencepiece and llama.cpp on one model
    tokparity run --subject "exec:./mytok"   yours, on every fetched vocabulary that it loads
    tokparity run --profile scoreboard       every bundled implementation on what it loads
    tokparity run --replay runs/0001 --out runs/again
    tokparity run --executor dask --scheduler tcp://HOST:8786    on a cluster that is there

    A run is incomplete, and exit code 2, where a vocabulary that you named, or that the profile
    requires, was not compared: --allow-missing passes without it.

    Writes a run directory with findings.jsonl, report/index.html, junit.xml and summary.md; for new
    findings regressions/ and findings.patch, which adds them and their ledger entries.
    """
    began = time.monotonic()
    if resume and out is None:
        raise click.UsageError("--resume needs --out DIR: the directory of the killed run")
    if replayed_run is not None:
        if (
            vocab
            or as_configured
            or three_ways
            or subjects
            or (oracle, cases, seconds, seed, laws) != (None,) * 5
        ):
            raise click.UsageError("--replay takes its choices from that run: give no others")
        plan, offers = plan_replay(read_run_info(replayed_run)), True
    else:
        if out is not None and resume and seed is None:
            seed = seed_of(out / JOURNAL)
        wanted = PlanOptions(
            vocab=vocab,
            oracle=oracle,
            cases=cases,
            seconds=seconds,
            seed=seed,
            allow_missing=allow_missing,
            as_configured=as_configured,
            three_ways=three_ways,
            laws=laws,
            subjects=tuple(map(introduce, subjects)),
        )
        profile = read_profile(profile_name)
        plan, offers = _planned(profile, wanted), profile.regressions
    directory = out or next_directory()
    context.with_resource(at_work(directory))
    if resume:
        check_unfinished(directory)
    ledger = own_ledger()
    plan = plan.knowing(ledger)
    if (where == "dask") != (scheduler is not None) or (where == "dask" and jobs is not None):
        raise click.UsageError("--executor dask needs --scheduler ADDR, and takes no --jobs")
    if shared_cache is not None and scheduler is None:
        raise click.UsageError("--shared-cache is for the workers of --executor dask")
    shared = None if shared_cache is None else SharedCache.at(shared_cache)
    slots = jobs or default_jobs()
    console = Console(stderr=True)
    for skip in folded(plan.skipped, plan.profile, plan.options.get("vocab")):
        click.echo(message_line(f"skipped {skip.name}: {skip.reason}"), err=True)
    versions = oracle_versions()
    for line in unpinned(versions):
        click.echo(message_line(f"warning: {line}"), err=True)
    until = None if seconds is None else began + seconds
    plan, replayed = _replayed(plan, versions, ledger, until)
    executor: Executor
    if scheduler is None:
        executor = executor_for(slots)
    else:
        executor = cluster = cluster_at(scheduler, shared)
        slots = cluster.jobs
    try:
        with progress_bar(console) as progress:
            outcome = run_plan(
                plan,
                executor,
                directory,
                jobs=slots,
                replayed=replayed,
                progress=progress,
                announce=progress.announce,
                resume=resume,
            )
    finally:
        executor.close()
    write_scripts(directory, plan.cells, outcome.findings)
    if plan.laws and not outcome.interrupted:
        _try_laws(plan, slots, directory, console)
    views = write_views(directory)
    with Slot() as slot:
        folder = directory / "regressions"
        findings = () if outcome.interrupted or not offers else outcome.findings
        soon = None if until is None else time.monotonic() + OFFERING_SECONDS
        offered = offer_regressions(slot, plan.cells, findings, versions, folder, complain, soon)
    _tell(views, outcome, offered, as_json)
    if outcome.interrupted:
        where = quote(str(directory))
        more = f"the same command with --resume --out {where}"
        click.echo(f"interrupted: what is done is in {where}; to go on: {more}", err=True)
        context.exit(INTERRUPTED)
    finish(directory, outcome.failed)  # once all is said too: a kill before it is resumed from
    context.exit(outcome.exit_code)


def cluster_at(scheduler: str, shared: SharedCache | None) -> "DaskExecutor":
    """The executor of a Dask cluster. Raises UsageError where Dask is not installed, NoCluster."""
    try:
        from tokparity.harness.shards.dask_cluster import DaskExecutor
    except ImportError:
        message = "--executor dask needs Dask: pip install 'tokparity[dask]'"
        raise click.UsageError(message) from None
    return DaskExecutor(scheduler, oracle_versions, complain, shared)


def _planned(profile: Profile, wanted: PlanOptions) -> RunPlan:
    """The plan of a profile, whose implementations are installed, and derived files made, first."""
    with Console(stderr=True).status("") as status:
        if profile.subjects and not wanted.subjects:
            bundles, missing = bundled(
                profile.subjects, lambda name: status.update(f"installing {name}")
            )
            wanted = replace(wanted, subjects=tuple(bundles), no_subjects=tuple(missing))
        return plan_run(
            profile, wanted, lambda model: status.update(f"deriving what {model} lacks")
        )


def _try_laws(plan: RunPlan, slots: int, directory: Path, console: Console) -> None:
    """Write what becomes of the laws of conversations, and say it in a line."""
    with console.status("") as status, Pool(slots) as pool:
        records = laws_of_run(plan.cells, plan.seed, plan.laws, pool, status.update)
    write_properties(directory, records)
    click.echo(law_line(records), err=True)


def _replayed(
    plan: RunPlan, versions: Mapping[str, str], ledger: Ledger, until: float | None
) -> tuple[RunPlan, Replayed]:
    """The committed cases, and the plan for the time that they left: it lacks those that were not
    reached."""
    cases = committed()
    replayed = Replayed()
    if cases:
        # In a process that ends with them: this one only hands out work from now on.
        with Pool(1) as pool:
            (replayed,) = pool.run(replay, [(cases, versions, ledger, _half_way(until))])
    give_back()  # what planning took
    if until is not None:
        plan = _until(plan, until)
    if replayed.not_reached:
        what = f"{replayed.not_reached} of {len(cases)} committed cases"
        plan = replace(plan, lacking=(*plan.lacking, Skipped(what, NOT_REACHED)))
    return plan, replayed


def _tell(views: Run, outcome: RunOutcome, offered: Sequence[Offer], as_json: bool) -> None:
    """What was found, what to do next, and where the report is; the totals last."""
    patch = write_patch(offered, views.directory, Path())
    if as_json:
        for finding in outcome.findings:
            click.echo(json.dumps(write(finding), sort_keys=True))
    here = Console(stderr=as_json)
    print_summary(views, here)
    for failure in outcome.failed:
        click.echo(message_line(f"could not run {failure.cell}: {failure.reason}"), err=True)
    tell_next(outcome, offered)
    if patch is not None:
        click.echo(f"to review and commit them all: git apply {patch}", err=True)
    click.echo(f"report: {views.directory / 'report' / 'index.html'}", err=True)
    print_totals(views, here)


def _half_way(until: float | None) -> float | None:
    """When the committed cases end: they get half of the time that planning leaves."""
    if until is None:
        return None
    now = time.monotonic()
    return now + (until - now) / 2


def _until(plan: RunPlan, until: float) -> RunPlan:
    """The plan for the time that is left."""
    left = max(0.0, until - time.monotonic())
    if plan.budget is not None:
        return replace(plan, budget=replace(plan.budget, seconds=left), until=until)
    return replace(plan, seconds=left if plan.epochs is None else None, until=until)
