"""The finding power as Markdown, and in one line."""

from evaluation.pages.finding_power import Power, power
from evaluation.pages.finding_power_bars import BOUND_PREFIX, bars
from evaluation.pages.finding_power_sheets import sheets
from evaluation.pages.trials import Measured
from tokparity.reports.text.markdown import plain
from tokparity.reports.text.sheets import sheets_markdown

INTRODUCTION = (
    "Mutants (`evaluation/mutants/`), each one stage of the reference changed, are"
    " searched for as black boxes: by what `tokparity run` feeds, and by baselines written after"
    " what others do (`corpora/generators/baselines/`). Every search has the same budget of cases."
    " A defect is detected by the first case on which it and the native library differ."
    " Tuning of the generators looks at one half of the mutants, chosen by hash, and never at the"
    " other, which is held back."
)


def verdict(tables: Power) -> str:
    """How many bars are met, and which fail.

    Of bars that nothing was measured for, and of bounds that the shrinker keeps by itself, only
    their number.
    """
    every = bars(tables)
    failed = [bar.name for bar in every if bar.passed is False]
    passed = [bar.name for bar in every if bar.passed]
    bounds = sum(name.startswith(BOUND_PREFIX) for name in passed)
    unmeasured = sum(bar.verdict == "not measured" for bar in every)
    parts = [f"{len(passed) - bounds} bars met"]
    parts += [f"{len(failed)} failed: {', '.join(failed)}"] if failed else []
    parts += [f"{bounds} of the shrinker's bounds kept"] if bounds else []
    parts += [f"{unmeasured} not measured"] if unmeasured else []
    return "; ".join(parts)


def finding_power_markdown(measured: Measured) -> str:
    """GitHub-flavoured Markdown. The same measurement gives the same page."""
    tables = power(measured)
    how = (
        "Written by `python -m evaluation.tables.finding_power DIR` from what"
        " `python -m evaluation mutants run --out DIR` wrote; what is told over many"
        " vocabularies, by `python -m evaluation.tables.naming --mutants --everywhere --out DIR`."
    )
    head = f"# Finding power\n\n{how}\n\n{INTRODUCTION}\n\n**{plain(verdict(tables))}**\n\n"
    return head + sheets_markdown(sheets(tables))
