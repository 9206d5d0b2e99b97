"""`tokparity vocabs`: what vocabularies there are, and getting them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from fnmatch import fnmatchcase
from typing import Literal, get_args

import click
from rich.console import Console
from rich.table import Table

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.hub_models import hub_models
from tokparity.corpora.vocabs.inventory import Inventory, inventory_of, recorded
from tokparity.corpora.vocabs.listing import Filter, ListingRow, details, model_details, rows, says
from tokparity.corpora.vocabs.lock import read_lock
from tokparity.corpora.vocabs.lock_manifests import all_locked
from tokparity.corpora.vocabs.manifest import Manifest
from tokparity.corpora.vocabs.models import distinct, models
from tokparity.harness.artefacts.bytes_table import bytes_table
from tokparity.harness.artefacts.catalogue_names import manifest_of
from tokparity.harness.artefacts.loading import compiled_files, load
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands.completion import vocabularies
from tokparity.harness.commands.vocabs_add import add
from tokparity.harness.commands.vocabs_fetch import fetch
from tokparity.harness.run.progress import progress_bar
from tokparity.reference_impl.compiled.loading import about_compiled
from tokparity.reference_impl.contract import Format
from tokparity.reference_impl.tokenizer.batch_ways import batch_ways
from tokparity.reference_impl.tokenizer.warnings import warnings_of
from tokparity.reports.summary.pipeline_picture import picture
from tokparity.reports.text.visible import message_line

_UNSEEN = 120
"""Columns of the list where no terminal says how many there are."""


@click.group()
def vocabs() -> None:
    """The vocabulary catalogue: list, show, fetch, add, bytes, key."""


@vocabs.command("list")
@click.argument("glob", default="*")
@click.option("--family", help='Words of the family: "qwen", "llama 3.x".')
@click.option("--format", "format_", type=click.Choice(get_args(Format)), help="Of this format.")
@click.option("--algorithm", help='Words of the algorithm: "unigram", "bpe byte-fallback".')
@click.option("--component", help='With such a part: "NFC", "normalizer=Precompiled".')
@click.option("--hub", is_flag=True, help="Models of the hub instead: not verified here.")
@click.option(
    "--three-ways",
    is_flag=True,
    help="Of each model that is fetched, which engines can hold it, by whose file.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_(
    glob: str,
    family: str | None,
    format_: str | None,
    algorithm: str | None,
    component: str | None,
    hub: bool,
    three_ways: bool,
    as_json: bool,
) -> None:
    """List the vocabularies whose name matches GLOB, model by model.

    \b
    tokparity vocabs list --format gguf
    tokparity vocabs list --algorithm unigram --component Metaspace
    """
    if hub:
        _list_hub(glob, family, algorithm, as_json)
        return
    cache = Cache.default()
    chosen = catalogue.find(glob, catalogue.OWN)
    inventory = inventories(chosen, cache, look=component is not None)
    wanted = Filter(family, format_, algorithm, component)
    admitted = models(
        manifest for manifest in chosen if wanted.admits(manifest, inventory.get(manifest.name))
    )
    if three_ways:
        from tokparity.harness.commands.formats import list_ways  # which imports converters

        list_ways(admitted, cache, as_json=as_json)
        return
    table = Table(box=None)
    columns = ("model", "name", "format", "algorithm", "tokens", "MB", "default", "cached")
    for column in (*columns, "beside"):
        right: Literal["left", "right"] = "right" if column in ("tokens", "MB") else "left"
        fixed = (
            max((len(manifest.name) for manifest in chosen), default=0)
            if column == "name"
            else None
        )
        table.add_column(column, justify=right, min_width=fixed, overflow="fold")
    for model in admitted:
        for number, row in enumerate(rows(model.artefacts, inventory, cache)):
            if as_json:
                click.echo(json.dumps(asdict(row)))
                continue
            tokens = "" if row.tokens is None else f"{row.tokens:,}"
            marks = ("yes" if mark else "" for mark in (row.default, row.cached))
            label = "" if number else model.name
            size = f"{row.size / 1e6:.1f}"
            beside = _beside(row)
            table.add_row(label, row.name, row.format, row.algorithm, tokens, size, *marks, beside)
    if not as_json:
        console = Console()
        (console if console.is_terminal else Console(width=_UNSEEN)).print(table)
    count = sum(len(model.artefacts) for model in admitted)
    vocabularies = distinct(admitted, inventory)
    summary = f"{count} artefacts of {len(admitted)} models, {vocabularies} distinct vocabularies"
    click.echo(f"{summary}; more, not verified here: tokparity vocabs list --hub", err=True)
    if component is not None and (
        unknown := [manifest for manifest in chosen if manifest.name not in inventory]
    ):
        click.echo(f"not looked into, as they are not fetched: {len(unknown)}", err=True)


def _beside(row: ListingRow) -> str:
    """How many files stand beside it: "3", or "1 of 3" where the others are not fetched."""
    here, known = sum(row.beside.values()), len(row.beside)
    return f"{here} of {known}" if here != known else str(known or "")


def _list_hub(glob: str, family: str | None, algorithm: str | None, as_json: bool) -> None:
    """The shipped names of hub repositories; what is in them nobody has seen here."""
    chosen = [
        model
        for model in hub_models().values()
        if fnmatchcase(model.repo, glob)
        and says(model.family, family)
        and says(model.algorithm, algorithm)
    ]
    table = Table(box=None)
    for column in ("spec", "model", "family", "algorithm", "licence", "gated"):
        table.add_column(column, overflow="fold")
    for model in chosen:
        if as_json:
            click.echo(
                json.dumps({"spec": f"hub:{model.repo}", **asdict(model), "verified": False})
            )
        gated = "yes" if model.gated else ""
        labels = (model.model, model.family, model.algorithm, model.licence)
        table.add_row(f"hub:{model.repo}", *labels, gated)
    if not as_json:
        console = Console()
        (console if console.is_terminal else Console(width=_UNSEEN)).print(table)
    click.echo(f"{len(chosen)} models of the hub, not verified here", err=True)


def inventories(
    chosen: tuple[Manifest, ...], cache: Cache, *, look: bool
) -> Mapping[str, Inventory]:
    """What is recorded of the vocabularies; `look`: the user's own are opened for it."""
    inventory = {
        manifest.name: known
        for manifest in chosen
        if (known := recorded().get(manifest.name)) and known.sha256 == manifest.sha256
    }
    others = [
        manifest
        for manifest in chosen
        if manifest.name not in inventory and catalogue.is_cached(manifest, cache)
    ]
    if look and others:
        with progress_bar(Console(stderr=True)) as progress:
            for done, manifest in enumerate(others):
                progress(done, len(others), manifest.name)
                loaded = load(catalogue.artefact(manifest, cache))
                inventory[manifest.name] = inventory_of(loaded, manifest.sha256)
    return inventory


