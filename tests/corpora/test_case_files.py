from pathlib import Path
from typing import Any

import pytest

from corpora.case_files import BadCaseFile, Fields, read_fields, write_new

HERE = Path("a.json")


def test_fields_are_taken_once_and_none_may_be_left() -> None:
    fields = Fields(HERE, {"a": 1, "b": {"c": "x"}})
    assert fields.take("a", int) == 1
    with pytest.raises(BadCaseFile, match="b: is not a field"):
        fields.end()
    assert fields.take_fields("b").take("c", str) == "x"
    fields.end()
    with pytest.raises(BadCaseFile, match="a: is missing"):
        fields.take("a", int)


@pytest.mark.parametrize(
    ("value", "kind"), [(True, int), (1, bool), (1.0, int), (None, str), ([], dict)]
)
def test_types_are_exact(value: Any, kind: type) -> None:
    with pytest.raises(BadCaseFile) as caught:
        Fields(HERE, {"a": value}, "top.").take("a", kind)
    assert caught.value.field == "top.a"


def test_null_is_taken_only_where_it_may_stand() -> None:
    assert Fields(HERE, {"a": None}).take_or_null("a", str) is None
    assert Fields(HERE, {"a": "x"}).take_or_null("a", str) == "x"
    with pytest.raises(BadCaseFile, match="is missing"):
        Fields(HERE, {}).take_or_null("a", str)


def test_a_message_is_one_short_line() -> None:
    with pytest.raises(BadCaseFile) as caught:
        Fields(HERE, {"a": "\n" * 5000}).take("a", int)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 120


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadCaseFile, match="No such file"):
        read_fields(tmp_path / "none.json", 1)


def test_writing_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.json"
    write_new(path, "{}\n")
    with pytest.raises(UnicodeEncodeError):
        write_new(tmp_path / "b.json", "é")
    assert path.read_text() == "{}\n"
    assert sorted(found.name for found in tmp_path.rglob("*")) == ["a.json", "new"]
