"""`tokparity shrink`."""

import click


@click.command()
def shrink() -> None:
    """Shrink."""
