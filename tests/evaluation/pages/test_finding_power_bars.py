from dataclasses import replace

import pytest

from evaluation.pages.finding_power import power
from evaluation.pages.finding_power_bars import bars
from evaluation.pages.grouping import Grouping, NamingWay
from evaluation.pages.trials import DefectSize, NamedAs

OURS = "tokparity"
SMALL = DefectSize(2, 20, 3, 100, 1.0, False, {})


RIGHT = NamingWay("traced", (90, 100), (1, 100), (95, 100), (1, 2), (80, 100))
BOX = NamingWay("a black box", (70, 100), (1, 100), (95, 100), (1, 2), (80, 100))
GROUPING = Grouping(
    50, 60, 10, 0, (RIGHT, BOX, replace(BOX, name="never scored", one_group=(0, 9)))
)


def verdicts(measured):
    return {bar.name: bar.verdict for bar in bars(power(measured))}


def named(method, stage, finding="f"):
    return NamedAs(method, stage, "c", finding)


def good(measure, mutants=40, **changes):
    """Every bar met: hard mutants found at once, small, named right, told apart."""
    names = [f"m{number}" for number in range(mutants)]
    table = {name: {OURS: (10, 20), "a": (9000, None)} for name in names}
    both = {
        name: (named("two-trace", "model", name), named("counterfactual", "model", name))
        for name in names
    }
    shrunk = dict.fromkeys(names, SMALL)
    measured = measure(table, shrunk=shrunk, named=both, false_alarms={"q": 0})
    return replace(measured, **{"grouping": GROUPING, **changes})


def changed(measured, mutant, **changes):
    """One mutant's trials with our arm that say anything, changed."""
    trials = [
        replace(t, **changes) if t.mutant in mutant and t.arm == OURS and t.shrunk else t
        for t in measured.trials
    ]
    return replace(measured, trials=tuple(trials))


def test_every_bar_can_be_met(measure):
    found = verdicts(good(measure))
    assert set(found.values()) == {"passes", "told"}
    assert [name for name, verdict in found.items() if verdict == "told"] == ["Stage unknown"]


MISSED = {OURS: (None, None), "a": (9000, 9000)}
ALL, LATE = "Detected, of what any arm triggers", "Seconds to detection, worst"


@pytest.mark.parametrize(
    ("table", "failed"),
    [
        pytest.param({"x": MISSED}, {ALL, LATE}, id="one-missed"),
        pytest.param(
            {"x": {OURS: (1, None, 1), "a": (1, 1, 1)}},
            {ALL, LATE},
            id="one-seed-missed",
        ),
        pytest.param({"x": {OURS: (1,), "a": (1, 1)}}, {ALL}, id="one-seed-not-searched"),
        pytest.param(
            {f"x{n}": MISSED for n in range(3)},
            {ALL, "Detected, of the hard ones", LATE},
            id="three-of-43",
        ),
        pytest.param({"x": {OURS: (601, 1), "a": (1, 1)}}, {LATE}, id="slow"),
        pytest.param({"x": {OURS: (None, None), "a": (None, None)}}, set(), id="never-triggered"),
    ],
)
def test_what_is_not_found_or_late(measure, table, failed):
    whole = good(measure)
    more = measure(table, shrunk=dict.fromkeys(table, SMALL))
    measured = replace(whole, trials=(*whole.trials, *more.trials))
    assert {name for name, one in verdicts(measured).items() if one == "fails"} == failed


def test_a_fifth_of_the_best_baseline(measure):
    name = "Cases on hard ones, against the best baseline"
    fifth = {"x": {OURS: (800,), "a": (4000,), "b": (5000,)}}
    assert verdicts(measure(fifth))[name] == "passes"
    more = {"x": {OURS: (801,), "a": (4000,), "b": (5000,)}}
    assert verdicts(measure(more))[name] == "fails"
    (told,) = (bar.measured for bar in bars(power(measure(fifth))) if bar.name == name)
    assert told.startswith("800 against 4,000 of a: 0.200, ")


