"""A model has a page: its files, what was found in them, and how to ask again."""

from dataclasses import replace

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.summary.one_model import models
from tokparity.reports.views.html import write_html
from tokparity.reports.views.html.model_page import model_view
from tokparity.reports.views.html.page_names import page_name


def test_every_row_of_the_matrix_leads_to_one(sample_run):
    run = read_run(sample_run)
    index = write_html(run)
    page = index.read_text("utf-8")
    assert models(run)
    for model in models(run):
        name = page_name("model", model)
        assert f'href="{name}"' in page
        assert "Matrix" in (index.parent / name).read_text("utf-8")


def test_it_answers_of_this_model_alone(sample_run):
    run = read_run(sample_run)
    view = model_view(run, "Qwen3")
    components = {line.finding.signature.component for line in view["new"]}
    assert "Split" in components
    assert {line.model for line in view["matrix_lines"]} == {"Qwen3"}
    others = model_view(run, "GPT-2")
    assert "Split" not in {line.finding.signature.component for line in others["new"]}
    assert view["answer"] != others["answer"]


def test_it_says_how_to_ask_again(sample_run):
    run = read_run(sample_run)
    files = run.info.artefacts
    names = [each.name for each in files if each.model == "Qwen3"]
    seed = f"--seed {run.info.seed}"
    asked = " ".join(f"--vocab {name}" for name in names)
    assert model_view(run, "Qwen3")["again"] == f"tokparity run {asked} {seed}"
    derived = (replace(files[0], name="q-as-gguf", model="Qwen3", derived="derived from q by x"),)
    three = replace(run, info=replace(run.info, artefacts=(*files, *derived)))
    assert model_view(three, "Qwen3")["again"] == f"tokparity run {asked} --three-ways {seed}"
    assert model_view(run, "nobody")["again"] is None


def test_hostile_names_are_only_text(make_run, sample_findings, sample_run):
    run = read_run(sample_run)
    evil = "<script>alert(1)</script>"
    cells = run.cells.assign(model=evil)
    files = tuple(replace(each, model=evil, name=evil) for each in run.info.artefacts)
    info = replace(run.info, artefacts=files)
    index = write_html(replace(run, cells=cells, info=info))
    page = (index.parent / page_name("model", evil)).read_text("utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
