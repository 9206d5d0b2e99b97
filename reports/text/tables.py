"""Tables on a console: as wide as it is where a person looks, as wide as they are elsewhere."""

from rich.console import Console
from rich.table import Table

_WIDEST = 10_000
"""Characters of a line in a log."""


def print_table(console: Console, table: Table, piped: int = _WIDEST) -> None:
    """No name is broken where the output is piped: a row is one line, to be searched. `piped`: how
    wide it is there at most, of a table whose cells are texts.

    >>> from io import StringIO
    >>> console, table = Console(file=StringIO(), width=10), Table("a long name of a column")
    >>> print_table(console, table)
    >>> "a long name of a column" in console.file.getvalue()
    True
    """
    wide = console if console.is_terminal else Console(file=console.file, width=piped)
    wide.print(table)
