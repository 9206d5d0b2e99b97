"""All views of a run directory, made again from its files: `tokparity report RUN`."""

from pathlib import Path

from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.views.html import write_html
from tokparity.reports.views.junit import write_junit
from tokparity.reports.views.markdown import write_markdown


def write_views(run_dir: Path) -> Run:
    """Write report/, junit.xml and summary.md into a run directory; return what was read.

    Raises NotARun or BadRecord, before anything is written, where its files are not
    those of a finished run.
    """
    run = read_run(run_dir)
    write_junit(run)
    write_markdown(run)
    write_html(run)
    return run
