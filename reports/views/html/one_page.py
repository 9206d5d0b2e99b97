"""Sheets, and lines above them, as one HTML file that needs no other: for `diff` and `trend`."""

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from tokparity.reports.text.sheets import Sheet, numeric
from tokparity.reports.views.html import environment


def write_page(
    path: Path, title: str, verdict: str, sheets: Sequence[Sheet], lines: Sequence[Markup] = ()
) -> None:
    """Write the page, complete or not at all. `lines` are what `lines.line` made."""
    shown = [(sheet, numeric(sheet)) for sheet in sheets if sheet.shown]
    template = environment().get_template("sheets.html")
    page = template.render(title=title, verdict=verdict, sheets=shown, lines=lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(page, "utf-8", newline="\n")
    part.replace(path)
