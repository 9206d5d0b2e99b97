"""The page by who is likely wrong holds each finding once."""

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.html import write_html
from tokparity.reports.views.html.index_page import finding_lines
from tokparity.reports.views.html.who_page import who_view


def test_each_finding_stands_in_one_group(sample_run):
    run = read_run(sample_run)
    view = who_view(run, finding_lines(run))
    ids = [line.finding.id for _, lines in view["groups"] for line in lines]
    assert sorted(ids) == sorted(finding.id for finding in run.findings)
    page = (write_html(run).parent / "who.html").read_text("utf-8")
    assert all(page.count(f'href="finding-{name}.html"') == 1 for name in ids)
    assert who_view(run, []) is None
