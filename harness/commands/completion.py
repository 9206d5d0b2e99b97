"""What a shell completes words to: names of the catalogue and of profiles. Files it knows."""

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