@vocabs.command()
def key() -> None:
    """Print a hash of the catalogue: the key under which a CI product keeps the cache.

    It changes when a vocabulary is added, removed or becomes another file; those that were
    fetched by a spec are counted where their lock is committed.
    """
    hashed = hashlib.sha256()
    for manifest in (*catalogue.manifests(catalogue.OWN), *all_locked(read_lock())):
        beside = "".join(f" {companion.sha256}" for companion in manifest.companions)
        hashed.update(f"{manifest.name} {manifest.sha256}{beside}\n".encode())
    click.echo(hashed.hexdigest())


@vocabs.command()
@click.argument("name")
def show(name: str) -> None:
    """Show one vocabulary: where it comes from, and its pipeline as a picture.

    NAME may be a model's: then its artefacts, and what is compared with what.
    """
    cache = Cache.default()
    known = catalogue.manifests(catalogue.OWN)
    for model in models(known):
        if model.name == name:
            for label, value in model_details(model, cache):
                click.echo(f"{label}: {value}")
            if name not in {manifest.name for manifest in known}:
                return
    manifest = manifest_of(name)
    for label, value in details(manifest, cache):
        click.echo(f"{label}: {value}")
    if not catalogue.is_cached(manifest, cache):
        click.echo(f"not fetched yet: tokparity vocabs fetch {name}", err=True)
        return
    artefact = catalogue.artefact(manifest, cache)
    tokenizer = load(artefact)
    click.echo(f"compiled: {about_compiled(artefact, compiled_files())}")
    for what, how in batch_ways(tokenizer):
        click.echo(f"{what}: {how}")
    for warning in warnings_of(tokenizer):
        click.echo(message_line(f"warning: {warning}"), err=True)
    click.echo()
    click.echo(picture(tokenizer))


@vocabs.command("bytes")
@click.argument("artefact", shell_complete=vocabularies)
def bytes_(artefact: str) -> None:
    """Print as JSON the bytes that each id of ARTEFACT adds to a text, in base64.

    What constrained decoding works with. `tokparity check ARTEFACT --token-bytes FILE`
    compares a table that another program made.

    \b
    tokparity vocabs bytes qwen3 > bytes.json
    tokparity vocabs bytes my/tokenizer.json
    """
    chosen = resolve(artefact)
    click.echo(json.dumps(bytes_table(chosen, load(chosen))))


vocabs.add_command(fetch)
vocabs.add_command(add)
