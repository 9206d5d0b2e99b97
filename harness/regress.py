"""New findings as ready regression cases, to be reviewed and committed."""

from pathlib import Path

from harness.run import RunOutcome


def offer_regressions(outcome: RunOutcome) -> list[Path]:
    return []
