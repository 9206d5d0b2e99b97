from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.html import write_html
from tokparity.reports.views.html.index_page import index_view, refusal_groups


def index(run_dir):
    return write_html(read_run(run_dir)).read_text("utf-8")


def test_red_findings_come_first(sample_run):
    shown = index_view(read_run(sample_run))["findings"]
    assert [finding.status for finding in shown] == [*["new"] * 5, "accepted"]


def test_refusals_are_grouped_and_counted(sample_run):
    groups = refusal_groups(read_run(sample_run).refusals)
    assert [(g.count, g.artefact, g.side, g.op, g.kind) for g in groups] == [
        (2, "gpt-2", "huggingface_tokenizers", "decode", "error"),
        (1, "o200k", "openai_tiktoken", "encode", "crash"),
    ]
    assert groups[0].example.refusal.detail == "<b>OverflowError</b>"


def test_the_page_of_a_red_run(sample_run):
    page = index(sample_run)
    for shown in (
        "5 new divergences, 1 stale ledger entry",
        "tokparity run --replay",
        "819",
        "old&lt;entry&gt;",
        ">2</b> witnesses cannot run here",
        "npm is not installed",
        "2026.11.15",
        "cd" * 32,
    ):
        assert shown in page
    assert 'class="verdict bad"' in page


def test_the_page_of_a_clean_run(clean_run):
    page = index(clean_run)
    assert "All agree" in page
    assert 'class="verdict good"' in page
    for shown in (
        "every case that was compared gave the same on both sides",
        "No engine refused a case.",
        "Every case could be expressed on both sides.",
        "Nothing that was asked for.",
        "not asked",
    ):
        assert shown in page


def test_the_page_of_a_run_that_compared_nothing(make_run):
    page = index(make_run([], [], []))
    assert "nothing was compared" in page
