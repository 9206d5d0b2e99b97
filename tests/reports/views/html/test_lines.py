import xml.etree.ElementTree as ET

import pytest

from tokparity.reports.views.html.lines import EDGE, HEIGHT, WIDTH, line


def points(markup):
    figure = ET.fromstring(str(markup))
    path = figure.find(".//polyline").get("points")
    return [tuple(map(float, point.split(","))) for point in path.split()], figure


def test_equal_distances_and_a_scale_from_zero():
    drawn, figure = points(line("cases", [0, 50, 100], ["mon", "tue", "wed"]))
    base, top = HEIGHT - EDGE, EDGE
    assert drawn == [(EDGE, base), (WIDTH / 2, (base + top) / 2), (WIDTH - EDGE, top)]
    assert [title.text for title in figure.iter("title")] == ["mon: 0", "tue: 50", "wed: 100"]
    assert "".join(figure.find("figcaption").itertext()) == "cases 0 → 100, at most 100"


@pytest.mark.parametrize("values", [[], [7], [0, 0]])
def test_few_values_and_no_height(values):
    drawn, _ = points(line("x", values, ["a"] * len(values)))
    assert len(drawn) == len(values)


def test_labels_are_escaped():
    _, figure = points(line("<b>", [1], ["</svg><script>"]))
    assert figure.find("figcaption/b").text == "<b>"
    assert figure.find(".//script") is None
