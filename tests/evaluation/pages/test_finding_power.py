import math
from dataclasses import replace

import pytest

from evaluation.pages.finding_power import power
from evaluation.pages.survival import left_after

OURS = "tokparity"


def test_medians_means_and_what_is_censored(measure):
    found = power(measure({"m": {OURS: (10, 30, None), "u": (None, -4000, 100)}}))
    mine, theirs = found.of(OURS).loc["m"], found.of("u").loc["m"]
    assert (mine["detected"], mine["found"], mine["seeds"]) == (30, 2, 3)
    assert mine["mean"] == pytest.approx((10 + 30 + 50_000) / 3)
    assert theirs["detected"] == math.inf
    assert theirs["mean"] == pytest.approx((50_000 + 50_000 + 100) / 3)
    assert theirs["at_least"] == pytest.approx((50_000 + 4000 + 100) / 3)


@pytest.mark.parametrize(
    ("best", "hard"),
    [
        pytest.param((1, 2001, 9000), True, id="median-above"),
        pytest.param((1, 2000, 9000), False, id="median-at-2000"),
        pytest.param((None, None, 5), True, id="mostly-not-found"),
        pytest.param((1999, None, 5), False, id="below"),
    ],
)
def test_hard_is_what_the_best_baseline_takes_long_for(measure, best, hard):
    found = power(measure({"m": {OURS: (1, 1, 1), "a": (None, None, None), "b": best}}))
    assert found.hard == (["m"] if hard else [])


@pytest.mark.parametrize(
    ("best", "is_hard", "is_open"),
    [
        pytest.param((-1000, 1, -1000), False, True, id="stopped-below"),
        pytest.param((-2001, 1, -2500), True, False, id="stopped-above"),
        pytest.param((-2000, -2000), False, True, id="stopped-at-2000"),
        pytest.param((-1000, 1, 1500), False, False, id="two-of-three-within"),
        pytest.param((-1000, 1500), False, True, id="a-median-between-two"),
    ],
)
def test_what_ran_out_of_time_below_is_neither(measure, best, is_hard, is_open):
    found = power(measure({"m": {OURS: (1,), "a": (9000,), "b": best}}))
    assert (bool(found.hard), bool(found.undecided)) == (is_hard, is_open)
    # Another baseline is within: not hard, whatever this one would have needed.
    easy = power(measure({"m": {OURS: (1,), "a": (5,), "b": best}}))
    assert (easy.hard, easy.undecided) == ([], [])


def test_the_best_baseline_counts_what_it_ran(measure):
    table = {"m": {OURS: (1,), "a": (4000,), "b": (-3000,)}}
    found = power(measure(table))
    assert found.mutants.loc["m", "best_baseline"] == 3000
    assert found.best_single(["m"]) == "b"


def test_ours_never_makes_a_mutant_easy_or_hard(measure):
    found = power(
        measure({"m": {OURS: (1, 1), "a": (3000, 3000)}, "n": {OURS: (9000,), "a": (1,)}})
    )
    assert found.hard == ["m"]
    assert found.baselines == ("a",)


def test_without_a_baseline_nothing_is_hard(measure):
    found = power(measure({"m": {OURS: (9000, 9000)}}))
    assert found.hard == []
    assert found.best_single(["m"]) is None


def test_the_best_single_baseline_is_one_for_all(measure):
    table = {
        "m": {OURS: (1,), "a": (3000,), "b": (30_000,)},
        "n": {OURS: (1,), "a": (40_000,), "b": (4000,)},
    }
    assert power(measure(table)).best_single(["m", "n"]) == "b"
    assert power(measure(table)).best_single(["m"]) == "a"


def test_curves_and_events_are_of_trials(measure):
    found = power(measure({"m": {OURS: (5, -3)}, "n": {OURS: (None, None), "a": (7, None)}}))
    assert left_after(found.curve(OURS, ["m"]), 5) == 0
    assert left_after(found.curve(OURS, ["m", "n"]), 5) == pytest.approx(2 / 3)
    assert found.any_arm("triggered") == {"m", "n"}
    assert found.any_arm("reached") == {"m", "n"}


def test_a_ratio_in_another_measure_counts_ours_to_the_whole_budget(measure):
    table = {
        "m": {OURS: (-10_000, 2000), "a": (-30_000, 20_000)},
        "n": {OURS: (500,), "a": (4000,)},
    }
    measured = measure(table)
    of = ("capped_characters", "characters")
    # Seven characters a case: of m the means are 26,000 and 25,000 cases.
    ratio = power(measured).strict_ratio("a", ["m", "n"], *of)
    assert ratio == pytest.approx((26_000 + 500) / (25_000 + 4000))
    twice = [replace(t, characters=t.cases * 14) if t.arm == OURS else t for t in measured.trials]
    other = power(replace(measured, trials=tuple(twice)))
    assert other.strict_ratio("a", ["m", "n"], *of) == pytest.approx(2 * ratio)


def test_both_are_restricted_to_what_the_other_ran(measure):
    table = {
        "m": {OURS: (100, None), "a": (-3000, 6000), "b": (7000, 7000)},
        "n": {OURS: (5000,), "a": (-3000,), "b": (None,)},
    }
    found = power(measure(table))
    # m: 100 of 3,000, and 50,000 (never found) of 6,000; n: 3,000 (found later) of 3,000.
    assert found.restricted("a", ["m", "n"]) == (
        (100 + 50_000) / 2 / 2 + 3000 / 2,
        (4500 + 3000) / 2,
        3,
    )
    assert found.restricted("a", ["n"]) == (3000, 3000, 1)
    assert found.restricted("b", ["n"]) == (5000, 50_000, 1)
    assert found.best_single(["n"]) == "a"
    assert found.restricted("c", ["n"]) is None


def test_a_trial_without_characters_leaves_their_ratio_open(measure):
    measured = measure({"m": {OURS: (1, 2), "a": (3000, 4000)}})
    for gone in range(4):
        trials = [
            replace(trial, characters=None) if number == gone else trial
            for number, trial in enumerate(measured.trials)
        ]
        found = power(replace(measured, trials=tuple(trials)))
        assert found.strict_ratio("a", ["m"], "capped_characters", "characters") is None
        assert found.strict_ratio("a", ["m"], "capped_seconds", "seconds") is not None


def test_no_trials_are_no_mutants(measure):
    found = power(measure({}, arms=(OURS,)))
    assert (list(found.mutants.index), found.hard, found.any_arm("detected")) == ([], [], set())
    assert found.of(OURS).empty


def test_our_arm_comes_first(measure):
    found = power(measure({"m": {"a": (1,), "b": (1,), OURS: (1,)}}))
    assert found.measured.arms == (OURS, "a", "b")
    assert found.baselines == ("a", "b")