def test_a_baseline_out_of_time_counts_what_it_ran(measure):
    name = "Cases on hard ones, against the best baseline"
    enough = {"x": {OURS: (600,), "a": (-3000,)}}
    assert verdicts(measure(enough))[name] == "passes"
    timed_out = {"x": {OURS: (601,), "a": (-3000,)}}
    assert verdicts(measure(timed_out))[name] == "fails"
    (told,) = (bar.measured for bar in bars(power(measure(timed_out))) if bar.name == name)
    assert told.startswith("601 against 3,000 of a: 0.200, both restricted to")
    assert "0.012 where what found nothing counts as the whole budget for both" in told


def test_what_ours_finds_later_than_a_baseline_ran_counts_as_that(measure):
    name = "Cases on hard ones, against the best baseline"
    later = {
        "x": {OURS: (9000,), "a": (-3000,)},
        **{f"y{n}": {OURS: (1,), "a": (4000,)} for n in "ab"},
    }
    (told,) = (bar.measured for bar in bars(power(measure(later))) if bar.name == name)
    assert told.startswith("1,001 against 3,667 of a: 0.273, ")


def test_the_ratio_stands_in_characters_and_seconds_too(measure):
    name = "Cases on hard ones, against the best baseline"
    measured = measure({"x": {OURS: (-600,), "a": (3000,)}})

    def told(**changes):
        trials = (replace(t, **changes) if t.arm == "a" else t for t in measured.trials)
        found = bars(power(replace(measured, trials=tuple(trials))))
        (said,) = (bar.measured for bar in found if bar.name == name)
        return said.partition(". ")[2]

    # As if ours had gone on to 50,000 cases, at seven characters and a tenth of a second each.
    assert told(characters=700_000, seconds=50_000.0) == (
        "That third in characters: 0.500, in seconds: 0.100"
    )
    assert told(characters=None, seconds=0.0) == "That third in characters: –, in seconds: –"


def test_ours_out_of_time_counts_the_whole_budget(measure):
    name = "Cases on hard ones, against the best baseline"
    stopped = {"x": {OURS: (-5,), "a": (40_000,)}}
    assert verdicts(measure(stopped))[name] == "fails"


def test_undecided_ones_are_counted_apart(measure):
    table = {"x": {OURS: (1,), "a": (-1000,)}, "y": {OURS: (1,), "a": (9000,)}}
    (told,) = (bar.measured for bar in bars(power(measure(table))) if bar.name == "Hard mutants")
    assert told == "1, and 1 undecided: a baseline stopped too soon, or never searched"


def test_what_a_baseline_never_searched_is_not_hard(measure):
    table = {"x": {OURS: (1,), "a": (9000,), "b": (3,)}, "y": {OURS: (1,), "a": (9000,)}}
    found = power(measure(table))
    assert (found.hard, found.undecided) == ([], ["y"])


def test_what_could_not_be_made_small_is_told(measure):
    whole = good(measure)
    lost = replace(whole, trials=(replace(whole.trials[0], shrunk=None), *whole.trials[1:]))
    found = {bar.name: bar for bar in bars(power(lost))}
    bar = found["Detected, and could not be made small"]
    assert (bar.verdict, bar.measured) == ("fails", "1 of 40, 2.5%")


def test_the_median_of_seconds_counts_what_was_not_found(measure):
    name = "Seconds to detection, median"
    assert verdicts(measure({"x": {OURS: (29, 29, None)}}))[name] == "passes"
    assert verdicts(measure({"x": {OURS: (29, None, None)}}))[name] == "fails"
    assert verdicts(measure({"x": {OURS: (30, 30, 30)}}))[name] == "fails"


