"""Tables in a pipe have a line a row; on a terminal they fit it."""

from io import StringIO

import pytest
from rich.console import Console
from rich.table import Table

from tokparity.reports.text.tables import print_table

NAMES = "a name that is rather long", "another name, as long as that"


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_row_is_one_line_where_nobody_looks(is_terminal):
    console = Console(file=StringIO(), width=30, force_terminal=is_terminal, no_color=True)
    table = Table(*NAMES, box=None)
    table.add_row(*NAMES)
    print_table(console, table)
    lines = console.file.getvalue().splitlines()
    assert (len(lines) == 2) != is_terminal
    assert any(all(name in line for name in NAMES) for line in lines) != is_terminal


def test_a_table_of_texts_is_never_wider_than_it_is_asked_to_be():
    console = Console(file=StringIO())
    table = Table("text")
    table.add_row("word " * 100)
    print_table(console, table, piped=60)
    assert max(map(len, console.file.getvalue().splitlines())) == 60
