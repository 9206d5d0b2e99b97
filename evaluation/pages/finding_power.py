"""A measurement as tables: a row a trial, a row a mutant and arm, and which mutants are hard.

Not what is required of them (`finding_power_bars`), nor how it is shown (`finding_power_sheets`).
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from evaluation.pages.survival import SurvivalCurve, survival
from evaluation.pages.trials import Measured, SearchTrial

OURS = "tokparity"
HARD_CASES = 2000
"""A mutant is hard where each baseline needs more than so many cases in the median of its seeds.

A search that ended without a detection needs more than it ran, nothing else is known of it. Where
that leaves the median of a baseline open, or a baseline never searched for it, and no other is
within so many, it is undecided."""
EVENTS = ("reached", "triggered", "detected")


@dataclass(frozen=True, slots=True)
class Power:
    """`trials`: a row a trial. `searches`: a row a mutant and arm, by that index: seeds, medians
    (infinite where it did not happen in half of them), means censored at the budget. `mutants`: a
    row a mutant, by name: half, stage, vocabulary, hard, undecided."""

    measured: Measured
    trials: pd.DataFrame
    searches: pd.DataFrame
    mutants: pd.DataFrame

    @property
    def baselines(self) -> tuple[str, ...]:
        """Every arm but ours."""
        return tuple(arm for arm in self.measured.arms if arm != OURS)

    @property
    def hard(self) -> list[str]:
        """Names of the hard mutants."""
        return list(self.mutants.index[self.mutants["hard"]])

    @property
    def undecided(self) -> list[str]:
        """Names of the mutants that may be hard: a baseline stopped too soon to tell, or never
        searched."""
        return list(self.mutants.index[self.mutants["undecided"]])

    def of(self, arm: str) -> pd.DataFrame:
        """The searches of one arm, by mutant."""
        searches: pd.DataFrame = self.searches[self.searches["arm"] == arm].set_index("mutant")
        return searches

    def any_arm(self, event: str) -> set[str]:
        """The mutants to which an event happened in any trial of any arm."""
        return set(self.trials.loc[self.trials[event].lt(math.inf), "mutant"])

    def curve(self, arm: str, mutants: list[str]) -> SurvivalCurve:
        """The share of trials of some mutants that have not detected them, by cases."""
        of = self.trials[(self.trials["arm"] == arm) & self.trials["mutant"].isin(mutants)]
        return survival(zip(of["cases"], of["detected"].lt(math.inf), strict=True))

    def strict_ratio(self, arm: str, mutants: list[str], ours: str, theirs: str) -> float | None:
        """The mean of a column of `trials` of ours, divided by that of another of an arm: the mean
        over mutants of the mean over seeds. None where a trial does not tell, or theirs is 0."""
        here = self.trials[self.trials["mutant"].isin(mutants)]
        mine, other = (
            here[here["arm"] == name]
            .groupby("mutant")[column]
            .agg(lambda values: values.mean(skipna=False))
            .mean(skipna=False)
            for name, column in ((OURS, ours), (arm, theirs))
        )
        return float(mine / other) if other > 0 and not math.isnan(mine) else None

    def restricted(self, arm: str, mutants: list[str]) -> tuple[float, float, int] | None:
        """Mean cases of our arm and of another, both restricted to what the other's search ran: to
        its end where time ended it, to the budget where it found the mutant or spent that. So no
        case is counted that nobody ran. What our arm did not find by then counts as all of it. And
        how many searches of both that is. None where both never searched for the same.
        """
        columns = ["mutant", "vocabulary", "seed"]
        here = self.trials[self.trials["mutant"].isin(mutants)].set_index(columns)
        mine, other = (here[here["arm"] == name] for name in (OURS, arm))
        theirs = other[["detected", "at_least"]].rename(columns={"detected": "found"})
        both = mine[["detected"]].join(theirs, how="inner")
        if both.empty:
            return None
        limit = both["at_least"].where(both["found"].eq(math.inf), self.measured.budget)
        cases = pd.DataFrame(
            {"ours": both["detected"].clip(upper=limit), "other": both["at_least"]}
        )
        means = cases.groupby(level="mutant").mean().mean()
        return float(means["ours"]), float(means["other"]), len(cases)

    def best_single(self, mutants: list[str]) -> str | None:
        """The baseline to which our arm compares worst over these mutants (`restricted`); None
        where there is none."""
        ratios = {
            arm: means[0] / means[1]
            for arm in self.baselines
            if (means := self.restricted(arm, mutants)) and means[1]
        }
        return max(ratios, key=lambda arm: ratios[arm]) if ratios else None


def power(measured: Measured) -> Power:
    """The tables of a measurement, our arm first: in whatever order its parts were made."""
    measured = replace(measured, arms=tuple(sorted(measured.arms, key=lambda arm: arm != OURS)))
    trials = pd.DataFrame([_row(trial) for trial in measured.trials], columns=_COLUMNS)
    searches = _searches(trials)
    mutants = trials.groupby("mutant")[["half", "stage", "vocabulary", "model_kind", "op"]].first()
    by_baseline = searches[searches["arm"] != OURS].groupby("mutant")
    least, most = by_baseline["least_median"].min(), by_baseline["detected"].min()
    baselines = len([arm for arm in measured.arms if arm != OURS])
    all_searched = by_baseline["arm"].nunique().reindex(mutants.index, fill_value=0).eq(baselines)
    within = most.reindex(mutants.index).le(HARD_CASES)
    mutants["best_baseline"] = least.reindex(mutants.index)
    mutants["hard"] = mutants["best_baseline"].gt(HARD_CASES) & all_searched
    mutants["undecided"] = bool(baselines) & ~mutants["hard"] & ~within
    return Power(measured, trials, searches, mutants)


_COLUMNS = (
    *("mutant", "half", "stage", "vocabulary", "model_kind", "op", "arm", "seed", "cases"),
    *("seconds", "out_of_time", *EVENTS, "found_seconds", "capped", "at_least"),
    *("characters", "found_characters", "capped_characters", "capped_seconds"),
)


def _row(trial: SearchTrial) -> dict[str, Any]:
    events = {name: getattr(trial, name) for name in EVENTS}
    detected = trial.detected
    characters = math.nan if trial.characters is None else trial.characters
    # A search that found nothing counts as if it had gone on as it was, to the whole budget.
    rest = 1.0 if detected or not trial.cases else trial.budget / trial.cases
    return {
        **{name: getattr(trial, name) for name in _COLUMNS[:9]},
        "seconds": trial.seconds,
        "out_of_time": trial.out_of_time,
        **{name: event.cases if event else math.inf for name, event in events.items()},
        "found_seconds": detected.seconds if detected else math.inf,
        # As costly as the whole budget, or at least what was run: the truth is not below that.
        "capped": min(detected.cases, trial.budget) if detected else trial.budget,
        "at_least": detected.cases if detected else trial.cases,
        "characters": characters,
        "found_characters": characters if detected else math.inf,
        "capped_characters": characters * rest,
        "capped_seconds": trial.seconds * rest,
    }


def _searches(trials: pd.DataFrame) -> pd.DataFrame:
    grouped = trials.groupby(["mutant", "arm"], sort=True)
    table = grouped.agg(
        seeds=("seed", "size"),
        found=("detected", lambda column: int(column.lt(math.inf).sum())),
        reached=("reached", "median"),
        triggered=("triggered", "median"),
        detected=("detected", "median"),
        characters=("found_characters", lambda column: column.median(skipna=False)),
        seconds=("found_seconds", "median"),
        least_median=("at_least", "median"),
        mean=("capped", "mean"),
        at_least=("at_least", "mean"),
    )
    return table.reset_index()
