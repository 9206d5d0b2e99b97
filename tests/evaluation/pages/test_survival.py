import pytest

from evaluation.pages.survival import SurvivalCurve, left_after, survival


def test_without_censoring_it_is_the_share_that_is_left():
    times = [3, 1, 4, 1, 5, 9, 2, 6]
    curve = survival((time, True) for time in times)
    for cases in range(12):
        assert left_after(curve, cases) == pytest.approx(sum(t > cases for t in times) / 8)


def test_a_worked_example():
    # Six searches; at 6 three of six end with a find and one without, at 10 one of two: by hand.
    searches = [(6, True), (6, True), (6, True), (6, False), (10, True), (11, False)]
    curve = survival(searches)
    assert curve.steps == ((6, pytest.approx(3 / 6)), (10, pytest.approx(3 / 6 * 1 / 2)))
    assert (curve.last, curve.left) == (11, pytest.approx(1 / 4))


def test_one_censored_early_is_not_one_that_was_never_found():
    early = survival([(1, False), (5, True), (7, True)])
    assert left_after(early, 4) == 1
    assert left_after(early, 5) == 0.5
    assert survival([(9, False)] * 3) == SurvivalCurve((), 9)
    assert survival([]) == SurvivalCurve((), 0)


def test_nothing_is_said_of_more_cases_than_anybody_ran():
    curve = survival([(5, True), (9, False), (7, False)])
    assert left_after(curve, 9) == pytest.approx(2 / 3)
    assert left_after(curve, 10) is None
    assert left_after(survival([]), 1) is None


def test_what_is_all_detected_stays_so():
    assert left_after(survival([(5, True), (7, True)]), 1000) == 0
