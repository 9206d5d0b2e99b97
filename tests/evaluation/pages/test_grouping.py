import json

import pytest

from evaluation.pages.grouping import FILE, Grouping, NamingWay, read_grouping, write_grouping
from evaluation.pages.trials import Measured, read_measured, write_measured
from tokparity.reports.records.errors import BadRecord

GROUPING = Grouping(
    3, 2, 10, 0, (NamingWay("both sides traced", (1, 2), (3, 4), (5, 6), (7, 8), (9, 10)),)
)


def test_a_grouping_is_read_back_and_stands_in_its_measurement(tmp_path):
    assert read_grouping(tmp_path) is None
    write_grouping(tmp_path / "new", GROUPING)
    assert read_grouping(tmp_path / "new") == GROUPING
    measured = Measured(9, (0,), ("tokparity",), {}, (), {}, ())
    write_measured(tmp_path / "new", measured)
    assert read_measured(tmp_path / "new").grouping == GROUPING
    assert "grouping" not in (tmp_path / "new" / "trials.jsonl").read_text("ascii")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda data: data.pop("ways"), "ways"),
        (lambda data: data["ways"][0].update(one_group=[1]), "ways[0].one_group"),
        (lambda data: data["ways"][0].update(pairs_apart=[1, -1]), "ways[0].pairs_apart[1]"),
        (lambda data: data["ways"][0].update(name=3), "ways[0].name"),
        (lambda data: data.update(seed="0"), "seed"),
        (lambda data: data.update(more=1), "more"),
        (lambda data: data.update(schema_version=2), "schema_version"),
    ],
)
def test_what_is_no_grouping_is_one_clear_line(tmp_path, change, field):
    path = write_grouping(tmp_path, GROUPING)
    data = json.loads(path.read_text("ascii"))
    change(data)
    path.write_text(json.dumps(data), "ascii")
    with pytest.raises(BadRecord) as caught:
        read_grouping(tmp_path)
    assert str(caught.value).startswith(f"{path}: {field}")


@pytest.mark.parametrize("content", ["", "{", "[]", "[" * 100_000, "\xff"])
def test_what_is_no_json_is_one_clear_line(tmp_path, content):
    (tmp_path / FILE).write_text(content, "latin-1")
    with pytest.raises(BadRecord):
        read_grouping(tmp_path)
