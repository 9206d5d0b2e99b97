"""A measurement as sheets, for the page and for Markdown: what was not found first."""

import math
from collections.abc import Iterable, Sequence

import pandas as pd

from evaluation.pages.finding_power import EVENTS, HARD_CASES, OURS, Power
from evaluation.pages.finding_power_bars import MOST_ENTRIES, bars
from evaluation.pages.survival import left_after
from evaluation.pages.trials import DefectSize, SearchTrial
from tokparity.reference_impl.contract import STAGES
from tokparity.reports.summary import describe
from tokparity.reports.text.sheets import Sheet, Value

MARKS = (1, 10, 100, 1000, 2000, 10_000, 50_000)
"""Cases after which the share that is left is written out."""


SELECTION_NOTE = (
    "Hard mutants are chosen by the very trials that they are scored on, so that baselines that had"
    " bad luck there look worse than they are."
)


def bar_sheet(power: Power) -> Sheet:
    """What is required, what was measured, a word."""
    rows = tuple((bar.verdict, bar.name, bar.required, bar.measured) for bar in bars(power))
    return Sheet("Bars", ("", "what", "must be", "is"), rows)


def missed_sheet(power: Power) -> Sheet:
    """The mutants that ours did not detect in each of its seeds, and who did."""
    seeds = power.trials.loc[power.trials["arm"] == OURS, "seed"].nunique()
    triggered = power.any_arm("triggered")
    rows = []
    for mutant, facts in power.mutants.iterrows():
        by_arm = {row["arm"]: row for _, row in _searches_of(power, str(mutant)).iterrows()}
        mine = by_arm.get(OURS)
        if not seeds or (mine is not None and mine["found"] == seeds):
            continue
        others = (f"{arm} {row['found']}/{row['seeds']}" for arm, row in by_arm.items())
        rows.append(
            (
                str(mutant),
                facts["half"],
                facts["stage"],
                facts["vocabulary"],
                "in some search" if mutant in triggered else "never",
                tuple(others),
            )
        )
    columns = ("mutant", "half", "stage", "vocabulary", "triggered", "found by arm in seeds")
    empty = "None: each mutant was found with every seed." if seeds else "Ours did not search."
    return Sheet("Not found, or not with every seed", columns, tuple(rows), empty=empty)


def length_sheet(power: Power) -> Sheet:
    """Defects that a short text cannot show: their smallest text is as short as it can be."""
    shrunk = {trial.mutant: trial.shrunk for trial in power.measured.trials if trial.shrunk}
    rows = tuple(
        (mutant, size.characters, _case_line(size))
        for mutant, size in sorted(shrunk.items())
        if size.bound_by_length
    )
    note = "One less of any character, or id, and nothing differs."
    return Sheet("Bound by length", ("mutant", "characters", "smallest case"), rows, note)


def whole_sheet(power: Power) -> Sheet:
    """Defects that no smaller vocabulary was found for, and those that take a large one."""
    shrunk = {trial.mutant: trial for trial in power.measured.trials if trial.shrunk}
    rows = tuple(
        (mutant, trial.vocabulary, size.entries, why, _case_line(size))
        for mutant, trial in sorted(shrunk.items())
        if (size := trial.shrunk) and (why := _why_so_large(size))
    )
    columns = ("mutant", "vocabulary", "entries", "why", "smallest case")
    return Sheet("No smaller vocabulary", columns, rows)


def _why_so_large(size: DefectSize) -> str:
    """Why so many entries are left; "" where they are few."""
    if size.bound_by_vocabulary:
        return "takes a rank, an id or a size of a large one"
    if size.needed > MOST_ENTRIES:
        return f"its library loads no file without {size.needed} of them"
    return "" if size.entries is not None else "not shrunk"


