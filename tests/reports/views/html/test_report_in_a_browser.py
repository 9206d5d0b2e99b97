"""The report's script in a real Chromium: filters, keys, links, hover, and what it must not do.

A probe is loaded beside the script, with the page's own nonce: it does what a reader would and
writes down what came of it. Skipped where there is no Chromium.
"""

import contextlib
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import axe_core_python
import pytest
from browser import Browser

from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.traces import Edge, Merge, Piece, StageTrace, Trace
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import LedgerState
from tokparity.reports.views.html import write_html
from tokparity.reports.views.html.trace_page import trace_page
from tokparity.reports.views.pictures.alignment import alignment
from tokparity.reports.views.pictures.lattice_paths import lattice_paths
from tokparity.reports.views.pictures.merge_tree import merge_trees

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
SECONDS = 300
AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text("utf-8")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no Chromium: apt-get install chromium")

PROBE = """
const said = {};
const key = (name) => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const shown = () => all("[data-row]").filter((row) => !row.hidden).length;
const say = (name, value) => { said[name] = value; };
const out = () => {
  const place = document.createElement("pre");
  place.id = "probe";
  place.textContent = JSON.stringify(said);
  document.body.append(place);
};
addEventListener("securitypolicyviolation", (event) => say("violation", event.violatedDirective));
"""


def traced():
    """The page of a text that two sides normalize, search and merge otherwise."""
    composed = StageTrace("normalizer", "NFC", (Piece("\xe9b", 0, 2),), origins=((0, 2), (2, 3)))
    plain = StageTrace("normalizer", "none", (Piece("e\u0301b", 0, 3),))
    edges = [Edge(0, 1, "a", -1.0, taken=False), Edge(0, 2, "ab", -1.5, taken=True)]
    others = [replace(edge, taken=not edge.taken) for edge in edges]
    merges = [[Merge("a", "b", 7)], [Merge("a", "b", 8)]]
    pair = tuple(Trace((stage,), Encoding((1,))) for stage in (composed, plain))
    drawn = (
        alignment("e\u0301b", pair),
        lattice_paths("ab", [edges, others]),
        merge_trees("ab", merges),
    )
    assert all(drawn)
    return trace_page(("one", "two"), ("e\u0301b",), (pair,), (drawn,), ("normalizer",))


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    """One for all pages."""
    with contextlib.closing(Browser(CHROMIUM, tmp_path_factory.mktemp("browser"))) as browser:
        yield browser


@pytest.fixture(scope="module")
def reports():
    """Name of a run -> the folder of its report, once it is written."""
    return {}


@pytest.fixture
def browse(sample_run, chromium, reports):
    """Open a page with a probe; what the probe said, and the lines of the console."""

    def open_page(
        page,
        probe,
        address="",
        run=sample_run,
        scheme="light",
        width=1240,
        library="",
        picture=None,
    ):
        report = reports.get(run.name) or write_html(read_run(run)).parent
        reports[run.name] = report
        (report / "trace.html").write_text(traced(), "utf-8")
        source = (report / page).read_text("utf-8")
        nonce = re.search(r'nonce="(\w+)"', source)
        if nonce is None:  # a page without a script: the probe is let in
            assert "<script" not in source
            source = source.replace("default-src 'none'", "default-src 'none'; script-src 'self'")
            source = source.replace("</head>", '<script src="report.js" defer></script></head>')
        tag = f'<script src="probe.js" nonce="{nonce and nonce[1]}" defer></script></head>'
        (report / f"probed-{page}").write_text(source.replace("</head>", tag), "utf-8")
        last = "" if "out()" in probe else "\nout();"
        (report / "probe.js").write_text(library + PROBE + probe + last, "utf-8")
        address = f"file://{report}/probed-{page}{address}"
        said, console = chromium.page(address, scheme, width, SECONDS, picture)
        return json.loads(said), console

    return open_page


