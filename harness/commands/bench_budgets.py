"""Budgets of `bench --budgets`: how many times as fast as the library a batch has to be, at least;
and as how many times the library's own calls all else of the engine may take, at most.

A TOML file has a table a vocabulary, and in it a number for each kind of work, of batches of the
larger size; those of the smaller one may have `SMALLER` of it. A table `engine` in it has a number
for each kind of texts.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tokparity.harness.commands.batch_ratios import SIZES, Ratio
from tokparity.harness.commands.engine_rates import Rate
from tokparity.reference_impl.codec import read
from tokparity.reference_impl.errors import TokparityError, did_you_mean

SMALLER = 0.7
"""What is enough of a budget in batches of the smaller size."""

ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class Budget:
    """Of one vocabulary. `batches`: at least so many times as fast, by kind of work. `engine`: at
    most so many times the library's time, by kind of texts."""

    batches: Mapping[str, float] = field(default_factory=dict)
    engine: Mapping[str, float] = field(default_factory=dict)


class BadBudgets(TokparityError):
    """A file of budgets that is none.

    >>> str(BadBudgets(Path("b.toml"), "qwen3: must be a table"))
    'b.toml: qwen3: must be a table'
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


def read_budgets(path: Path) -> dict[str, Budget]:
    """The budget of each vocabulary of a file. Errors: BadBudgets."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        parts = {name: table.pop(ENGINE, {}) for name, table in data.items() if type(table) is dict}
        batches, engines = (read(dict[str, dict[str, float]], part) for part in (data, parts))
    except (OSError, ValueError) as error:
        raise BadBudgets(path, str(error)) from None
    return {name: Budget(batches[name], engines[name]) for name in batches}


Missed = dict[str, str]
"""What was measured, and how far it is from its budget."""


def confirmed(measure: Callable[[int], Missed], rounds: int) -> list[str]:
    """A line for each budget that `measure`, told how many rounds to take, finds missed, and finds
    missed again with twice as many. The machine changes from one minute to the next, by more than
    what a budget leaves; what got slower stays slower.

    >>> confirmed(lambda rounds: {"b": "1.9 times"} if rounds == 6 else {"a": "1", "b": "1"}, 3)
    ['b: 1.9 times']
    """
    if not (first := measure(rounds)):
        return []
    again = measure(2 * rounds)
    return [f"{what}: {told}" for what, told in again.items() if what in first]


def misses(path: Path, artefact: str, budget: Mapping[str, float], rows: Iterable[Ratio]) -> Missed:
    """Each kind of work that is slower than its budget. Errors: BadBudgets where it names a kind
    that is not measured."""
    rows = list(rows)
    _check(path, artefact, budget, {row.what for row in rows})
    found = {}
    for row in rows:
        least = budget.get(row.what, 0.0) * (SMALLER if row.size == SIZES[1] else 1)
        if row.times < least:
            work = f"{artefact}: {row.what}, batches of {row.size:,}"
            found[work] = f"{row.times:.2f} times as fast, budget {least:.2f}"
    return found


def engine_misses(
    path: Path, artefact: str, budget: Mapping[str, float], rates: Iterable[Rate]
) -> Missed:
    """Each kind of texts of which all else takes more than its budget. Errors: BadBudgets where it
    names a kind that is not measured."""
    taken = {rate.kind: rate.engine for rate in rates if rate.engine is not None}
    _check(path, artefact, budget, taken)
    return {
        f"{artefact}: engine, {kind}": (
            f"all else takes {taken[kind]:.2f} times the library's time, budget {most:.2f}"
        )
        for kind, most in budget.items()
        if taken[kind] > most
    }


def _check(path: Path, artefact: str, budget: Iterable[str], measured: Iterable[str]) -> None:
    """BadBudgets for what is not measured: it would be kept by nothing."""
    known = set(measured)
    for what in budget:
        if what not in known:
            reason = f"{artefact}: {what!r} is not measured.{did_you_mean(what, known)}"
            raise BadBudgets(path, reason)
