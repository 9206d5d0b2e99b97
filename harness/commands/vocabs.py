"""`tokparity vocabs`: what vocabularies there are, and getting them."""

import json
from dataclasses import asdict

import click
from rich.console import Console
from rich.table import Table

from corpora.vocabs import catalogue
from corpora.vocabs.cache import Cache
from corpora.vocabs.listing import details, rows
from harness.artefacts import manifest_of
from harness.commands.vocabs_add import add
from harness.commands.vocabs_fetch import fetch
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


vocabs.add_command(fetch)
vocabs.add_command(add)