def arm_sheets(power: Power) -> list[Sheet]:
    """How each arm did: on all mutants and on the hard ones, of both halves and of each."""
    note = (
        "Counts of mutants by the median of their seeds. Cases and seconds to detection: the median"
        " over mutants of that median; the worst of any search that found something; the mean with"
        f" a search without detection as {power.measured.budget:,}."
        " Characters to detection: those of all texts, or ids, up to it; the median of medians too."
    )
    everything = list(power.mutants.index)
    hard = f"Arms, hard mutants (no baseline within {HARD_CASES:,} cases)"
    return [
        _arm_sheet(power, "Arms, all mutants", everything, note),
        _arm_sheet(power, hard, power.hard, SELECTION_NOTE),
    ]


def _arm_sheet(power: Power, title: str, mutants: list[str], note: str) -> Sheet:
    halves: list[tuple[str, list[str]]] = [("both", mutants)]
    for half in ("tuning", "held-back"):
        of_half = power.mutants.index[power.mutants["half"] == half]
        halves.append((half, [mutant for mutant in mutants if mutant in set(of_half)]))
    rows = [
        (half, arm, *_arm_row(power.of(arm).reindex(names).dropna(subset=["seeds"]), power, arm))
        for half, names in halves
        if names
        for arm in power.measured.arms
    ]
    columns = (
        *("half", "arm", "mutants", *EVENTS, "shrunk", "median cases", "worst cases"),
        *(
            "mean cases",
            "median characters",
            "median seconds",
            "worst seconds",
            "searches",
            "found nothing",
        ),
        "of these out of time",
    )
    return Sheet(title, columns, tuple(rows), note, empty="None.")


def _arm_row(searches: pd.DataFrame, power: Power, arm: str) -> tuple[Value, ...]:
    trials = power.trials[
        (power.trials["arm"] == arm) & power.trials["mutant"].isin(searches.index)
    ]
    shrunk = {trial.mutant for trial in power.measured.trials if trial.arm == arm and trial.shrunk}
    detections = trials[trials["detected"].lt(math.inf)]
    return (
        len(searches),
        *(int(searches[event].lt(math.inf).sum()) for event in EVENTS),
        len(shrunk & set(searches.index)),
        _whole(searches["detected"].median()),
        _whole(detections["detected"].max()),
        _whole(searches["mean"].mean()),
        _whole(searches["characters"].median(skipna=False)),
        _number(searches["seconds"].median()),
        _number(detections["found_seconds"].max()),
        len(trials),
        len(trials) - len(detections),
        int(trials["out_of_time"].sum()),
    )


def survival_sheets(power: Power) -> list[Sheet]:
    """The share of searches that have not detected their mutant, after so many cases."""
    return [
        _survival_sheet(power, "Not yet detected, all mutants", list(power.mutants.index)),
        _survival_sheet(power, "Not yet detected, hard mutants", power.hard),
    ]


def _survival_sheet(power: Power, title: str, mutants: list[str]) -> Sheet:
    marks = [mark for mark in MARKS if mark <= power.measured.budget]
    curves = {arm: power.curve(arm, mutants) for arm in power.measured.arms} if mutants else {}
    rows = tuple(
        (
            arm,
            *(
                None if (left := left_after(curve, mark)) is None else f"{left:.1%}"
                for mark in marks
            ),
        )
        for arm, curve in curves.items()
    )
    note = (
        "Kaplan–Meier, as some searches run out of time: share of searches, after so many cases;"
        " – where no search of the arm ran so many."
    )
    columns = ("arm", *(f"{mark:,}" for mark in marks))
    return Sheet(title, columns, rows, note, empty="None.")


def stage_sheet(power: Power) -> Sheet:
    """Ours and the best baseline, by the stage that is wrong."""
    ours = power.of(OURS)
    rows = []
    for stage in STAGES:
        names = power.mutants.index[power.mutants["stage"] == stage]
        if len(names):
            mine = ours.reindex(names)
            theirs = power.mutants.loc[names, "best_baseline"]
            rows.append(
                (
                    stage,
                    len(names),
                    int(power.mutants.loc[names, "hard"].sum()),
                    int(mine["detected"].lt(math.inf).sum()),
                    _whole(mine["detected"].median()),
                    _whole(mine["mean"].mean()),
                    _whole(theirs.median()),
                    _whole(theirs.mean()),
                )
            )
    columns = (
        *("stage", "mutants", "hard", "detected", "median cases", "mean cases"),
        *("best baseline, median", "best baseline, mean"),
    )
    note = (
        "The best baseline is chosen mutant by mutant here, by its median of the seeds; a search of"
        " its that found nothing counts as what it ran, so the truth is not below that."
    )
    return Sheet("By stage", columns, tuple(rows), note)