def test_the_index_filters_by_its_address_and_by_its_fields_and_has_keys(browse):
    said, console = browse(
        "index.html",
        """
        say("from address", shown());
        say("all", rows.length);
        const kept = rows.filter((row) => !row.hidden);
        say("is new", kept.every((row) => row.dataset.verdict.includes("new")));
        const [text, stage, verdict] = ["text", "stage", "verdict"].map((name) =>
          fields.find((field) => field.dataset.filter === name));
        verdict.value = "";
        stage.value = "decoder";
        stage.dispatchEvent(new Event("input"));
        say("decoder", shown());
        say("address", location.hash);
        say("unfolded", all("details[data-opened]").length > 0);
        stage.value = "";
        text.value = "12345 QWEN3";
        text.dispatchEvent(new Event("input"));
        say("text", rows.filter((row) => !row.hidden).map((row) => row.dataset.family));
        text.value = "u+202e override";
        text.dispatchEvent(new Event("input"));
        say("code point", shown());
        say("causes", all(".known-cause").filter((cause) => !cause.hidden
          && !all("[data-row]", cause).some((row) => !row.hidden)).length);
        text.value = "";
        text.dispatchEvent(new Event("input"));
        say("none", shown());
        say("folded again", all("details[data-opened]").length);
        key("j"); key("j"); key("k");
        const at = document.querySelector(".at");
        say("at", rows.indexOf(at));
        let opened = "";
        at.querySelector("a").addEventListener("click", (event) => {
          opened = event.currentTarget.href;
          event.preventDefault();
        });
        key("Enter");
        say("opened", opened.split("/").pop().slice(0, 8));
        key("/");
        say("focus", document.activeElement === text);
        text.blur();
        key("?");
        say("help", document.getElementById("keys").open);
        """,
        "#verdict=new",
    )
    assert console == []
    assert "violation" not in said
    assert 0 < said["from address"] < said["all"]
    assert said["is new"]
    assert 0 < said["decoder"] < said["all"]
    assert said["address"] == "#stage=decoder"
    assert said["unfolded"]
    assert said["text"] == ["Qwen3"]
    assert (said["none"], said["causes"]) == (said["all"], 0)
    assert 0 < said["code point"] < said["all"], "found by what stands in its smallest text"
    assert (said["folded again"], said["at"]) == (0, 0)
    assert (said["opened"], said["focus"], said["help"]) == ("finding-", True, True)


def test_a_finding_lights_up_copies_and_unfolds(browse, sample_findings):
    (found,) = [one for one in sample_findings if one.signature.component == "Split"]
    said, console = browse(
        f"finding-{found.id}.html",
        """
        say("target", document.getElementById("case-2-stages").closest("details").open);
        const cell = document.querySelector("td.first");
        cell.dispatchEvent(new MouseEvent("mouseenter"));
        say("lit", all(".on", cell.closest("table")).length);
        cell.dispatchEvent(new MouseEvent("mouseleave"));
        say("dark", all(".on").length);
        say("buttons", all("pre.command button").length === all("pre.command").length);
        say("next", Boolean(document.querySelector("link[rel=next], link[rel=prev]")));
        """,
        "#case-2-stages",
    )
    assert console == []
    assert said == {"target": True, "lit": 8, "dark": 0, "buttons": True, "next": True}


def test_a_page_of_hostile_text_runs_nothing_but_our_script(browse, sample_findings):
    (found,) = [one for one in sample_findings if one.signature.stage == "added_tokens"]
    said, console = browse(
        f"finding-{found.id}.html",
        """
        say("scripts", all("script").map((each) => each.getAttribute("src")));
        say("images", all("img").length);
        const evil = document.createElement("script");
        evil.textContent = "document.title = 'run'";
        document.body.append(evil);
        say("ran", document.title === "run");
        """,
    )
    assert said["scripts"] == ["report.js", "probe.js"]
    assert (said["images"], said["ran"]) == (0, False)
    assert len(console) == 1  # of the script that the probe tried to add


def test_the_index_of_78_vocabularies_is_three_screens_high(
    browse, make_run, make_cell, sample_findings
):
    (base,) = [one for one in sample_findings if one.signature.component == "Split"]
    known = {"status": "open", "ledger_entry": "entry"}
    many = [
        replace(
            base,
            signature=replace(base.signature, symptom=f"bug {at}"),
            sightings=tuple(replace(s, artefact=f"model-{at}") for s in base.sightings[:1]),
            **({} if at % 2 else known | {"ledger_entry": f"entry-{at}"}),
        )
        for at in range(60)
    ]
    cells = [
        make_cell(
            f"Model {at}", f"model-{at}", op=op, diverged=int(at < 60), agreed=2000 - int(at < 60)
        )
        for at in range(78)
        for op in ("encode", "decode")
    ]
    reason = "One side does what the other does not, as ever. " * 3
    reasons = {f"entry-{at}": reason for at in range(60)}
    run = make_run(many, cells, ledger=LedgerState(reasons=reasons), name="night")
    said, console = browse(
        "index.html",
        """say("height", document.documentElement.scrollHeight); say("rows", rows.length);""",
        run=run,
    )
    assert console == []
    assert said["rows"] == 60 + 78 + 78, "findings, models, files"
    assert 1_000 < said["height"] <= 3_000


