"""Curves, and the file that they are kept in."""

import pytest

from tokparity.reports.records.errors import BadRecord
from tokparity.reports.records.growth import FLOOR, Curve, read_growth, write_growth

CURVES = (
    Curve("huggingface_tokenizers", "spaces", ((1000, 0.001), (2000, 0.0025))),
    Curve("reference", "spaces", (), "timeout at 1,000 characters"),
)


def test_the_floor_is_of_the_longest():
    points = tuple((1000 << at, FLOOR / 4 ** (3 - at)) for at in range(4))
    assert Curve("x", "y", points).steep
    assert not Curve("x", "y", points[:-1]).steep


def test_a_curve_without_points_says_why():
    assert CURVES[1].summary() == "reference: spaces: timeout at 1,000 characters"
    assert CURVES[1].slope is None


def test_curves_come_back_as_they_were(tmp_path):
    assert read_growth(tmp_path) == ()
    write_growth(tmp_path, CURVES)
    assert read_growth(tmp_path) == CURVES
    assert [path.name for path in tmp_path.iterdir()] == ["growth.jsonl"]


def test_a_broken_file_is_named(tmp_path):
    (tmp_path / "growth.jsonl").write_text('{"schema_version":1,"engine":"x"}')
    with pytest.raises(BadRecord, match=r"growth\.jsonl.*1"):
        read_growth(tmp_path)
