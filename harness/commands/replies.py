"""`tokparity replies`: many replies of every vocabulary, decoded id by id."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.properties.reply_run import ReplyBounds, ReplyRow, ask_replies
from tokparity.harness.run.profile import read_profile
from tokparity.harness.run.progress import progress_bar
from tokparity.harness.shards.job_pool import Inline, Pool, default_jobs
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact
from tokparity.reports.text.visible import message_line

DEFAULTS = ReplyBounds()
HEAD = ("vocabulary", "format", "replies", "tokens", "bytes", "last", "DecodeStream", "differ", "s")


@click.command()
@click.argument("names", nargs=-1)
@click.option("--profile", help="Take vocabularies, number of replies and seed from it.")
@click.option("--replies", type=click.IntRange(1), help="Of a vocabulary [default: 10000].")
@click.option("--seed", type=int, help="Another seed, other replies [default: 0].")
@click.option(
    "--seconds",
    type=click.FloatRange(0),
    default=DEFAULTS.seconds,
    show_default=True,
    help="CPU seconds of a vocabulary, after which no more is asked.",
)
@click.option("--jobs", type=click.IntRange(1), help="Job processes [default: as many as fit].")
@click.option("--out", type=click.Path(path_type=Path), help="A JSON lines file, a row each.")
@click.pass_context
def replies(
    context: click.Context,
    names: tuple[str, ...],
    profile: str | None,
    replies: int | None,
    seed: int | None,
    seconds: float,
    jobs: int | None,
    out: Path | None,
) -> None:
    """Decode replies of NAMES (paths, or globs of the catalogue; all that is fetched) id by id.

    \b
    tokparity replies                               10,000 replies of each fetched vocabulary
    tokparity replies 'llama*' my/tokenizer.json --replies 1000
    tokparity replies --profile nightly             as the nightly run does, others each day

    A row each: how many replies break the invariant of the byte buffer (bytes) and of the window
    (last; - where the decoder takes text back), how many the library's DecodeStream was asked, and
    in how many it differs from the reference. Exit code 1 where any is wrong, 2 where a vocabulary
    could not be run.
    """
    if out is not None and not out.parent.is_dir():
        raise click.UsageError(f"--out: {out.parent} is no folder")
    chosen_profile = read_profile(profile) if profile is not None else None
    count = replies or (DEFAULTS.replies if chosen_profile is None else chosen_profile.replies)
    if not count:
        click.echo(f"profile {profile} asks no replies")
        return
    begin = seed if seed is not None else 0 if chosen_profile is None else chosen_profile.seed
    artefacts = list(
        _artefacts(names or ("*" if chosen_profile is None else chosen_profile.vocab,))
    )
    blocks = [(artefact, ReplyBounds(count, seconds), begin) for artefact in artefacts]
    rows: dict[int, ReplyRow] = {}
    with (
        _workers(jobs or default_jobs()) as workers,
        progress_bar(Console(stderr=True)) as bar,
    ):
        for at, row in workers.as_ended(ask_replies, blocks):
            rows[at] = row
            bar(len(rows), len(blocks), row.artefact)
    done = [rows[at] for at in sorted(rows)]
    if out is not None:
        part = out.with_name(out.name + ".part")
        part.write_text("".join(json.dumps(asdict(row)) + "\n" for row in done), "ascii")
        part.replace(out)
    for line in lines(done, count):
        click.echo(line)
    failed = any(row.failed for row in done)
    context.exit(2 if failed else int(any(row.wrong for row in done)))


def lines(rows: Sequence[ReplyRow], wanted: int) -> list[str]:
    """The table, what is wrong at its smallest, and the sums."""
    table = [HEAD, *(_fields(row) for row in rows if not row.failed)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(
            field.ljust(width) if at < 2 else field.rjust(width)
            for at, (field, width) in enumerate(zip(fields, widths, strict=True))
        ).rstrip()
        for fields in table
    ]
    lines += [f"{row.artefact}: {example}" for row in rows for example in row.examples]
    lines += [f"could not run {row.artefact}: {row.failed}" for row in rows if row.failed]
    short = [row for row in rows if not row.failed and row.replies < wanted]
    lines += [f"out of time: {row.artefact}: {row.replies:,} of {wanted:,}" for row in short]
    wrong, replies = sum(row.wrong for row in rows), sum(row.replies for row in rows)
    by_library = sum(row.compared or 0 for row in rows)
    lines.append(
        f"{len(rows)} vocabularies: {replies:,} replies, "
        f"{by_library:,} of them by DecodeStream too, {wrong:,} wrong"
    )
    return lines


def _fields(row: ReplyRow) -> tuple[str, ...]:
    counts = (row.by_bytes, row.by_last_tokens, row.compared, row.diverged)
    numbers = ("-" if count is None else f"{count:,}" for count in counts)
    cells = (f"{row.replies:,}", f"{row.tokens:,}")
    return row.artefact, row.format, *cells, *numbers, f"{row.cpu_seconds:.1f}"


def _artefacts(names: Sequence[str]) -> Iterator[Artefact]:
    """Each once; what a glob means and is not fetched is left out and told of."""
    cache = Cache.default()
    cached: set[str] = set()
    for name in names:
        found = [] if Path(name).exists() else list(catalogue.find(name, catalogue.OWN))
        for manifest in found:
            if not catalogue.is_cached(manifest, cache):
                click.echo(message_line(f"left out {manifest.name}: not fetched"), err=True)
            elif manifest.name not in cached:
                cached.add(manifest.name)
                yield catalogue.artefact(manifest, cache)
        if not found:
            yield resolve(name)


@contextmanager
def _workers(jobs: int) -> Iterator[Inline | Pool]:
    if jobs == 1:
        with Slot() as slot:
            yield Inline(slot)
    else:
        with Pool(jobs) as pool:
            yield pool
