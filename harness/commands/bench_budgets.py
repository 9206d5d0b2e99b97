"""Budgets of `bench --budgets`: how many times as fast as the library a batch has to be, at least.

A TOML file has a table a vocabulary, and in it a number for each kind of work, of batches of the
larger size; those of the smaller one may have `SMALLER` of it.
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from tokparity.harness.commands.batch_ratios import SIZES, Ratio
from tokparity.reference_impl.codec import read
from tokparity.reference_impl.errors import TokparityError, did_you_mean

SMALLER = 0.7
"""What is enough of a budget in batches of the smaller size."""

Budgets = Mapping[str, Mapping[str, float]]


class BadBudgets(TokparityError):
    """A file of budgets that is none.

    >>> str(BadBudgets(Path("b.toml"), "qwen3: must be a table"))
    'b.toml: qwen3: must be a table'
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


def read_budgets(path: Path) -> Budgets:
    """The budgets of a file, by vocabulary and kind of work. Errors: BadBudgets."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        return read(dict[str, dict[str, float]], data)
    except (OSError, ValueError) as error:
        raise BadBudgets(path, str(error)) from None


def misses(
    path: Path, artefact: str, budget: Mapping[str, float], rows: Iterable[Ratio]
) -> list[str]:
    """A line for each kind of work that is slower than its budget. Errors: BadBudgets where it
    names a kind that is not measured."""
    rows = list(rows)
    measured = {row.what for row in rows}
    for what in budget:
        if what not in measured:
            reason = f"{artefact}: {what!r} is not measured.{did_you_mean(what, measured)}"
            raise BadBudgets(path, reason)
    found = []
    for row in rows:
        least = budget.get(row.what, 0.0) * (SMALLER if row.size == SIZES[1] else 1)
        if row.times < least:
            work = f"{artefact}: {row.what}, batches of {row.size:,}"
            found.append(f"{work}: {row.times:.2f} times as fast, budget {least:.2f}")
    return found
