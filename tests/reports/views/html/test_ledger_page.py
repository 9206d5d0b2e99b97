"""The page of the ledger: why each known cause is one, and what it covers here."""

import re
from dataclasses import replace

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import KnownChange
from tokparity.reports.summary.verdict import known_causes
from tokparity.reports.views.html import write_html
from tokparity.reports.views.html.index_page import finding_lines
from tokparity.reports.views.html.ledger_page import ledger_view


def test_every_link_to_an_entry_has_its_place_there(sample_run):
    run = read_run(sample_run)
    index = write_html(run)
    page = (index.parent / "ledger.html").read_text("utf-8")
    places = set(re.findall(r'id="([^"]+)"', page))
    pages = [path.read_text("utf-8") for path in index.parent.glob("*.html")]
    links = {link for each in pages for link in re.findall(r'href="ledger.html#([^"]+)"', each)}
    assert links == {f"{cause.entry}-{cause.status}" for cause in known_causes(run)}
    assert links <= places


def test_it_says_what_would_make_the_sides_agree_and_who_deviates(sample_run):
    run = read_run(sample_run)
    [entry, *_] = [cause.entry for cause in known_causes(run)]
    change = KnownChange("without-normalizer (NFC)", "gguf:<i>", "tokenizer.json:*", ("encode",))
    ledger = replace(run.info.ledger, changes={entry: (change,)}, deviates={entry: "llama.cpp"})
    run = replace(run, info=replace(run.info, ledger=ledger))
    page = (write_html(run).parent / "ledger.html").read_text("utf-8")
    assert "without-normalizer (NFC)" in page
    assert "<code>gguf:&lt;i&gt;</code>" in page
    assert "the one that deviates: llama.cpp" in page


def test_each_finding_is_under_its_cause_alone(sample_run):
    run = read_run(sample_run)
    listed = [
        line.finding.id
        for _, lines in ledger_view(run, finding_lines(run))["causes"]
        for line in lines
    ]
    known = {finding.id for finding in run.findings if finding.ledger_entry is not None}
    assert listed
    assert len(listed) == len(set(listed))
    assert set(listed) <= known


def test_a_run_that_nothing_is_known_of_has_none(sample_run):
    run = read_run(sample_run)
    new = replace(run, findings=[replace(each, ledger_entry=None) for each in run.findings])
    assert ledger_view(new, finding_lines(new)) is None
    index = write_html(new)
    assert not (index.parent / "ledger.html").exists()
