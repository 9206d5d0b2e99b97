"""`--subject SPEC` of the commands that read findings: how a subject that they name is asked.

A file holds its name alone, and starts no program.
"""

import click

subject_option = click.option(
    "--subject",
    "subjects",
    multiple=True,
    metavar="SPEC",
    help="How a subject of a finding is asked: exec:COMMAND, python:MODULE:FACTORY, http:…",
)