PAGES = [
    "who",
    "index",
    "Split",
    "ByteLevel",
    "crash",
    "BertProcessing",
    "<script>",
    "timings",
    "model-Qwen3",
    "ledger",
    "engine-openai_5ftiktoken",
    "trace",
]


def file_of(page, findings):
    """A page by its name, or that of the finding of a component."""
    ids = {one.signature.component[:8]: one.id for one in findings}
    return f"finding-{ids[page[:8]]}.html" if page[:8] in ids else f"{page}.html"


@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 1240), ("dark", 1240), ("light", 390), ("dark", 390)]
)
def test_a_picture_of_each_page_is_kept(browse, sample_findings, pytestconfig, scheme, width):
    """In build/pages/, to be looked at."""
    folder = pytestconfig.rootpath / "build" / "pages"
    folder.mkdir(parents=True, exist_ok=True)
    sizes = {}
    for page in PAGES:
        kept = folder / f"{re.sub(r'[^A-Za-z0-9_-]', '', page)}-{scheme}-{width}.png"
        kept.unlink(missing_ok=True)
        name = file_of(page, sample_findings)
        browse(name, 'say("there", true)', scheme=scheme, width=width, picture=kept)
        assert kept.read_bytes().startswith(b"\x89PNG\r\n")
        sizes[page] = kept.stat().st_size
    assert min(sizes.values()) > 5_000, "a blank page is smaller"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1240), ("dark", 1240), ("light", 390)])
@pytest.mark.parametrize("page", PAGES)
def test_whoever_reads_otherwise_can_read_it(browse, sample_findings, page, scheme, width):
    name = file_of(page, sample_findings)
    said, _ = browse(
        name,
        """
        for (const fold of all("details")) fold.open = true;
        say("dark", matchMedia("(prefers-color-scheme: dark)").matches);
        axe.run({ preload: false }).then((result) => {
          say("passes", result.passes.length);
          say("violations", result.violations.map(
            (rule) => [rule.id, rule.nodes.length, rule.nodes[0].html.slice(0, 200)]));
          out();
        });
        """,
        scheme=scheme,
        width=width,
        library=AXE,
    )
    assert said["dark"] == (scheme == "dark")
    assert said["passes"] > 10
    assert said["violations"] == []


def test_a_page_of_pictures_shows_each_with_its_name(browse):
    said, console = browse(
        "trace.html",
        """
        const drawn = all("svg").map((each) => each.getBoundingClientRect());
        say("drawn", drawn.filter((box) => box.width > 40 && box.height > 20).length);
        say("all", drawn.length);
        say("named", all("svg").every((each) => each.getAttribute("aria-label")
          || each.querySelector("title")));
        say("texts", all("svg text").every((each) => each.getBoundingClientRect().width > 0));
        """,
    )
    assert console == []
    assert said["drawn"] == said["all"] >= 4
    assert said["named"]
    assert said["texts"]


@pytest.mark.parametrize(
    "page",
    ["index.html", "finding", "model-Qwen3.html", "ledger.html", "timings.html", "trace.html"],
)
def test_a_telephone_is_wide_enough(browse, sample_findings, page):
    (found,) = [one for one in sample_findings if one.signature.component == "Split"]
    said, _ = browse(
        page if page != "finding" else f"finding-{found.id}.html",
        """
        document.documentElement.style.width = "390px";
        say("wide", all("main *").filter((each) => {
          const box = each.getBoundingClientRect();
          return box.width && box.right > 391 && !each.closest(".scroll, pre, .aligned");
        }).map((each) => each.outerHTML.slice(0, 120)));
        """,
        width=500,
    )
    assert said["wide"] == []
