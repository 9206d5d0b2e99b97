"""A library has a page: what was found where it was asked."""

from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.summary.one_engine import engines
from tokparity.reports.views.html import write_html
from tokparity.reports.views.html.engine_page import engine_view
from tokparity.reports.views.html.page_names import page_name


def test_the_index_leads_to_the_page_of_every_library(sample_run):
    run = read_run(sample_run)
    index = write_html(run)
    page = index.read_text("utf-8")
    assert engines(run)
    for oracle in engines(run):
        name = page_name("engine", oracle)
        assert f'<a href="{name}">{ORACLES[oracle].label}</a>' in page
        assert "Matrix" in (index.parent / name).read_text("utf-8")


def test_it_is_called_by_its_version_and_answers_of_this_library_alone(sample_run):
    run = read_run(sample_run)
    views = {oracle: engine_view(run, oracle) for oracle in engines(run)}
    for oracle, view in views.items():
        assert (
            view["title"] == f"{ORACLES[oracle].label} {run.info.oracles.get(oracle, '')}".strip()
        )
        sides = {line.pair for line in view["matrix_lines"]}
        assert sides
        assert all(oracle in pair for pair in sides)
    assert len({view["answer"] for view in views.values()}) > 1
