"""`tokparity vocabs add`: a file of the user's own, or one of the hub, into their catalogue."""

import json
from pathlib import Path
from typing import get_args

import click

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import add_all
from tokparity.corpora.vocabs.lock import PLACE, read_lock
from tokparity.corpora.vocabs.lock_manifests import locked
from tokparity.corpora.vocabs.selection import select
from tokparity.corpora.vocabs.spec import is_spec, parse_spec
from tokparity.harness.artefacts.catalogue_names import DIRECTORY
from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands.vocabs_fetch import bring, tell
from tokparity.reference_impl.contract import Artefact, Format, RankFacts
from tokparity.reference_impl.errors import BadArtefact, TokparityError
from tokparity.reports.text.visible import message_line

FOLDERS = ("tokenizer_config.json", "model_folder")
"""Formats that are no single file."""


@click.command()
@click.argument("what", metavar="PATH|SPEC")
@click.option("--name", help="The name it is to have in the catalogue [default: of a repository].")
@click.option(
    "--format",
    "format_",
    type=click.Choice([format for format in get_args(Format) if format not in FOLDERS]),
    help="What it is [default: by its name and content].",
)
@click.option(
    "--known",
    is_flag=True,
    help="Of a folder each file whose bytes are known as a published model's, under its name.",
)
@click.option("--pattern", help="Split pattern of a rank file, which does not hold it.")
@click.option(
    "--specials",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="JSON file {token: id} of a rank file's special tokens.",
)
@click.pass_context
def add(
    context: click.Context,
    what: str,
    name: str | None,
    format_: Format | None,
    known: bool,
    pattern: str | None,
    specials: Path | None,
) -> None:
    """Add a file of your own, or of a hub, to the catalogue, as .tokparity/vocabs/NAME.toml.

    \b
    tokparity vocabs add my/tokenizer.json --name mine
    tokparity vocabs add my/model/ --name mine
    tokparity vocabs add my.tiktoken --name ranks --format tiktoken --pattern '…'
    tokparity vocabs add hub:owner/name
    tokparity vocabs add my/collection/ --known

    A file is loaded first: what cannot be run is not added. Of a hub's repository every
    vocabulary that can be run is added, and what stands beside it: tokenizer_config.json,
    chat template, generation_config.json. What came is held to: .tokparity/vocabs.lock.
    """
    if known:
        if is_spec(what) or (name, format_, pattern, specials) != (None,) * 4:
            raise click.UsageError(
                "--known is for a file or a folder of your own, and says the rest"
            )
        _add_known(Path(what.removeprefix(DIRECTORY)))
        return
    if is_spec(what):
        if format_ is not None or pattern is not None or specials is not None:
            raise click.UsageError("--format, --pattern and --specials are for a file of your own")
        _add_spec(context, what, name)
        return
    if name is None:
        raise click.UsageError("a file of your own needs a --name")
    path = Path(what.removeprefix(DIRECTORY))
    facts = None
    if pattern is not None:
        source = "given on the command line"
        facts = RankFacts(pattern, {} if specials is None else _specials(specials), source)
    if path.is_dir():
        path = _inside(path)
    if format_ is None:
        format_ = "tiktoken" if facts is not None else resolve(str(path)).format
    load(Artefact(name, format_, path, "", facts))
    added = catalogue.add(path, name, format_, catalogue.OWN, facts)
    click.echo(f"added {added.name}: {catalogue.OWN / (added.name + '.toml')}", err=True)


def _add_known(given: Path) -> None:
    """Add the files that are known by their bytes, and say what is compared with each."""
    files = (
        sorted(path for path in given.rglob("*") if path.is_file()) if given.is_dir() else [given]
    )
    added = [manifest for path in files if (manifest := catalogue.add_known(path, catalogue.OWN))]
    for manifest in added:
        beside = ", ".join(manifest.pairs) or "nothing yet"
        click.echo(f"added {manifest.name}, of {manifest.model}: compared with {beside}", err=True)
    click.echo(
        f"{len(added)} of {len(files)} files added; the others are here, or not known", err=True
    )


def _add_spec(context: click.Context, what: str, name: str | None) -> None:
    cache, spec = Cache.default(), parse_spec(what)
    report = bring(select((what,)), cache)
    if not report.complete:
        tell(report, cache)
        context.exit(2)
    found = locked(spec, read_lock())
    usable = []
    for file in found:
        try:
            load(catalogue.artefact(file, cache))
            usable.append(file)
        except TokparityError as error:
            click.echo(message_line(f"not added: {file.name}: {error}"), err=True)
    if not usable:
        context.exit(2)
    for file in add_all(tuple(usable), name, catalogue.OWN):
        click.echo(f"added {file.name}: {catalogue.OWN / (file.name + '.toml')}", err=True)
    click.echo(f"what it hashes to: {PLACE}", err=True)


def _inside(folder: Path) -> Path:
    """The vocabulary that a folder stands for."""
    resolved = resolve(str(folder))
    if resolved.format == "model_folder":
        reason = "is more than one file: a catalogue entry is one, so name the folder itself"
        raise BadArtefact(folder, "directory", reason)
    inside = resolved.path.parent / "tokenizer.json"
    return inside if resolved.format == "tokenizer_config.json" else resolved.path


def _specials(path: Path) -> dict[str, int]:
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise BadArtefact(path, "JSON", str(error)) from None
    if not isinstance(found, dict) or not all(type(i) is int for i in found.values()):
        raise BadArtefact(path, "JSON", "is not an object {token: id}")
    return found
