import re

import pytest

from evaluation.pages.survival import SurvivalCurve
from evaluation.pages.survival_plot import survival_plot


def points(path):
    """Where a path of M, H and V goes, corner by corner."""
    x = y = None
    found = []
    for kind, one, other in re.findall(r"([MHV])([\d.]+)(?:,([\d.]+))?", path):
        x, y = (
            (float(one), float(other))
            if kind == "M"
            else (float(one), y)
            if kind == "H"
            else (x, float(one))
        )
        found.append((x, y))
    return found


def test_steps_go_down_on_a_logarithmic_axis():
    plot = survival_plot(
        "all",
        {"a": SurvivalCurve(((10, 0.5), (100, 0.25)), 1000), "b": SurvivalCurve((), 1000)},
        1000,
    )
    left, right, top, bottom = plot.left, plot.right, plot.top, plot.bottom
    third = (right - left) / 3
    middle, quarter = (top + bottom) / 2, bottom - (bottom - top) / 4
    assert points(plot.lines[0].path) == [
        (left, top),
        *((pytest.approx(left + third, abs=0.1), y) for y in (top, middle)),
        *((pytest.approx(left + 2 * third, abs=0.1), y) for y in (middle, quarter)),
        (right, quarter),
    ]
    assert points(plot.lines[1].path) == [(left, top), (right, top)]
    assert [line.end for line in plot.lines] == ["25.0% left", "100.0% left"]


def test_a_line_ends_where_the_searches_do():
    curves = {
        "short": SurvivalCurve(((10, 0.5),), 100),
        "none-found": SurvivalCurve((), 10),
        "all-found": SurvivalCurve(((10, 0.0),), 10),
        "no-search": SurvivalCurve((), 0),
    }
    plot = survival_plot("all", curves, 1000)
    third = (plot.right - plot.left) / 3
    ends = [points(line.path)[-1][0] for line in plot.lines[:3]]
    assert ends == pytest.approx([plot.left + 2 * third, plot.left + third, plot.right], abs=0.1)
    assert [line.end for line in plot.lines] == [
        "50.0% left after 100, where its searches end",
        "100.0% left after 10, where its searches end",
        "0.0% left",
        "no search",
    ]
    assert points(plot.lines[3].path) == []


def test_ticks_are_powers_of_ten_and_the_budget():
    plot = survival_plot("all", {}, 50_000)
    assert [tick.label for tick in plot.across] == ["1", "10", "100", "1k", "10k", "50k"]
    assert (plot.across[0].at, plot.across[-1].at) == (plot.left, plot.right)
    assert [tick.label for tick in survival_plot("x", {}, 10_000).across][-1] == "10k"
    assert [tick.label for tick in plot.up] == ["0%", "25%", "50%", "75%", "100%"]


def test_a_budget_of_one_case_is_drawn():
    assert survival_plot("x", {"a": SurvivalCurve(((1, 0.0),), 1)}, 1).lines[0].end == "0.0% left"
