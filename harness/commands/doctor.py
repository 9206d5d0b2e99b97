"""`tokparity doctor`: what this machine lacks, before a run finds it out."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict
from unicodedata import unidata_version

import click

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.manifest import Client
from tokparity.corpora.vocabs.registries import client_missing
from tokparity.harness.shards.job_pool import default_jobs, memory_limit
from tokparity.harness.subjects.smoke import Check
from tokparity.oracles.protocol import ORACLES
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reports.text.visible import message_line

PYTHONS = (3, 11), (3, 13)
"""The first and the last that the project is tested on."""
LEAST_FREE = 2 << 30
"""Bytes on the disk of the cache: all vocabularies, and a night's run."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print each check as a JSON line.")
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Tell what this machine lacks for a run, and what to do about it.

    \b
    tokparity doctor
    tokparity doctor --json

    It starts every library in its worker, and looks at the cache, the memory, the disk and the
    clients that fetch. Nothing is fetched or written.

    Exit code 0: a run can begin; 2: something that it needs is missing.
    """
    broken = []
    for check in _checks():
        click.echo(json.dumps(asdict(check)) if as_json else message_line(check.line()))
        broken += [] if check.ok else [check.name]
    if broken:
        click.echo(f"missing: {', '.join(broken)}", err=True)
        context.exit(2)


def _checks() -> Iterator[Check]:
    yield _python()
    yield from map(_library, _libraries())
    yield from _cache()
    yield _machine()
    clients: dict[Client, str] = {"pip": "most vocabularies", "npm": "a few vocabularies"}
    for client, fetched in clients.items():
        missing = client_missing(client)
        yield Check(client, note=f"fetches {fetched}" + (f"; {missing}" if missing else ""))


def _python() -> Check:
    here = sys.version_info[:2]
    if not PYTHONS[0] <= here <= PYTHONS[1]:
        wanted = " to ".join(".".join(map(str, version)) for version in PYTHONS)
        return Check("python", f"is {here[0]}.{here[1]}", f"make a .venv of Python {wanted}")
    note = f"{sys.version.split()[0]}, Unicode {unidata_version}, stdout {sys.stdout.encoding}"
    return Check("python", note=note)


def _libraries() -> list[str]:
    """One adapter of each library, the native one first."""
    of_library: dict[str, str] = {}
    for name, spec in ORACLES.items():
        if spec.native_to or spec.distribution not in of_library:
            of_library.setdefault(spec.distribution, name)
    return [*of_library.values()]


def _library(oracle: str) -> Check:
    """Whether it starts in its worker, as a run starts it."""
    spec = ORACLES[oracle]
    with OracleWorker(oracle) as worker:
        version = worker.version
    if version.startswith("unavailable"):
        return Check(spec.label, version, f"python -m pip install {spec.distribution}")
    return Check(spec.label, note=version)


def _cache() -> Iterator[Check]:
    cache = Cache.default()
    there = next(folder for folder in (cache.root, *cache.root.parents) if folder.exists())
    if not os.access(there, os.W_OK):
        yield Check("cache", f"{there} is not writable", "set TOKPARITY_CACHE to a folder of yours")
        return
    files, size = cache.usage()
    free = shutil.disk_usage(there).free
    if free < LEAST_FREE:
        yield Check("disk", f"{free >> 20} MB free", "set TOKPARITY_CACHE to a larger disk")
    yield Check("cache", note=f"{size >> 20} MB in {files} files at {cache.root}")
    wanted = [it for it in catalogue.manifests(catalogue.OWN) if it.default]
    here = [it for it in wanted if catalogue.is_cached(it, cache)]
    note = f"{len(here)} of {len(wanted)} of the default run are fetched"
    advice = "" if len(here) == len(wanted) else ": `tokparity vocabs fetch`"
    yield Check("vocabularies", note=note + advice)


def _machine() -> Check:
    jobs = default_jobs()
    note = f"{os.cpu_count()} cores; {jobs} jobs of at most {memory_limit(jobs) >> 30} GB"
    return Check("machine", note=note)