@pytest.mark.parametrize(
    ("size", "failed"),
    [
        pytest.param(
            replace(SMALL, characters=13), "Characters of the smallest text, worst", id="13"
        ),
        pytest.param(
            replace(SMALL, characters=5000, bound_by_length=True), None, id="bound-by-length"
        ),
        pytest.param(
            replace(SMALL, entries=201), "Entries of the smallest vocabulary, worst", id="entries"
        ),
        pytest.param(
            replace(SMALL, entries=None),
            "Entries of the smallest vocabulary, worst",
            id="no-smaller-vocabulary",
        ),
        pytest.param(
            replace(SMALL, entries=None, bound_by_vocabulary=True), None, id="bound-by-vocabulary"
        ),
        pytest.param(replace(SMALL, entries=456, needed=256), None, id="bound-by-format"),
        pytest.param(
            replace(SMALL, entries=457, needed=256),
            "Entries of the smallest vocabulary, worst",
            id="more-than-the-format-wants",
        ),
        pytest.param(
            replace(SMALL, entries=258, needed=200),
            "Entries of the smallest vocabulary, worst",
            id="few-needed",
        ),
        pytest.param(
            replace(SMALL, loads=13),
            "Bounds kept: loads of a full vocabulary while shrinking, worst",
            id="loads",
        ),
        pytest.param(
            replace(SMALL, candidates=2001),
            "Bounds kept: candidates while shrinking, worst",
            id="candidates",
        ),
        pytest.param(replace(SMALL, seconds=21.0), "Seconds of shrinking, worst", id="seconds"),
    ],
)
def test_what_is_not_small(measure, size, failed):
    found = verdicts(changed(good(measure), ("m0",), shrunk=size))
    assert [name for name, one in found.items() if one == "fails"] == ([failed] if failed else [])


def test_entries_that_a_library_wants_are_told_apart(measure):
    size = replace(SMALL, entries=258, needed=256)
    told = {
        bar.name: bar.measured for bar in bars(power(changed(good(measure), ("m0",), shrunk=size)))
    }
    assert (
        "1 whose library loads no file without 256 of them left out: 2 entries besides"
        in (told["Entries of the smallest vocabulary, worst"])
    )


def test_medians_of_sizes(measure):
    half = tuple(f"m{number}" for number in range(21))
    found = verdicts(changed(good(measure), half, shrunk=replace(SMALL, characters=5, entries=25)))
    assert {name for name, one in found.items() if one == "fails"} == {
        "Characters of the smallest text, median",
        "Entries of the smallest vocabulary, median",
    }


def test_no_smaller_vocabulary_is_the_largest_of_sizes(measure):
    name = "Entries of the smallest vocabulary, median"
    whole = replace(SMALL, entries=None)
    half, less = ([f"m{number}" for number in range(count)] for count in (20, 19))
    assert verdicts(changed(good(measure), half, shrunk=whole))[name] == "fails"
    assert verdicts(changed(good(measure), less, shrunk=whole))[name] == "passes"
    found = bars(power(changed(good(measure), half, shrunk=whole)))
    (told,) = (bar.measured for bar in found if bar.name == name)
    assert told == "none, of 40, 20 with no smaller vocabulary (listed) among them"


def test_bounds_of_the_shrinker_are_said_to_be_its_own(measure):
    kept = [bar for bar in bars(power(good(measure))) if bar.name.startswith("Bounds kept: ")]
    assert len(kept) == 2
    assert all("the shrinker's own bound" in bar.measured for bar in kept)


MANY = "over many vocabularies"


def test_what_was_not_measured_over_many_vocabularies_is_said(measure):
    found = bars(power(good(measure, grouping=None)))
    (bar,) = (bar for bar in found if MANY in bar.name)
    assert bar.verdict == "not measured"
    assert bar.measured == "see python -m evaluation.tables.naming --mutants --everywhere --out"


