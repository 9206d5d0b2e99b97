"""A titled table for people, and its forms: terminal, Markdown, lines of a page; JSON lines.

What is in them is the business of `reports.compare_runs.diff_sheets`,
`reports.compare_runs.trend_sheets`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tokparity.reports.text.markdown import plain
from tokparity.reports.text.visible import harmless

LEAST_TEXT = 12
"""Columns of a terminal that text gets at least, in a table."""

Value = str | int | float | None | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table. Each row has a value a column; numbers stand right, None is shown as "–", a
    tuple as lines one below the other.

    `note` is a sentence below the title; a sheet without rows shows `empty` instead, or, where
    that is "", nothing at all.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    note: str = ""
    empty: str = ""

    @property
    def has_something_to_say(self) -> bool:
        return bool(self.rows or self.empty)


def cell_lines(value: Value) -> tuple[str, ...]:
    """A value in harmless lines: numbers with separators, floats with one digit.

    >>> cell_lines(1234), cell_lines(0.25), cell_lines(None)
    (('1,234',), ('0.2',), ('–',))
    """
    match value:
        case None:
            return ("–",)
        case int():
            return (f"{value:,}",)
        case float():
            return (f"{value:,.1f}",)
        case str():
            return (harmless(value),)
        case lines:
            return tuple(map(harmless, lines))


def numeric(sheet: Sheet) -> list[bool]:
    """Of each column, whether it holds numbers and nothing else."""
    columns = list(zip(*sheet.rows, strict=True)) or [()] * len(sheet.columns)
    return [
        any(isinstance(value, int | float) for value in column)
        and not any(isinstance(value, str | tuple) for value in column)
        for column in columns
    ]


def print_sheets(sheets: Iterable[Sheet], console: Console) -> None:
    """Print each sheet that has something to show."""
    for sheet in sheets:
        if not sheet.has_something_to_say:
            continue
        console.print(Text(harmless(sheet.name), style="bold"))
        if sheet.note:
            console.print(Text(harmless(sheet.note), style="dim"))
        if sheet.rows and _least_width(sheet) <= console.width:
            console.print(_table(sheet))
        elif sheet.rows:
            _print_stacked(sheet, console)
        else:
            console.print(Text(harmless(sheet.empty)))
        console.print()


def _table(sheet: Sheet) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column, right in zip(sheet.columns, numeric(sheet), strict=True):
        name = harmless(column).replace(" ", "\n") if right else harmless(column)
        side: Literal["left", "right"] = "right" if right else "left"
        table.add_column(name, justify=side, overflow="fold", no_wrap=right)
    for row in sheet.rows:
        table.add_row(*(Text("\n".join(cell_lines(value))) for value in row))
    return table


def _least_width(sheet: Sheet) -> int:
    """Columns of a terminal below which a table is no longer one: numbers are never cut."""
    widths = []
    for index, right in enumerate(numeric(sheet)):
        words = sheet.columns[index].split(" ") if right else [sheet.columns[index]]
        values = [line for row in sheet.rows for line in cell_lines(row[index])]
        wide = max(map(len, [*words, *values]))
        widths.append(wide if right else min(wide, LEAST_TEXT))
    return sum(widths) + len(widths) - 1


def _print_stacked(sheet: Sheet, console: Console) -> None:
    """Each row as a paragraph: its first value, below that the others with their columns."""
    for first, *others in sheet.rows:
        console.print(Text(" ".join(cell_lines(first))), soft_wrap=True)
        cells = (
            f"{harmless(column)} {' '.join(cell_lines(value))}"
            for column, value in zip(sheet.columns[1:], others, strict=True)
        )
        console.print(Padding(Text(", ".join(cells)), (0, 0, 0, 2)))


def sheets_markdown(sheets: Iterable[Sheet]) -> str:
    """Each sheet that has something to show, under a heading of the second level."""
    return "\n".join(
        block for sheet in sheets if sheet.has_something_to_say for block in _blocks(sheet)
    )


def _blocks(sheet: Sheet) -> list[str]:
    note = [plain(sheet.note), ""] if sheet.note else []
    body = markdown_table(sheet) if sheet.rows else plain(sheet.empty)
    return [f"## {plain(sheet.name)}", "", *note, body, ""]


def markdown_table(sheet: Sheet) -> str:
    """The rows as a GitHub-flavoured table."""
    rule = ["---:" if right else "---" for right in numeric(sheet)]
    rows = [["<br>".join(map(plain, cell_lines(value))) for value in row] for row in sheet.rows]
    return "\n".join(map(markdown_row, [[*map(plain, sheet.columns)], rule, *rows]))


def markdown_row(fields: Sequence[str]) -> str:
    """Fields that are Markdown already, as a row of a table."""
    return "| " + " | ".join(fields) + " |"


def json_lines(tables: Mapping[str, pd.DataFrame]) -> Iterable[str]:
    """Each row of each table as one JSON object: its columns, and in "table" the table's name."""
    for name, frame in tables.items():
        for row in frame.astype(object).to_dict("records"):
            values = {column: _plain_json(value) for column, value in row.items()}
            yield json.dumps({"table": name} | values, allow_nan=False)


def _plain_json(value: Any) -> Any:
    """What pandas holds as what JSON has: a missing value is null, a whole number an integer."""
    if isinstance(value, list):
        return [_plain_json(part) for part in value]
    if pd.isna(value):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
