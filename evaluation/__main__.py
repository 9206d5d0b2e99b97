"""`python -m evaluation`: how good is the tool itself? Run from a checkout; not installed."""

import click

from evaluation.commands.mutants import mutants
from tokparity.harness.cli import main


@click.group(
    name="evaluation",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
def evaluation() -> None:
    """Measure the harness: what it finds, how soon, and how well it says what is wrong."""


evaluation.add_command(mutants)

if __name__ == "__main__":
    main(evaluation)