def test_what_is_in_one_vocabulary_alone_puts_no_grouping_to_the_test(measure):
    alone = replace(RIGHT, one_group=(5, 5), in_several=(0, 0))
    found = verdicts(good(measure, grouping=replace(GROUPING, ways=(alone, BOX))))
    assert found[f"One finding a mutant, {MANY}: traced"] == "not measured"
    nothing = bars(power(good(measure, grouping=replace(GROUPING, ways=()))))
    assert [bar.verdict for bar in nothing if MANY in bar.name] == ["not measured"]


@pytest.mark.parametrize(
    ("way", "changes", "failed"),
    [
        (0, {"one_group": (94, 100)}, f"One finding a mutant, {MANY}: traced"),
        (1, {"one_group": (94, 100)}, f"One finding a mutant, {MANY}: a black box"),
        (0, {"pairs_apart": (79, 100)}, f"Pairs told apart, {MANY}: traced"),
        (1, {"pairs_apart": (79, 100)}, f"Pairs told apart, {MANY}: a black box"),
        (0, {"stage_right": (89, 100)}, f"Stage named right, {MANY}: traced"),
        (1, {"stage_right": (69, 100)}, f"Stage named right, {MANY}: a black box"),
        (2, {"stage_right": (0, 100)}, None),
    ],
)
def test_each_share_over_many_vocabularies_has_its_bar(measure, way, changes, failed):
    ways = list(GROUPING.ways)
    ways[way] = replace(ways[way], **changes)
    found = verdicts(good(measure, grouping=replace(GROUPING, ways=tuple(ways))))
    assert [name for name, verdict in found.items() if verdict == "fails"] == [failed] * bool(
        failed
    )


def test_those_in_several_vocabularies_and_the_unknown_are_told(measure):
    told = {bar.name: bar.measured for bar in bars(power(good(measure)))}
    assert told[f"One finding a mutant, {MANY}: traced"] == (
        "95 of 100, 95.0%, of those in more than one 1 of 2, 50.0%;"
        " 60 vocabularies, 10 of a kind at most"
    )
    assert told[f"Stage named right, {MANY}: traced"] == "90 of 100, 90.0%; unknown 1 of 100, 1.0%"


@pytest.mark.parametrize(
    ("count", "names", "failed"),
    [
        (4, ("two-trace", "decoder"), None),
        (5, ("reported", "decoder"), "Stage named right, reported or two-trace"),
        (12, ("counterfactual", "decoder"), None),
        (13, ("unknown", "unknown"), "Stage named right, counterfactual"),
    ],
)
def test_stages_named_wrong(measure, count, names, failed):
    wrong = tuple(f"m{number}" for number in range(count))
    measured = good(measure)
    trials = []
    for trial in measured.trials:
        if trial.named and trial.mutant in wrong:
            keep = [n for n in trial.named if (n.method == "two-trace") != (count < 6)]
            trial = replace(trial, named=(*keep, named(*names, trial.mutant)))
        trials.append(trial)
    found = verdicts(replace(measured, trials=tuple(trials)))
    assert [name for name, one in found.items() if one == "fails"] == ([failed] if failed else [])


def test_mutants_with_one_finding_are_not_apart(measure):
    measured = good(measure)
    same = [
        replace(t, named=(named("reported", "model", "one"),)) if t.named else t
        for t in measured.trials
    ]
    found = verdicts(replace(measured, trials=tuple(same)))
    assert found["Pairs of one model kind and stage told apart"] == "fails"


def test_few_hard_ones_and_a_false_alarm(measure):
    found = verdicts(good(measure, mutants=39, false_alarms={"q": 0, "r": 1}))
    assert [name for name, one in found.items() if one == "fails"] == [
        "Hard mutants",
        "False alarms",
    ]


@pytest.mark.parametrize("table", [{}, {"m": {"a": (1, 2)}}], ids=["nothing", "no-arm-of-ours"])
def test_what_was_not_measured_neither_passes_nor_fails(measure, table):
    found = verdicts(measure(table, arms=("a",)))
    assert {one for one in found.values() if one != "fails"} == {"not measured"}
    assert {name for name, one in found.items() if one == "fails"} == {"Hard mutants"}
