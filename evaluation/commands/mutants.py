"""`python -m evaluation mutants`: how good is the harness? Mutants, and how soon each is
found."""

import json
from dataclasses import asdict
from importlib.util import find_spec
from math import inf
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from evaluation.finding_power.arms import ARMS
from evaluation.finding_power.measure import measure
from evaluation.finding_power.units import SearchBounds
from evaluation.mutants import mutants as matching_mutants
from evaluation.pages.finding_power import EVENTS, power
from evaluation.pages.finding_power_page import write_finding_power
from evaluation.pages.finding_power_text import verdict
from evaluation.pages.trials import Measured
from tokparity.corpora.generators.baselines.hypothesis_text import HYPOTHESIS_TEXT, NoHypothesis
from tokparity.harness.fault_models.mutant import Mutant
from tokparity.harness.run.progress import progress_bar


@click.group()
def mutants() -> None:
    """Mutants: the reference wrong in one stage, to measure what the harness finds.

    \b
    python -m evaluation mutants list                       what there is
    python -m evaluation mutants run --out finding-power    how soon each is found, by us and by
    baselines
    """


@mutants.command("list")
@click.argument("pattern", default="*")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON each.")
def list_(pattern: str, as_json: bool) -> None:
    """The mutants whose name matches PATTERN (a glob): stage, defect, vocabularies."""
    matching = matching_mutants(pattern)
    if as_json:
        for mutant in matching:
            click.echo(json.dumps(_as_json(mutant)))
        return
    table = Table("mutant", "stage", "op", "a tokenizer that", "measured on", box=None)
    for mutant in matching:
        more = len(mutant.vocabularies) - 1
        where = mutant.vocabularies[0] + (f" (+{more})" if more else "")
        table.add_row(mutant.name, mutant.stage, mutant.op, mutant.fault_model.does, where)
    console = Console()
    console.print(table)
    console.print(f"{len(matching)} mutants", highlight=False)


@mutants.command("run")
@click.option("--mutant", "patterns", multiple=True, help="A glob: which; all where none is given.")
@click.option("--folder", type=click.Path(path_type=Path), help="Mutants of your own.")
@click.option("--arm", "arms", multiple=True, help="Which arms; all where none is named.")
@click.option("--trials", default=3, show_default=True, help="How many seeds: 0, 1, …")
@click.option("--cases", default=50_000, show_default=True, help="Budget of cases of one search.")
@click.option("--budget", default=120.0, show_default=True, help="Seconds of one search.")
@click.option("--jobs", default=2, show_default=True, help="Processes.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("finding-power"),
    show_default=True,
    help="Folder of the measurement.",
)
@click.option("--resume", is_flag=True, help="Go on with the measurement in --out.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON a trial.")
def run(
    patterns: tuple[str, ...],
    folder: Path | None,
    arms: tuple[str, ...],
    trials: int,
    cases: int,
    budget: float,
    jobs: int,
    out: Path,
    resume: bool,
    as_json: bool,
) -> None:
    """Let every arm search for every mutant, and say how soon it is found.

    A case is one text to encode, or one sequence of ids to decode. Of a vocabulary, an arm and
    a seed, the cases and the native library's answers are made once; every mutant replays them.

    A long measurement may be made in parts: --resume takes over every search that --out holds,
    and runs what is missing of the arms and trials asked for, with the --budget of this time. The
    page is of all that --out then holds.
    """
    matching = [matching_mutants(pattern, folder) for pattern in patterns or ("*",)]
    by_name = {mutant.name: mutant for each in matching for mutant in each}
    chosen_mutants = tuple(by_name[name] for name in sorted(by_name))
    for arm in arms:
        if arm not in ARMS:
            raise click.BadParameter(f"no arm is called {arm!r}: there are {', '.join(ARMS)}")
    searching = tuple(dict.fromkeys(arms)) or tuple(ARMS)
    if HYPOTHESIS_TEXT.name in searching and find_spec("hypothesis") is None:
        raise NoHypothesis
    if trials < 1 or cases < 1 or jobs < 1:
        raise click.BadParameter("--trials, --cases and --jobs are 1 or more")
    if not 0 < budget < inf:
        raise click.BadParameter("--budget is a number of seconds, more than 0")
    with progress_bar(Console(stderr=True), "searches") as progress:
        measured = measure(
            out,
            chosen_mutants,
            searching,
            tuple(range(trials)),
            SearchBounds(cases, budget),
            jobs,
            progress,
            resume=resume,
        )
    page = write_finding_power(out, measured)
    if as_json:
        for trial in measured.trials:
            click.echo(json.dumps(asdict(trial)))
        return
    _show(measured, page)


def _show(measured: Measured, page: Path) -> None:
    tables = power(measured)
    table = Table("arm", "trials", "reached", "triggered", "detected", box=None)
    for arm in measured.arms:
        mine = tables.trials[tables.trials["arm"] == arm]
        events = [int(mine[event].lt(inf).sum()) for event in EVENTS]
        table.add_row(arm, *map(str, (len(mine), *events)))
    Console().print(table)
    click.echo(verdict(tables))
    click.echo(f"page: {page}")


def _as_json(mutant: Mutant) -> dict[str, object]:
    return {
        "name": mutant.name,
        "stage": mutant.stage,
        "op": mutant.op,
        "variant": mutant.fault_model.name,  # the old word, for whoever reads this
        "does": mutant.fault_model.does,
        "half": mutant.half,
        "vocabularies": list(mutant.vocabularies),
        "note": mutant.note,
        "upstream": mutant.upstream,
    }
