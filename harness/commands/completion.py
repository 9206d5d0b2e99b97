"""What a shell completes words to: names of the catalogue, of profiles, of bundled implementations
and of a run's findings. Files it knows.

bash ends a word at a colon, so that what stands behind one is completed by zsh and fish alone.
"""

from pathlib import Path

import click
from click.shell_completion import CompletionItem


def vocabularies(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Names of the catalogue; files too, where the word is none of them."""
    from tokparity.corpora.vocabs import catalogue  # as seldom as a tab is pressed

    names = [it.name for it in catalogue.manifests(catalogue.OWN)]
    found = [CompletionItem(it) for it in names if it.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def profiles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Profiles that are shipped."""
    from tokparity.harness.run.profile import shipped_profiles

    return [CompletionItem(it) for it in shipped_profiles() if it.startswith(incomplete)]


def subjects(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """lib:NAME of the bundled implementations, and what the other kinds begin with."""
    from tokparity.oracles.subjects.library import libraries

    names = [f"lib:{name}" for name in libraries()]
    return [CompletionItem(it) for it in (*names, "exec:", "python:") if it.startswith(incomplete)]


def findings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """RUN:FINDING: the ids of a run's findings once it is named, before that folders."""
    from tokparity.reference_impl.errors import TokparityError
    from tokparity.reports.records.run_directory import read_run

    directory, colon, _ = incomplete.rpartition(":")
    if not colon:
        return [CompletionItem(incomplete, type="file")]
    try:
        run = read_run(Path(directory))
    except TokparityError:
        return []
    whole = [f"{directory}:{finding.id}" for finding in run.findings]
    return [CompletionItem(it) for it in whole if it.startswith(incomplete)]
