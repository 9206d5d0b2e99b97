from dataclasses import replace

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.triage.words import plain_words
from tokparity.reports.views.html import index_page, write_html
from tokparity.reports.views.html.index_page import finding_lines, index_view, refusal_groups
from tokparity.reports.views.html.row_facts import RowFacts


def indexed(run):
    return index_view(run, finding_lines(run))


def index(run_dir):
    return write_html(read_run(run_dir)).read_text("utf-8")


def test_red_findings_come_first(sample_run):
    view = indexed(read_run(sample_run))
    assert [line.finding.status for line in view["findings"]] == [*["new"] * 5, "accepted"]
    assert [line.finding.status for line in view["new"]] == ["new"] * 5
    ((cause, lines),) = view["causes"]
    assert (cause.entry, cause.reason) == ("lossy-text", "text cannot hold it")
    assert [line.finding.ledger_entry for line in lines] == ["lossy-text"]
    page = index(sample_run)
    places = [page.index(f'id="{name}"') for name in ("top", "new", "known", "matrix", "numbers")]
    assert places == sorted(places)


def test_rows_can_be_chosen_by_what_they_are(sample_run):
    view = indexed(read_run(sample_run))
    assert view["filters"]["verdict"] == ["accepted", "agrees", "known", "new", "none", "refused"]
    assert "Qwen3" in view["filters"]["family"]
    assert "format" not in view["filters"], "all have the same"
    assert {"encode", "decode"} <= {*view["filters"]["op"]}
    (split,) = [line for line in view["new"] if line.finding.signature.component == "Split"]
    assert split.facts == replace(
        RowFacts("Qwen3", "tokenizer.json", "pre_tokenizer", op="encode", verdict="new"),
        engine=split.facts.engine,
        script="Latin",
    )
    assert "tokenizers" in split.facts.engine.split("|")
    assert "keeps 12345 as one word" in plain_words(split.title, "{}".format)


def test_what_agrees_and_what_is_rejected_is_folded(sample_run):
    view = indexed(read_run(sample_run))
    assert [line.name for line in view["calm"]] == []
    assert [(line.name, line.pair) for line in view["rejected"]] == [
        ("gpt-2", "reference ~ huggingface_tokenizers")
    ]


def test_of_many_findings_the_first_few_are_open(make_run, sample_findings):
    (base,) = [found for found in sample_findings if found.signature.component == "Split"]
    many = [
        replace(base, signature=replace(base.signature, component=f"c{at:03}"), **known)
        for at in range(30)
        for known in ({}, {"status": "open", "ledger_entry": f"e{at}"})
    ]
    many = [
        replace(found, signature=replace(found.signature, symptom=str(at)))
        for at, found in enumerate(many)
    ]
    page = index(make_run(many))
    assert ">20 more</summary>" in page
    assert ">20 more causes</summary>" in page
    for found in many:
        assert f'href="finding-{found.id}.html"' in page


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


def test_of_very_many_findings_the_rest_is_on_a_page_of_its_own(
    make_run, sample_findings, monkeypatch
):
    monkeypatch.setattr(index_page, "MOST_FINDINGS", 4)
    run = make_run(sample_findings)
    page = index(run)
    listed = [found for found in sample_findings if f'<td><a href="finding-{found.id}' in page]
    assert len(listed) == 4
    assert '2 findings more than are listed here: <a href="findings.html">' in page
    assert f'New <span class="muted">{5}</span>' in page, "they count all the same"
    every = (run / "report" / "findings.html").read_text("utf-8")
    assert all(f"finding-{found.id}.html" in every for found in sample_findings)
    assert every.count("<tr data-row") == len(sample_findings)


def test_a_page_of_all_findings_only_where_the_index_lacks_some(sample_run):
    index(sample_run)
    assert not (sample_run / "report" / "findings.html").exists()


def test_two_adapters_of_one_library_are_told_apart():
    named = index_page._named_apart(
        ["huggingface_bert_legacy", "huggingface_chat_template", "openai_tiktoken"]
    )
    assert [label for _, label in named] == [
        "transformers (huggingface_bert_legacy)",
        "transformers (huggingface_chat_template)",
        "tiktoken",
    ]
