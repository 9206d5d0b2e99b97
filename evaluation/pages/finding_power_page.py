"""The finding power as one HTML file that needs no other: bars, survival plots, tables."""

from pathlib import Path

from evaluation.pages.finding_power import HARD_CASES, Power, power
from evaluation.pages.finding_power_bars import bars
from evaluation.pages.finding_power_sheets import sheets
from evaluation.pages.finding_power_text import finding_power_markdown, verdict
from evaluation.pages.survival_plot import SurvivalPlot, survival_plot
from evaluation.pages.trials import Measured
from tokparity.reports.text.sheets import numeric
from tokparity.reports.views.html import environment

BEFORE_PLOTS = ("Not found, or not with every seed", "False alarms")
"""Sheets that stand above the plots, beside the bars."""


def write_finding_power(directory: Path, measured: Measured) -> Path:
    """Write finding-power.html and finding-power.md into a directory; the path of the page."""
    tables = power(measured)
    path = directory / "finding-power.html"
    _write(directory / "finding-power.md", finding_power_markdown(measured))
    _write(path, finding_power_html(tables))
    return path


def finding_power_html(tables: Power) -> str:
    """The page."""
    pairs = [(sheet, numeric(sheet)) for sheet in sheets(tables) if sheet.has_something_to_say]
    return (
        environment("evaluation.pages")
        .get_template("finding_power.html")
        .render(
            title="Finding power",
            verdict=verdict(tables),
            bars=bars(tables),
            plots=plots(tables),
            first=[pair for pair in pairs if pair[0].name in BEFORE_PLOTS],
            rest=[pair for pair in pairs if pair[0].name not in (*BEFORE_PLOTS, "Bars")],
        )
    )


def plots(tables: Power) -> list[SurvivalPlot]:
    """All mutants, and the hard ones where there are any."""
    everything = list(tables.mutants.index)
    selections = [(f"All {len(everything):,} mutants", everything)]
    if tables.hard:
        count = len(tables.hard)
        selections.append(
            (f"{count:,} hard ones: no baseline within {HARD_CASES:,} cases", tables.hard)
        )
    return [
        survival_plot(
            title,
            {arm: tables.curve(arm, mutants) for arm in tables.measured.arms},
            tables.measured.budget,
        )
        for title, mutants in selections
        if mutants
    ]


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(content, "utf-8", newline="\n")
    part.replace(path)
