"""The evaluation stands on the harness and on reports, and so do its tests."""

from harness_fixtures import *  # noqa: F403
from reports_fixtures import (
    clean_run,
    hostile_texts,
    make_cell,
    make_run,
    measure,
    sample_findings,
    sample_run,
)

__all__ = [
    "clean_run",
    "hostile_texts",
    "make_cell",
    "make_run",
    "measure",
    "sample_findings",
    "sample_run",
]
