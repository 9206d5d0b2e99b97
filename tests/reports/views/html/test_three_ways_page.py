"""The page of three ways: a row a pair of engines, and a way to each model."""

from dataclasses import replace
from html import escape

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Skipped
from tokparity.reports.views.html import write_html
from tokparity.reports.views.html.three_ways_page import three_ways_view


def test_each_pair_of_engines_has_a_row_that_leads_to_its_model(sample_run):
    run = read_run(sample_run)
    lacking = Skipped("Qwen3", "not three ways: it is no WordPiece")
    cells = run.cells.copy()
    cells.loc[cells["question"] == "parity", "against"] = "another-file"
    run = replace(run, cells=cells, info=replace(run.info, skipped=(lacking,)))
    view = three_ways_view(run)
    index = write_html(run)
    page = (index.parent / "three-ways.html").read_text("utf-8")
    assert 'href="three-ways.html"' in index.read_text("utf-8")
    for model, engines, files, *_ in view["pairs"].rows:
        assert engines in page
        assert escape(files) in page
        assert f">{model}</a>" in page
    assert "it is no WordPiece" in page
    assert "Not three ways" in page


def test_a_run_of_one_file_a_model_has_none(sample_run):
    run = read_run(sample_run)
    assert three_ways_view(run) is None
    index = write_html(run)
    assert not (index.parent / "three-ways.html").exists()
    assert "three-ways.html" not in index.read_text("utf-8")
