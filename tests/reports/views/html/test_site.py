"""A server of a folder gives reports out, and nothing else."""

import shutil

import pytest

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.html import write_html
from tokparity.reports.views.html.runs_page import report_link
from tokparity.reports.views.html.site import TYPES, reply


@pytest.fixture
def folder(sample_run, tmp_path):
    runs = tmp_path / "all runs"
    shutil.copytree(sample_run, runs / "a b")
    write_html(read_run(runs / "a b"))
    (tmp_path / "secret.html").write_text("secret", "utf-8")
    (runs / "a b" / "report" / "link.html").symlink_to(tmp_path / "secret.html")
    (runs / "a b" / "report" / "notes.txt").write_text("secret", "utf-8")
    return runs


def test_every_file_of_a_report_is_given_out_as_it_is(folder):
    report = folder / "a b" / "report"
    served = [path for path in report.iterdir() if path.suffix in TYPES and not path.is_symlink()]
    assert len(served) > 8
    for path in served:
        said = reply(folder, report_link("a b").replace("index.html", path.name))
        assert (said.status, said.type) == (200, TYPES[path.suffix])
        assert said.body == path.read_bytes()


def test_the_first_page_has_the_runs_and_what_it_needs(folder):
    page = reply(folder, "/?x=1").body.decode()
    assert report_link("a b") in page
    for name in ("style.css", "report.js"):
        assert f'"{name}"' in page
        assert len(reply(folder, f"/{name}").body) > 1_000
    again = reply(folder, "/").body.decode()
    assert again.count("nonce") == page.count("nonce") > 2
    assert again != page  # nobody can guess the nonce


@pytest.mark.parametrize("address", ["/a%20b", "/a%20b/", "/a%20b/report", "/a%20b/report/"])
def test_a_run_leads_to_its_report(folder, address):
    said = reply(folder, address)
    assert (said.status, said.location) == (302, report_link("a b"))


@pytest.mark.parametrize(
    "address",
    [
        "/a%20b/run.json",
        "/a%20b/findings.jsonl",
        "/a%20b/report/../run.json",
        "/a%20b/report/%2e%2e/run.json",
        "/a%20b/report/..%2frun.json",
        "/a%20b/report/link.html",
        "/a%20b/report/notes.txt",
        "/a%20b/report/nothing.html",
        "/a%20b/report/.html",
        "/a%20b/report/index.html/x.html",
        "/a%20b/report/a\x00.html",
        "/a%20b/reportindex.html/x.css",
        "/secret.html",
        "/../secret.html",
        "//secret.html",
        "/nobody/report/index.html",
        "/%ff",
    ],
)
def test_nothing_else_is(folder, address):
    assert reply(folder, address).status == 404


def test_the_runs_over_time_are_a_page_of_the_site(folder):
    said = reply(folder, "/trend.html")
    assert (said.status, said.type) == (200, TYPES[".html"])
    page = said.body.decode()
    assert '<a href="/">all runs</a>' in page
    assert "1 run<" in page
    assert "Runs over time" in page
    assert "<script>\u202e" not in page
    (folder / "a b" / "findings.jsonl").write_text("{", "utf-8")
    assert reply(folder, "/trend.html").status == 404, "no run that can be read"
