"""`--subject SPEC` of the commands that read findings: how a subject that they name is asked.

A file holds its name alone, and starts no program.
"""

import click

from tokparity.harness.commands.completion import subjects

subject_option = click.option(
    "--subject",
    "subjects",
    multiple=True,
    metavar="SPEC",
    shell_complete=subjects,
    help="How a subject of a finding is asked: exec:COMMAND, python:MODULE:FACTORY, http:…",
)
