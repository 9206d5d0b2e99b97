import json
import unicodedata
from collections import Counter
from html.parser import HTMLParser

import pytest

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.html import write_html

VOID = {"meta", "link", "br", "input"}


class Page(HTMLParser):
    """A page as a parser sees it: its elements, attributes and text; unbalanced tags fail."""

    def __init__(self, source):
        super().__init__()
        self.elements, self.words, self.open = [], [], []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return "".join(self.words)

    def all(self, name):
        return [attributes[name] for _, attributes in self.elements if name in attributes]


@pytest.fixture
def report(sample_run):
    return write_html(read_run(sample_run)).parent


@pytest.fixture
def pages(report):
    found = {path.name: Page(path.read_text("utf-8")) for path in report.glob("*.html")}
    kinds = Counter(name.partition("-")[0] for name in found)
    single = ("index.html", "ledger.html", "timings.html", "who.html")
    assert kinds == dict.fromkeys(single, 1) | {"finding": 6, "model": 5, "engine": 2}
    return found


def finding(pages, title):
    found = (page for name, page in pages.items() if name.startswith("finding-"))
    return next(page for page in found if title in page.text[:600])


def test_pages_run_our_script_alone_and_hold_nothing_from_elsewhere(pages, report):
    policies = set()
    for page in pages.values():
        tags = {tag for tag, _ in page.elements}
        assert not tags & {"img", "iframe", "object", "form", "style"}
        names = [name for _, attrs in page.elements for name in attrs]
        assert not [name for name in names if name.startswith("on") or name == "style"]
        assert page.all("src") == ["report.js"]
        (nonce,) = set(page.all("nonce"))
        (policy,) = [text for text in page.all("content") if "default-src" in text]
        assert policy == (
            f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; "
            "base-uri 'none'; form-action 'none'"
        )
        policies.add(policy)
    assert len(policies) == 1
    style = (report / "style.css").read_text("utf-8")
    assert "url(" not in style
    assert "@import" not in style
    script = (report / "report.js").read_text("utf-8")
    for banned in ("fetch(", "import ", "innerHTML", "eval(", "XMLHttpRequest", "document.write"):
        assert banned not in script


def test_another_run_has_another_nonce(sample_run, report):
    def nonce():
        return Page((report / "index.html").read_text("utf-8")).all("nonce")[0]

    before = nonce()
    (sample_run / "refusals.jsonl").write_text("")
    write_html(read_run(sample_run))
    assert nonce() != before


def test_how_a_run_was_asked_for_changes_no_finding(sample_run, report):
    pages = {path.name: path.read_bytes() for path in report.glob("finding-*.html")}
    info = json.loads((sample_run / "run.json").read_text("utf-8"))
    info["options"]["vocab"] = ["b", "a"]
    (sample_run / "run.json").write_text(json.dumps(info))
    write_html(read_run(sample_run))
    assert {path.name: path.read_bytes() for path in report.glob("finding-*.html")} == pages


def test_every_section_of_a_finding_has_a_link_of_its_own(pages):
    for name, page in pages.items():
        ids = page.all("id")
        assert len(ids) == len(set(ids))
        if name.startswith("finding-"):
            assert {"top", "case-1", "case-1-answers", "case-1-again", "where-else"} <= set(ids)


def test_every_link_leads_to_a_file_of_the_report(pages, report):
    links = [link for page in pages.values() for link in page.all("href")]
    assert len(links) > 20
    files = {link.partition("#")[0] or "index.html" for link in links}
    assert {link for link in files if not (report / link).is_file()} == set()
    linked = {link for link in pages["index.html"].all("href") if link.endswith(".html")}
    assert linked == pages.keys() - {"index.html"}


def test_only_our_own_elements_are_on_the_page(pages):
    ours = {
        "html", "head", "meta", "title", "link", "body", "main", "header", "section", "div", "p",
        "h1", "h2", "h3", "h4", "a", "b", "i", "br", "span", "bdi", "small", "mark", "code", "pre",
        "table", "thead", "tbody", "tr", "th", "td", "ol", "ul", "li", "details", "summary",
        "label", "input", "select", "option", "script", "nav", "kbd", "dl", "dt", "dd",
    }  # fmt: skip
    for page in pages.values():
        tags = [tag for tag, _ in page.elements]
        assert set(tags) <= ours
        assert tags.count("h1") == 1


def test_hostile_text_is_shown_as_text(pages):
    page = finding(pages, "added_tokens")
    for shown in (
        "<script>alert(1)</script>",
        "</td></table><h1>",
        "{{·7·*·7·}}",
        "&lt;",
        "a\\nb\\r\\tc",
        "\\0\\x07\\x1b[31m",
        "\\u202eevil\\u2066\\u200b",
        "\\ud800",
        "\\ufffe\\uffff",
        "<img src=x onerror=alert(1)>\\ud800",
    ):
        assert shown in page.text


def test_no_page_holds_an_invisible_character(report):
    for path in report.iterdir():
        strange = {
            char
            for char in path.read_text("utf-8")
            if char != "\n" and unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl"}
        }
        assert strange == set(), path.name


def test_a_long_token_is_cut_and_counted(pages, report):
    page = finding(pages, "added_tokens")
    assert "… 98,000 more characters" in page.text
    assert "… 99,920 more characters" in page.text
    assert "… 99,880 more code points" in page.text
    assert max(path.stat().st_size for path in report.iterdir()) < 200_000


def test_an_accident_leaves_the_old_report(sample_run, report, monkeypatch):
    before = {path.name: path.read_bytes() for path in report.iterdir()}
    monkeypatch.setattr("tokparity.reports.views.html.finding_view", lambda *_: {})
    with pytest.raises(Exception, match="undefined"):
        write_html(read_run(sample_run))
    assert {path.name: path.read_bytes() for path in report.iterdir()} == before


def test_pages_of_findings_that_are_gone_go_too(sample_run, report):
    (sample_run / "findings.jsonl").write_text("")
    write_html(read_run(sample_run))
    assert [path.name for path in report.glob("finding-*")] == []
