"""`tokparity explain`: one finding of a run in a paragraph, from what the run recorded."""

import click

from tokparity.harness.commands.completion import findings
from tokparity.harness.commands.run_findings import finding_called
from tokparity.reports.summary import describe
from tokparity.reports.triage.account import account
from tokparity.reports.triage.words import plain_words


@click.command()
@click.argument("what", metavar="RUN:FINDING", shell_complete=findings)
def explain(what: str) -> None:
    """Say in one paragraph what a finding is, for a maintainer who knows nothing of the run.

    \b
    tokparity explain runs/0001:300656165e

    Who differs from whom, on what text, in which stage, what each side does there, who is expected
    to be right and why, and how it is seen again. No library is asked.
    """
    run, finding = finding_called(what)
    told = account(run.directory, run.info, finding, describe.smallest(finding))
    click.echo(" ".join(map(plain_words, told.sentences)))
