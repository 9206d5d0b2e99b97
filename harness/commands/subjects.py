"""`tokparity subjects`: the bundled adapters, and what of them is installed."""

import json

import click
from rich.console import Console
from rich.table import Table

from tokparity.harness.shards.slot import environments
from tokparity.oracles.subjects.environments import NotInstalled, bytes_of
from tokparity.oracles.subjects.library import Library, libraries, library_called
from tokparity.reports.text.tables import print_table
from tokparity.reports.text.visible import message_line


@click.group()
def subjects() -> None:
    """Bundled adapters, `lib:NAME`: list, install, remove.

    \b
    tokparity subjects list
    tokparity subjects install kitoken gpt-tokenizer
    tokparity check cl100k-ranks --subject lib:gpt-tokenizer

    Each is installed in an environment of its own, when it is first asked for; no network is needed
    from then on.
    """


@subjects.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_subjects(as_json: bool) -> None:
    """List the bundled adapters: what they load, and which are installed."""
    table = Table("name", "package", "language", "loads", "installed")
    for library in libraries().values():
        size = bytes_of(environments().folder(library)) >> 20 if _made(library) else None
        can = library.capabilities
        loads = [*can.formats, *can.vocabularies]
        if as_json:
            said = {"name": library.name, "package": library.package, "loads": loads}
            click.echo(json.dumps({**said, "language": library.language, "installed_mb": size}))
        else:
            here = "" if size is None else f"{size} MB"
            table.add_row(library.name, library.package, library.language, ", ".join(loads), here)
    for name, folder in environments().releases().items():
        size = bytes_of(folder) >> 20
        if as_json:
            click.echo(json.dumps({"name": name, "release": True, "installed_mb": size}))
        else:
            table.add_row(name, "", "", "another release", f"{size} MB")
    if not as_json:
        print_table(Console(), table)


@subjects.command("install")
@click.argument("names", nargs=-1, required=True)
def install(names: tuple[str, ...]) -> None:
    """Install NAMES (or all): one environment each. What cannot be installed is named."""
    wanted = libraries().values() if names == ("all",) else map(library_called, names)
    failed = False
    for library in wanted:
        try:
            environments().make(library)
            click.echo(f"{library.name}: {library.package}", err=True)
        except NotInstalled as error:
            failed = True
            click.echo(message_line(str(error)), err=True)
    if failed:
        raise SystemExit(2)


@subjects.command("remove")
@click.argument("names", nargs=-1, required=True)
def remove(names: tuple[str, ...]) -> None:
    """Remove the environments of NAMES, of a release as NAME@RELEASE (or all)."""
    here = environments()
    every = names == ("all",)
    wanted = libraries().values() if every else map(library_called, names)
    free = sum(here.remove(library) for library in wanted)
    free += sum(map(here.remove_release, list(here.releases()) if every else names))
    click.echo(f"{free >> 20} MB free", err=True)


def _made(library: Library) -> bool:
    return environments().is_made(library)
