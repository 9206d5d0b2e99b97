"""`tokparity check`: one artefact against another, or against its native library."""

import json
from dataclasses import asdict
from pathlib import Path
from shlex import quote
from typing import Any, get_args

import click
from rich.console import Console

from tokparity.corpora.generators.sweeps import Extent
from tokparity.corpora.vocabs.file_format import as_json as read_json
from tokparity.harness.artefacts.bytes_table import bytes_that_differ, tokens_of
from tokparity.harness.artefacts.compatibility import Role
from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.artefacts.static_diff import Difference, static_diff
from tokparity.harness.commands.completion import subjects, vocabularies
from tokparity.harness.commands.next_steps import complain, tell_next
from tokparity.harness.commands.oracle_option import OracleName
from tokparity.harness.commands.roles import judged, told
from tokparity.harness.commands.run import INTERRUPTED
from tokparity.harness.compare.cells import CellSpec, fidelity_cell
from tokparity.harness.conversion.upstream.identity import identity_lines
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.growth.encoding import growth_of
from tokparity.harness.properties.outcomes import REPLIES
from tokparity.harness.properties.section import Trials, properties_of
from tokparity.harness.reduction.regression import Offer, offer_regressions
from tokparity.harness.run.check import (
    Effort,
    cells_of_check,
    checked_cell,
    checked_subject,
    run_check,
    second_opinion,
)
from tokparity.harness.run.directory import at_work
from tokparity.harness.run.distillation import check_distilled, distil_cell, write_texts
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.run.given_texts import read_texts
from tokparity.harness.run.job import RunOutcome
from tokparity.harness.run.plan import next_directory
from tokparity.harness.run.progress import progress_bar
from tokparity.harness.shards.slot import Slot
from tokparity.harness.subjects.smoke import NotAsked, checks_of
from tokparity.harness.triage.library_scripts import write_scripts
from tokparity.oracles.pinned import unpinned
from tokparity.oracles.protocol import native_oracle
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.warnings import warnings_of
from tokparity.reports.records.engine import FaultyReference, Subject
from tokparity.reports.records.growth import Curve, write_growth
from tokparity.reports.records.properties import property_lines, write_properties
from tokparity.reports.records.searches import Algorithm
from tokparity.reports.text.visible import harmless, message_line
from tokparity.reports.views.terminal import print_summary, print_totals
from tokparity.reports.views.write import write_views

PROPERTIES_SHARE = 4
"""Of so many `--cases` one is for the properties of the files."""
MOST_BYTES = 10
"""Tokens with other bytes that are shown; the others are counted."""


