"""Curves of time by length: where their points lie, and what is said of them."""

import pytest

from tokparity.reports.records.growth import Curve
from tokparity.reports.views.pictures.growth_curves import HEIGHT, WIDTH, growth_pictures

LENGTHS = tuple(1000 << step for step in range(8))
LINEAR = Curve("reference", "digits", tuple((n, n * 2e-6) for n in LENGTHS))
QUADRATIC = Curve("huggingface_tokenizers", "spaces", tuple((n, n * n * 1e-10) for n in LENGTHS))
REFUSED = Curve("huggingface_tokenizers", "digits", (), "crash at 1,000 characters")
QUICK = Curve("reference", "spaces", tuple((n, 1e-5) for n in LENGTHS))


def slopes(line):
    """Pixels up by pixels along, from point to point."""
    return [
        (one.y - other.y) / (other.x - one.x)
        for one, other in zip(line.points[3:], line.points[4:], strict=False)
    ]


def test_what_is_steep_comes_first_and_twice_the_power_is_twice_the_slope():
    first, second = growth_pictures([LINEAR, QUICK, QUADRATIC, REFUSED])
    assert [first.shape, second.shape] == ["spaces", "digits"]
    assert [line.steep for line in first.lines] == [False, True]
    quadratic, linear = slopes(first.lines[1]), slopes(second.lines[0])
    for one, other in zip(quadratic, linear, strict=True):
        assert one / other == pytest.approx(2, rel=0.05)


def test_all_is_within_the_picture_and_told():
    first, second = growth_pictures([LINEAR, QUICK, QUADRATIC, REFUSED])
    for drawn in (first, second):
        for line in drawn.lines:
            assert all(0 <= point.x <= WIDTH and 0 <= point.y <= HEIGHT for point in line.points)
    assert [line.told for line in second.lines] == [
        "as length^1.00",
        "too quick to tell, then crash at 1,000 characters",
    ]
    assert first.lines[1].points[0].told == "1,000 characters: 0.0001 s"
    assert [mark.told for mark in first.lengths] == ["1k", "10k", "100k"]
    assert [mark.told for mark in first.times] == ["1 ms", "10 ms", "0.1 s", "1 s"]


def test_nothing_measured_is_nothing_drawn():
    assert growth_pictures([]) == []
    assert growth_pictures([REFUSED]) == []
