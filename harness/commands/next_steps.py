"""What a person can do with the new findings of a run: said on stderr after the table."""

from collections.abc import Iterable

import click

from tokparity.harness.reduction.regression import Offer
from tokparity.harness.run.job import RunOutcome
from tokparity.reports.text.visible import message_line


def complain(why: str) -> None:
    """A line for people."""
    click.echo(message_line(why), err=True)


def tell_next(outcome: RunOutcome, offered: Iterable[Offer]) -> None:
    """The commands that look into each new finding, and the regression files made ready."""
    for finding in outcome.findings:
        if finding.status == "new":
            named = f"{outcome.directory}:{finding.id}"
            what = f"{finding.signature.stage} {finding.signature.component}"
            accept = f"; tokparity known accept {named} --reason …"
            parity = finding.signature.question == "parity"
            click.echo(f"next ({what}): tokparity shrink {named}{accept * parity}", err=True)
    for offer in offered:
        complain(f"ready regression case: {offer.path}")
