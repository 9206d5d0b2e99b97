"""`tokparity versions`: releases of a library beside the one that is here, model by model."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from tokparity.harness.commands.completion import vocabularies
from tokparity.harness.commands.run import run
from tokparity.harness.run.plan import next_directory
from tokparity.oracles.subjects.library import library_called
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.summary.implementations import (
    NOT_COMPARED,
    Implementation,
    VocabularyRow,
    implementations,
)
from tokparity.reports.text.tables import print_table

SAME = "same"


@click.command()
@click.argument("library")
@click.argument("releases", nargs=-1, required=True)
@click.option(
    "--vocab",
    multiple=True,
    help="Only catalogue names matching this glob; repeatable.",
    shell_complete=vocabularies,
)
@click.option("--cases", type=click.IntRange(1), default=512, show_default=True, help="Per cell.")
@click.option("--jobs", type=click.IntRange(1), help="Job processes [default: as many as fit].")
@click.option("--out", type=click.Path(path_type=Path), help="Run directory [default: runs/NNNN].")
@click.pass_context
def versions(
    context: click.Context,
    library: str,
    releases: tuple[str, ...],
    vocab: tuple[str, ...],
    cases: int,
    jobs: int | None,
    out: Path | None,
) -> None:
    """Say what other releases of LIBRARY make of the same cases: a row a model, a column a release.

    \b
    tokparity versions tokenizers 0.20.3 0.21.1 0.22.2 --vocab qwen3 --vocab minilm
    tokparity versions sentencepiece 0.1.99 0.2.0

    LIBRARY is tokenizers, transformers, sentencepiece, tiktoken, mistral-common, xllamacpp (which
    is llama.cpp), or a bundled adapter. Each release is installed in an environment of its own; no
    network is needed from then on. It is held against the native library as it is here, and each
    change is a finding with its stage and its smallest text. `tokparity bisect` names the release
    that brought one.

    Exit code as that of `run`: 1 where a release answers otherwise.
    """
    directory = out or next_directory()
    names = [f"{library}@{release}" for release in releases]
    for name in names:
        library_called(name)
    subjects = tuple(f"lib:{name}" for name in names)
    code = 0
    try:
        context.invoke(run, subjects=subjects, vocab=vocab, cases=cases, jobs=jobs, out=directory)
    except click.exceptions.Exit as done:
        code = done.exit_code
    if (directory / "run.json").is_file():
        print_table(Console(), matrix(read_run(directory), names))
    context.exit(code)


def matrix(run: Run, names: Sequence[str]) -> Table:
    """What each release, in the order of `names`, answers otherwise of each model: texts, ids to
    decode; what it refused."""
    answered = {each.name: each for each in implementations(run)}
    models = sorted({row.name for each in answered.values() for row in _asked(each)})
    table = Table("model", *names)
    for model in models:
        table.add_row(model, *(_cell(answered.get(name), model) for name in names))
    return table


def _asked(release: Implementation) -> tuple[VocabularyRow, ...]:
    """What it loaded, whether or not anything was compared."""
    return (*release.vocabularies, *release.not_compared)


def _cell(release: Implementation | None, model: str) -> str:
    rows = _asked(release) if release else ()
    row = next((row for row in rows if row.name == model), None)
    if row is None:
        return "not loaded"
    if not row.compared:
        return NOT_COMPARED
    changed = [
        f"{cases - equal:,} of {cases:,} {'texts' if op == 'encode' else 'ids'}"
        for op, (equal, cases) in sorted(row.equal.items(), reverse=True)
        if equal < cases
    ]
    return ", ".join(changed) or SAME
