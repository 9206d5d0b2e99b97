"""`tokparity known`: the ledger of known divergences."""

import click


@click.group()
def known() -> None:
    """The ledger of known divergences: list, accept, fix."""