@click.command()
@click.argument("artefact", shell_complete=vocabularies)
@click.option(
    "--against",
    default="native",
    show_default=True,
    help="ARTEFACT, or native.",
    shell_complete=vocabularies,
)
@click.option(
    "--as",
    "role",
    type=click.Choice(get_args(Role)),
    help="Does ARTEFACT fit the other as its draft, or with the other as its base?",
)
@click.option("--oracle", type=OracleName(), help="Against this library instead.")
@click.option(
    "--subject",
    help="Yours, under test: exec:COMMAND, python:MODULE:FACTORY.",
    shell_complete=subjects,
)
@click.option(
    "--with",
    "release",
    help="Another release of a library, PACKAGE==VERSION: what it changes. As --subject lib:….",
)
@click.option(
    "--cases",
    type=click.IntRange(1),
    help="At most so many in all, sweeps too; your own texts come on top"
    " [default: 2,048 generated texts, and the sweeps].",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Another seed makes other texts."
)
@click.option(
    "--replies",
    type=click.IntRange(0),
    default=REPLIES,
    show_default=True,
    help="Decoded id by id, as properties.",
)
@click.option("--texts", type=click.Path(path_type=Path), help="Lines, .jsonl or .parquet.")
@click.option(
    "--sweep",
    type=click.Choice(["none", "sample", "full"]),
    default="sample",
    show_default=True,
    help="Over ids, pieces, added tokens and code points.",
)
@click.option(
    "--model-algorithm",
    type=click.Choice(get_args(Algorithm)),
    help="Check this search over ARTEFACT's vocabulary, whatever the file says.",
)
@click.option(
    "--distil",
    type=click.Path(path_type=Path),
    help="Write of the generated and your own texts as few as exercise as much: a .jsonl file.",
)
@click.option(
    "--as-configured",
    is_flag=True,
    help="Two files with all that each says: padding and truncation too, and every special token.",
)
@click.option(
    "--growth", is_flag=True, help="Time both sides on longer and longer texts too (a minute)."
)
@click.option(
    "--token-bytes",
    "table",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Compare this table of the bytes of each id too: see `vocabs bytes`.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Run directory [default: runs/NNNN].")
@click.option("--json", "as_json", is_flag=True, help="Print differences and findings as JSON.")
@click.pass_context
def check(
    context: click.Context,
    artefact: str,
    against: str,
    role: Role | None,
    oracle: str | None,
    subject: str | None,
    release: str | None,
    cases: int | None,
    seed: int,
    replies: int,
    texts: Path | None,
    sweep: Extent,
    model_algorithm: Algorithm | None,
    distil: Path | None,
    as_configured: bool,
    growth: bool,
    table: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Check ARTEFACT against its native library, or against another artefact.

    \b
    tokparity check my/tokenizer.json
    tokparity check my/model/               what AutoTokenizer makes of its tokenizer.json
    tokparity check template:qwen3          conversations, as transformers renders them
    tokparity check qwen3 --against qwen3-ranks --sweep full
    tokparity check my/small/ --against my/large/ --as draft   may it propose tokens to the other?
    tokparity check my/tuned/ --against my/base/ --as base     what tuning changed
    tokparity check mistral-v1-model --oracle mistral_common   a second opinion on one file
    tokparity check qwen3 --subject "exec:./mytok"             yours, against the native library
    tokparity check my/model/ --with transformers==5.3.0       what another release makes of it
    tokparity check qwen3 --texts my_corpus.jsonl
    tokparity check qwen3 --cases 20000 --distil small.jsonl
    tokparity check llama2-gguf --growth                       which texts take too long
    tokparity check llama2-gguf --model-algorithm viterbi      a wrong search, on purpose

    First what the two files say differently, then sweeps (every id, piece, added token and
    code point), your own texts, and generated cases.

    Exit code 1 for a new or stale divergence, and where an invariant is broken. With --as it is
    the verdict's alone: 1 where ARTEFACT does not fit.
    """
    if role is not None and against == "native":
        raise click.UsageError("--as: name the other model with --against")
    slot = context.with_resource(Slot())
    if release is not None:
        if subject is not None:
            raise click.UsageError("--with and --subject exclude each other")
        subject = _release(release)
    if subject is not None:
        if (against, oracle, model_algorithm) != ("native", None, None) or as_configured:
            raise click.UsageError("--subject is compared with the native library alone")
        cell = _subject_cell(slot, artefact, subject)
    else:
        cell = _cell(artefact, against, model_algorithm, oracle, as_configured=as_configured)
    if against != "native" and cell.left.artefact.identity == cell.right.artefact.identity:
        click.echo(f"{artefact} and {against} are the same bytes: nothing can differ")
        context.exit(0 if role is None else told(judged(slot, cell, role, seed), as_json=as_json))
    own = [] if texts is None else read_texts(texts)
    if distil is not None:
        check_distilled(distil)
    directory = out or next_directory()
    context.with_resource(at_work(directory))
    optional = {
        "cases": cases,
        "oracle": oracle,
        "subject": subject,
        "texts": texts and str(texts),
        "model_algorithm": model_algorithm,
        "as_configured": as_configured or None,
    }
    options: dict[str, Any] = {
        "artefact": artefact,
        "against": against,
        "sweep": sweep,
        **{name: value for name, value in optional.items() if value is not None},
    }
    for line in unpinned(oracle_versions()):
        click.echo(message_line(f"warning: {line}"), err=True)
    slot.begin(cell.model)  # what is loaded here is kept for the cases
    wrong_bytes = table is not None and _compare_bytes(slot.tokenizer(cell.left.artefact), table)
    alone = [] if cell.chats or isinstance(cell.right.engine, Subject) else _artefacts(cell)
    if cases is not None and alone:  # their properties are part of what is asked
        share = cases // PROPERTIES_SHARE
        trials, cases = Trials(replies=replies).within(share // len(alone)), cases - share
    else:
        trials = Trials(replies=replies)
    _describe(slot, cell, as_json)
    fit = None if role is None else judged(slot, cell, role, seed)
    properties = properties_of(slot, alone, seed, trials)
    for line in property_lines(properties):
        click.echo(line, err=as_json)
    curves = _grow(slot, cell, as_json) if growth else []
    effort = Effort(cases, seed, sweep, own, options)
    console = Console(stderr=True)
    with progress_bar(console) as progress:
        outcome = run_check(slot, cell, effort, directory, progress, progress.announce)
    if distil is not None:
        few = distil_cell(slot, cell, seed, effort.extent(cell), own)
        write_texts(distil, few.texts)
        click.echo(f"distilled into {distil}: {few.summary()}", err=True)
    cells, folder = cells_of_check(cell, batches=cases is None), directory / "regressions"
    offered = offer_regressions(slot, cells, outcome.findings, oracle_versions(), folder, complain)
    write_scripts(outcome.directory, cells, outcome.findings)
    write_properties(outcome.directory, properties)
    if growth:
        write_growth(outcome.directory, curves)
    code = _print_outcome(outcome, offered, as_json) or int(wrong_bytes)
    if fit is not None:
        fits = told(fit, as_json=as_json)
        code = 2 if outcome.incomplete else fits or int(wrong_bytes)
    context.exit(code)


def _release(asked: str) -> str:
    """The subject that a release of a library is. Errors: click.UsageError."""
    package, sign, version = asked.partition("==")
    if not sign or not package or not version:
        raise click.UsageError(f"--with {asked}: is not PACKAGE==VERSION")
    return f"lib:{package}@{version}"


def _describe(slot: Slot, cell: CellSpec, as_json: bool) -> None:
    """Print what the files are, and say differently."""
    if cell.chats:
        return
    for line in identity_lines([(it, slot.tokenizer(it)) for it in _artefacts(cell)]):
        click.echo(harmless(line), err=True)
    for difference in _static(slot, cell):
        _show(difference, as_json)


def _compare_bytes(tokenizer: Tokenizer, table: Path) -> bool:
    """Print which tokens have other bytes in the table; whether there are any. BadArtefact."""
    document = read_json(table, table.read_bytes())
    lines = list(bytes_that_differ(tokenizer, tokens_of(table, document)))
    for line in lines[:MOST_BYTES]:
        click.echo(harmless(line), err=True)
    alike = f"bytes: the table says the same of all {len(tokenizer.pieces()):,} tokens"
    click.echo(f"bytes: {len(lines):,} tokens differ" if lines else alike, err=True)
    return bool(lines)


def _print_outcome(outcome: RunOutcome, offered: list[Offer], as_json: bool) -> int:
    """Write and print every view of a check; its exit code."""
    views = write_views(outcome.directory)
    if as_json:
        for finding in outcome.findings:
            click.echo(json.dumps(write(finding), sort_keys=True))
    console = Console(stderr=as_json)
    print_summary(views, console)
    for failure in outcome.failed:
        click.echo(message_line(f"could not run {failure.cell}: {failure.reason}"), err=True)
    for lack in outcome.info.coverage.missing:
        click.echo(message_line(f"not compared {lack.name}: {lack.reason}"), err=True)
    tell_next(outcome, offered)
    click.echo(f"report: {outcome.directory / 'report' / 'index.html'}", err=True)
    print_totals(views, console)
    if outcome.interrupted:
        click.echo(f"interrupted: what is done is in {quote(str(outcome.directory))}", err=True)
        return INTERRUPTED
    return outcome.exit_code or int(views.broken_invariants > 0)


def _cell(
    artefact: str,
    against: str,
    algorithm: Algorithm | None,
    oracle: str | None,
    *,
    as_configured: bool,
) -> CellSpec:
    left = resolve(artefact)
    if oracle is not None and oracle != native_oracle(left.format):
        if against != "native" or algorithm is not None:
            raise click.BadParameter(f"{oracle} is compared with the native library alone")
        return second_opinion(left, oracle)
    if algorithm is not None:
        tokenizer = load(left)
        if FAULT_MODELS[algorithm].apply(tokenizer) is tokenizer:
            has = type(tokenizer.model).__name__
            raise click.BadParameter(f"{artefact} has a {has}: {algorithm} would change nothing")
        if against != "native":
            raise click.BadParameter("--model-algorithm is checked against the native library")
        return fidelity_cell(left, left.name, FaultyReference(algorithm))
    return checked_cell(artefact, against, as_configured=as_configured)


def _subject_cell(slot: Slot, artefact: str, spec: str) -> CellSpec:
    """The cell of a subject whose adapter was looked at. Errors: NotAsked where it cannot be."""
    file = resolve(artefact)
    engine, client = slot.subject_called(spec)
    cell = checked_subject(file, engine)
    for check in checks_of(slot, cell, client):
        click.echo(message_line(f"smoke: {check.line()}"), err=True)
        if not check.ok and check.name in ("start", "load", "encode"):
            raise NotAsked(engine.name, check)
    return cell


def _static(slot: Slot, cell: CellSpec) -> list[Difference]:
    """Nothing where both sides hold one file; and a file that cannot be read ends it here.

    What is odd in a file is warned of on the way.
    """
    artefacts = _artefacts(cell)
    tokenizers = [slot.tokenizer(artefact) for artefact in artefacts]
    for artefact, tokenizer in zip(artefacts, tokenizers, strict=True):
        for warning in warnings_of(tokenizer):
            click.echo(message_line(f"warning: {artefact.name}: {warning}"), err=True)
    return static_diff(*tokenizers) if len(tokenizers) == 2 else []


def _artefacts(cell: CellSpec) -> list[Artefact]:
    """The files of the cell, each with all that it says."""
    sides = cell.sides[:1] if cell.against is None else cell.sides
    return [side.artefact.as_configured for side in sides]


def _grow(slot: Slot, cell: CellSpec, as_json: bool) -> list[Curve]:
    """Print what is slow, of an engine and a shape of text; all curves where JSON is asked for."""
    curves = []
    for curve in growth_of(slot, cell):
        curves.append(curve)
        if as_json:
            click.echo(json.dumps({"growth": curve.to_json()}))
        elif curve.steep or curve.refused:
            click.echo(f"slow: {curve.summary()}")
    slow = sum(curve.steep for curve in curves)
    click.echo(f"growth of time: {len(curves)} curves, {slow} steeper than linear", err=True)
    return curves


def _show(difference: Difference, as_json: bool) -> None:
    if as_json:
        said = asdict(difference)
        told = {name: said[name] for name in ("aspect", "left", "right", "examples")}
        click.echo(json.dumps({"static": told}))
        return
    sides = f"{difference.left} against {difference.right}" if difference.right else difference.left
    click.echo(f"files differ: {difference.aspect}: {sides}")
    for example in difference.examples:
        click.echo(f"    {example}")
