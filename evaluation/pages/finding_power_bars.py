"""The bars of finding power: what is required, what was measured, whether that passes.

A bar that nothing was measured for neither passes nor fails, and says so.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from evaluation.pages.finding_power import OURS, Power
from evaluation.pages.grouping import Count, Grouping
from evaluation.pages.trials import DefectSize, NamedAs, SearchTrial

NOTHING = "–"
SURE = ("reported", "two-trace")
BOUND_PREFIX = "Bounds kept: "
"""So begin the names of bars that the shrinker meets by its own bounds: no merit, a check."""
NO_BAR = "no bar"
MOST_ENTRIES = 200
"""Of a smallest vocabulary. A format whose library wants more is told apart."""


@dataclass(frozen=True, slots=True)
class Bar:
    """`passed` is None where nothing was measured ("–", or where it is), or nothing is required."""

    name: str
    required: str
    measured: str
    passed: bool | None

    @property
    def verdict(self) -> str:
        """One word for a table."""
        if self.passed is None:
            return (
                "told" if self.required == NO_BAR and self.measured != NOTHING else "not measured"
            )
        return "passes" if self.passed else "fails"


def bars(power: Power) -> list[Bar]:
    """Every bar, in the order of a search: found, how soon, how small, how named."""
    return [
        *_detection(power),
        *_speed(power),
        *_sizes(power),
        *_names(power),
        _false_alarms(power),
    ]


def _absent(name: str, required: str) -> Bar:
    return Bar(name, required, NOTHING, None)


def _detection(power: Power) -> Iterable[Bar]:
    ours, hard = power.of(OURS), power.hard
    triggered = sorted(power.any_arm("triggered"))
    name, required = "Detected, of what any arm triggers", "all, in every seed"
    if ours.empty or not triggered:
        yield _absent(name, required)
    else:
        mine = ours.reindex(triggered)
        most = int(mine["detected"].lt(math.inf).sum())
        seeds = power.trials.loc[power.trials["arm"] == OURS, "seed"].nunique()
        always = int(mine["found"].eq(seeds).sum())
        measured = f"{most} of {len(triggered)} in most seeds, {always} in every seed"
        yield Bar(name, required, measured, always == len(triggered))
    name, required = "Detected, of the hard ones", "95 %"
    if ours.empty or not hard:
        yield _absent(name, required)
    else:
        detected = int(ours.reindex(hard)["detected"].lt(math.inf).sum())
        measured = f"{detected} of {len(hard)}, {detected / len(hard):.1%}"
        yield Bar(name, required, measured, detected >= 0.95 * len(hard))
    if power.baselines:
        open_ = len(power.undecided)
        measured = str(len(hard)) + (
            f", and {open_} undecided: a baseline stopped too soon, or never searched" * bool(open_)
        )
        yield Bar("Hard mutants", "at least 40", measured, len(hard) >= 40)
    else:
        yield _absent("Hard mutants", "at least 40")


def _speed(power: Power) -> Iterable[Bar]:
    ours, hard, best = power.of(OURS), power.hard, power.best_single(power.hard)
    name, required = "Cases on hard ones, against the best baseline", "at most 1/5"
    if ours.empty or best is None:
        yield _absent(name, required)
    else:
        means = power.restricted(best, hard)
        assert means is not None  # the best has a ratio
        ratio = means[0] / means[1]
        theirs = power.of(best).reindex(hard)
        mine, least = ours.reindex(hard)["mean"].mean(), theirs["at_least"].mean()
        each = power.searches[power.searches["arm"] != OURS].groupby("mutant")["at_least"].min()
        measured = (
            f"{means[0]:,.0f} against {means[1]:,.0f} of {best}: {ratio:.3f}, both restricted to"
            f" what that search ran before its time was over, in {means[2]:,} searches of each;"
            f" {mine / theirs['mean'].mean():.3f} where what found nothing counts as the whole"
            f" budget for both; {mine / least:.3f} where it does for ours alone,"
            f" {mine / each.reindex(hard).mean():.3f} so against the best for each mutant."
            f" That third in characters: {_ratio(power, best, 'characters')},"
            f" in seconds: {_ratio(power, best, 'seconds')}"
        )
        yield Bar(name, required, measured, bool(ratio <= 0.2))
    mine = power.trials[power.trials["arm"] == OURS]
    seconds = mine["found_seconds"]
    to_detection = seconds[seconds.lt(math.inf)]
    if to_detection.empty:
        yield _absent("Seconds to detection, median", "under 3")
        yield _absent("Seconds to detection, worst", "at most 60")
        return
    middle, worst = seconds.median(), to_detection.max()
    missed = mine[seconds.eq(math.inf)]
    due = int(missed["mutant"].isin(power.any_arm("triggered")).sum())
    without = f"; searches that found nothing: {len(missed)}" if len(missed) else ""
    without += f", {due} of them what some search triggers" if due else ""
    yield Bar("Seconds to detection, median", "under 3", f"{middle:.2f}", bool(middle < 3))
    measured = f"{worst:.1f}{without}"
    yield Bar("Seconds to detection, worst", "at most 60", measured, bool(worst <= 60) and not due)


def _ratio(power: Power, arm: str, of: str) -> str:
    ratio = power.strict_ratio(arm, power.hard, f"capped_{of}", of)
    return NOTHING if ratio is None else f"{ratio:.3f}"


def _sizes(power: Power) -> Iterable[Bar]:
    yield _not_made_small(power)
    shrunk = [trial.shrunk for trial in power.measured.trials if trial.shrunk]
    free = [size.characters for size in shrunk if not size.bound_by_length]
    # No smaller vocabulary shows it: more than any number of entries.
    of_format = [size for size in shrunk if size.needed > MOST_ENTRIES]
    free_of_size = [
        size for size in shrunk if not size.bound_by_vocabulary and size.needed <= MOST_ENTRIES
    ]
    entries = [math.inf if size.entries is None else size.entries for size in free_of_size]
    besides: list[float] = []
    bound = len(shrunk) - len(free)
    apart = f", {bound} bound by length left out" if bound else ""
    yield _middle("Characters of the smallest text", free, 4, apart)
    yield _worst("Characters of the smallest text", free, 12, apart)
    whole = entries.count(math.inf)
    bound = len(shrunk) - len(free_of_size) - len(of_format)
    apart = f", {whole} with no smaller vocabulary (listed) among them" if whole else ""
    apart += f", {bound} bound by rank, id or size left out" if bound else ""
    if of_format:
        besides = [
            math.inf if size.entries is None else size.entries - size.needed for size in of_format
        ]
        apart += (
            f", {len(of_format)} whose library loads no file without"
            f" {min(size.needed for size in of_format)} of them left out:"
            f" {_size(max(besides))} entries besides these at most"
        )
    yield _middle("Entries of the smallest vocabulary", entries, 24, apart)
    worst = [*entries, *besides]
    yield _worst("Entries of the smallest vocabulary", worst, MOST_ENTRIES, apart)
    for name, most, of in _BOUNDS:
        yield _worst(
            BOUND_PREFIX + name, [of(size) for size in shrunk], most, " (the shrinker's own bound)"
        )
    yield _worst("Seconds of shrinking", [size.seconds for size in shrunk], 20)


def _not_made_small(power: Power) -> Bar:
    """What ours detected with the seed that is made small, and has no smallest case."""
    name, required = "Detected, and could not be made small", "0"
    ours = [trial for trial in power.measured.trials if trial.arm == OURS and trial.detected]
    first = min((trial.seed for trial in ours), default=0)
    is_small = [trial.shrunk is not None for trial in ours if trial.seed == first]
    if not is_small:
        return _absent(name, required)
    return Bar(name, required, _of((is_small.count(False), len(is_small))), all(is_small))


_BOUNDS: Sequence[tuple[str, int, Callable[[DefectSize], float]]] = (
    ("loads of a full vocabulary while shrinking", 12, lambda size: size.loads),
    ("candidates while shrinking", 2000, lambda size: size.candidates),
)


def _middle(name: str, values: Sequence[float], most: float, note: str = "") -> Bar:
    name, required = f"{name}, median", f"at most {most:,}"
    if not values:
        return _absent(name, required)
    middle = median(values)
    return Bar(name, required, f"{_size(middle)}, of {len(values)}{note}", middle <= most)


def _worst(name: str, values: Sequence[float], most: float, note: str = "") -> Bar:
    name, required = f"{name}, worst", f"at most {most:,}"
    if not values:
        return _absent(name, required)
    worst = max(values)
    over = sum(value > most for value in values)
    measured = _size(worst) + (f", {over} of {len(values)} above" if over else "") + note
    return Bar(name, required, measured, over == 0)


def _size(value: float) -> str:
    """
    >>> _size(13013), _size(2.5), _size(math.inf)
    ('13,013', '2.5', 'none')
    """
    if value == math.inf:
        return "none"
    return f"{value:,.0f}" if value >= 1000 else f"{value:,.4g}"


def _names(power: Power) -> Iterable[Bar]:
    named = [(trial, naming) for trial in power.measured.trials for naming in trial.named]
    sure = [pair for pair in named if pair[1].method in SURE]
    # A counterfactual that names nothing, or several stages, comes out as unknown.
    guessed = [pair for pair in named if pair[1].method not in SURE]
    yield _share("Stage named right, reported or two-trace", 0.9, *_right(sure))
    yield _share("Stage named right, counterfactual", 0.7, *_right(guessed))
    unknown = sum(naming.stage == "unknown" for _, naming in named)
    measured = f"{unknown} of {len(named)}, {unknown / len(named):.1%}" if named else NOTHING
    yield Bar("Stage unknown", NO_BAR, measured, None)
    yield from _pairs(named)
    yield from _grouped(power.measured.grouping)


def _right(named: Sequence[tuple[SearchTrial, NamedAs]]) -> tuple[int, int]:
    return sum(naming.stage == trial.stage for trial, naming in named), len(named)


def _share(name: str, least: float, count: int, total: int, note: str = "") -> Bar:
    required = f"at least {least:.0%}"
    if not total:
        return _absent(name, required)
    return Bar(name, required, _of((count, total)) + note, count >= least * total)


def _pairs(named: Sequence[tuple[SearchTrial, NamedAs]]) -> Iterable[Bar]:
    findings: dict[str, set[str]] = {}
    places: dict[tuple[str, str], set[str]] = {}
    for trial, naming in named:
        if not naming.finding:  # named once more, in a way that makes no finding
            continue
        findings.setdefault(trial.mutant, set()).add(naming.finding)
        places.setdefault((trial.model_kind, trial.stage), set()).add(trial.mutant)
    pairs = [pair for mutants in places.values() for pair in combinations(sorted(mutants), 2)]
    apart = sum(not findings[first] & findings[second] for first, second in pairs)
    yield _share("Pairs of one model kind and stage told apart", 0.8, apart, len(pairs))


LEAST_RIGHT = (0.9, 0.7)
"""Of stages named right: by two traces, and of a black box."""


def _grouped(grouping: Grouping | None) -> Iterable[Bar]:
    name = "One finding a mutant, over many vocabularies"
    if grouping is None or not grouping.ways:
        how_to = "see python -m evaluation.tables.naming --mutants --everywhere --out"
        yield Bar(name, "at least 95%", how_to, None)
        return
    where = f"; {grouping.vocabularies} vocabularies, {grouping.limit} of a kind at most"
    for way, least in zip(grouping.ways, LEAST_RIGHT, strict=False):
        several = f", of those in more than one {_of(way.in_several)}{where}"
        # Where no defect is in two vocabularies nothing was put to the test.
        whole = way.one_group if way.in_several[1] else (0, 0)
        yield _share(f"{name}: {way.name}", 0.95, *whole, several)
        yield _share(f"Pairs told apart, over many vocabularies: {way.name}", 0.8, *way.pairs_apart)
        note = f"; unknown {_of(way.stage_unknown)}"
        name_of_stage = f"Stage named right, over many vocabularies: {way.name}"
        yield _share(name_of_stage, least, *way.stage_right, note)


def _of(count: Count) -> str:
    """
    >>> _of((1, 8)), _of((0, 0))
    ('1 of 8, 12.5%', '–')
    """
    return f"{count[0]:,} of {count[1]:,}, {count[0] / count[1]:.1%}" if count[1] else NOTHING


def _false_alarms(power: Power) -> Bar:
    alarms = power.measured.false_alarms
    if not alarms:
        return _absent("False alarms", "0")
    total = sum(alarms.values())
    return Bar("False alarms", "0", f"{total:,} in {len(alarms):,} searches", total == 0)
