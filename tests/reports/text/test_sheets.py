import io
import json
import re

import pandas as pd
import pytest
from rich.console import Console

from tokparity.reports.text.sheets import Sheet, json_lines, numeric, print_sheets, sheets_markdown

SHEET = Sheet(
    "Runs",
    ("name", "cases", "share", "mixed"),
    (("a|b", 1234, 0.25, "x"), (("one", "two\u202e"), None, 2, 7)),
    "a note",
)
EMPTY = Sheet("Nothing", ("name",), (), empty="None at all.")
SILENT = Sheet("Silent", ("name",), (), "a note")


def printed(*sheets, width=80):
    console = Console(file=io.StringIO(), width=width)
    print_sheets(sheets, console)
    return console.file.getvalue()


def test_only_columns_of_numbers_are_numeric():
    assert numeric(SHEET) == [False, True, True, False]
    assert numeric(EMPTY) == [False]


def test_terminal():
    lines = [line.split() for line in printed(SHEET).splitlines()]
    assert lines[:3] == [["Runs"], ["a", "note"], ["name", "cases", "share", "mixed"]]
    assert lines[3] == ["a|b", "1,234", "0.2", "x"]
    assert lines[4:6] == [["one", "–", "2", "7"], ["two\\u202e"]]


def test_a_table_that_is_too_wide_is_told_row_by_row():
    columns = ("run", *(f"number {n}" for n in range(9)))
    wide = Sheet("Wide", columns, (("a", *range(1000, 1009)), ("b", *range(9))))
    assert "  1,000" in printed(wide, width=100)
    lines = printed(wide, width=50).splitlines()
    assert lines[:2] == ["Wide", "a"]
    assert " ".join(" ".join(lines[2:]).split()).startswith(
        "number 0 1,000, number 1 1,001, number 2 1,002, number 3 1,003, "
    )
    assert max(map(len, lines)) <= 50
    assert "b" in lines


def test_what_is_empty_says_so_or_is_left_out():
    assert printed(EMPTY, SILENT).splitlines() == ["Nothing", "None at all.", ""]
    assert sheets_markdown([EMPTY, SILENT]) == "## Nothing\n\nNone at all\\.\n".replace("\\.", ".")


def test_markdown_rows_have_as_many_fields_as_the_head():
    lines = sheets_markdown([SHEET]).splitlines()
    assert lines[:3] == ["## Runs", "", "a note"]
    rows = [line for line in lines if line.startswith("| ")]
    assert rows[1] == "| --- | ---: | ---: | --- |"
    assert rows[2] == "| a\\|b | 1,234 | 0.2 | x |"
    assert rows[3] == "| one<br>two\\\\u202e | – | 2 | 7 |"
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}


@pytest.mark.parametrize("width", [20, 40, 200])
def test_nothing_hostile_reaches_the_terminal(width):
    text = "\x1b[31m\0\u202e[bold]x[/bold]"
    shown = printed(Sheet(text, ("a",), ((text,), ((text, text),)), text), width=width)
    assert not {"\x1b", "\0", "\u202e"} & set(shown)


def test_json_lines_have_null_for_what_is_missing_and_whole_numbers():
    frame = pd.DataFrame({"a": [1, None], "b": ["x", None], "c": [[1, None], []], "d": [0.5, 2.0]})
    assert [json.loads(line) for line in json_lines({"t": frame})] == [
        {"table": "t", "a": 1, "b": "x", "c": [1, None], "d": 0.5},
        {"table": "t", "a": None, "b": None, "c": [], "d": 2},
    ]