def mutant_sheet(power: Power) -> Sheet:
    """A row a mutant: where it is looked for, how soon each arm finds it, what it came to."""
    first: dict[str, SearchTrial] = {}
    for trial in power.measured.trials:
        if trial.shrunk or trial.named:
            first.setdefault(trial.mutant, trial)
    rows = []
    cost = power.of(OURS)["detected"].reindex(power.mutants.index).fillna(math.inf)
    slowest_first = cost.sort_values(ascending=False, kind="stable").index
    for mutant, facts in power.mutants.loc[slowest_first].iterrows():
        by_arm = _searches_of(power, str(mutant)).set_index("arm")["detected"]
        small = first.get(str(mutant))
        rows.append(
            (
                (
                    str(mutant),
                    facts["half"],
                    *(word for word in ("hard", "undecided") if facts[word]),
                ),
                (facts["stage"], facts["op"]),
                (facts["vocabulary"], facts["model_kind"]),
                *(_whole(by_arm.get(arm, math.inf)) for arm in power.measured.arms),
                *_small_columns(small.shrunk if small else None),
                tuple(_named(small)) if small else (),
            )
        )
    columns = (
        *("mutant", "stage", "vocabulary", *power.measured.arms),
        *("smallest case", "characters", "entries", "named"),
    )
    note = "Cases to detection in the median of the seeds: – where half of them found nothing."
    return Sheet("Every mutant", columns, tuple(rows), note, empty="None.")


def _small_columns(shrunk: DefectSize | None) -> tuple[Value, ...]:
    if shrunk is None:
        return (None, None, None)
    return (_case_line(shrunk), shrunk.characters, shrunk.entries)


def _named(trial: SearchTrial) -> Iterable[str]:
    for naming in trial.named:
        right = (
            "right" if naming.stage == trial.stage else f"wrong: {naming.stage} {naming.component}"
        )
        yield f"{naming.method}: {'unknown' if naming.stage == 'unknown' else right}"


def measured_sheet(power: Power) -> Sheet:
    """What the measurement was made with."""
    measured = power.measured
    rows: Sequence[tuple[str, str]] = (
        ("budget", f"{measured.budget:,} cases a search"),
        ("seeds", ", ".join(map(str, measured.seeds))),
        ("mutants", f"{len(power.mutants):,} on {power.mutants['vocabulary'].nunique():,} files"),
        *sorted(measured.versions.items()),
    )
    return Sheet("Measured with", ("what", "which"), tuple(rows))


def left_out_sheet(power: Power) -> Sheet:
    """The mutants that were not searched for."""
    return Sheet("Left out", ("what",), tuple((line,) for line in power.measured.omissions))


def alarm_sheet(power: Power) -> Sheet:
    """The searches in which the reference itself differed from the native library."""
    rows = tuple((name, count) for name, count in power.measured.false_alarms.items() if count)
    return Sheet("False alarms", ("search", "cases"), rows)


def sheets(power: Power) -> list[Sheet]:
    """Everything, in the order of interest."""
    return [
        missed_sheet(power),
        bar_sheet(power),
        alarm_sheet(power),
        *arm_sheets(power),
        *survival_sheets(power),
        stage_sheet(power),
        length_sheet(power),
        whole_sheet(power),
        mutant_sheet(power),
        left_out_sheet(power),
        measured_sheet(power),
    ]


def _searches_of(power: Power, mutant: str) -> pd.DataFrame:
    searches: pd.DataFrame = power.searches[power.searches["mutant"] == mutant]
    return searches


def _case_line(shrunk: DefectSize) -> str:
    return describe.case_line(shrunk.case, 40)


def _number(value: float) -> float | None:
    return float(value) if value < math.inf else None


def _whole(value: float) -> int | None:
    return round(value) if value < math.inf else None
