import json
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tokparity.corpora.case_files import (
    BadCaseFile,
    case_data,
    check_text,
    read_case_data,
    read_case_file,
    write_new,
)
from tokparity.reference_impl.contract import EncodeCase
from tokparity.reference_impl.strict_json.values import BadField

HERE = Path("a.json")


@dataclass(frozen=True, slots=True)
class Page:
    """What a case file could hold."""

    name: str
    lines: tuple[int, ...]


def test_a_file_is_read_and_written_without_its_name(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    write_new(path, json.dumps(case_data(Page("p", (1, 2)))))
    assert json.loads(path.read_text()) == {"lines": [1, 2]}
    assert read_case_file(path, Page, "p") == Page("p", (1, 2))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "file: is not an object"),
        ({"name": "p", "lines": []}, "name: is not a known field"),
        ({"lines": [True]}, r"lines\[0\]: True is not an integer"),
        ({}, "lines: is missing"),
    ],
)
def test_a_wrong_field_is_named(data: Any, message: str) -> None:
    with pytest.raises(BadCaseFile, match=f"^a.json: {message}"):
        read_case_data(HERE, Page, "p", data)


@pytest.mark.parametrize(("text", "fails"), [("a\udcff", False), ("\ud800", True)])
def test_a_case_holds_text_or_bytes(text: str, fails: bool) -> None:
    with pytest.raises(BadField, match="lone surrogate") if fails else nullcontext():
        check_text(EncodeCase(text), "case")


def test_a_message_is_one_short_line() -> None:
    with pytest.raises(BadCaseFile) as caught:
        read_case_data(HERE, Page, "p", {"lines": "\n" * 5000})
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 120


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadCaseFile, match="No such file"):
        read_case_file(tmp_path / "none.json", Page, "p")


def test_writing_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.json"
    write_new(path, "{}\n")
    with pytest.raises(UnicodeEncodeError):
        write_new(tmp_path / "b.json", "é")
    assert path.read_text() == "{}\n"
    assert sorted(found.name for found in tmp_path.rglob("*")) == ["a.json", "new"]


def test_what_is_there_is_compared_as_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"\xc3\xa9")
    with pytest.raises(BadCaseFile, match="holds something else"):
        write_new(path, "{}")
    assert path.read_bytes() == b"\xc3\xa9"
    with pytest.raises(BadCaseFile, match="Is a directory"):
        write_new(tmp_path, "{}")
    with pytest.raises(BadCaseFile, match="name too long"):
        write_new(tmp_path / ("n" * 300), "{}")
