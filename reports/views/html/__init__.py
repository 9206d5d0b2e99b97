"""The HTML report, made from a `Run`: an index, a page a finding, a model, a library and an
implementation under test, one of known causes, of who is likely wrong, of three ways and of times,
a style sheet and a script.

Works opened from disk: nothing from elsewhere, and a page is whole without its script. Whatever
comes from an artefact or a case is escaped twice over: jinja2 escapes mark-up, and `finalize` turns
what is invisible or reorders text into visible escapes. A browser runs what bears the report's
nonce and nothing else; that is a digest of the run, so that no text in the run can hold it.
"""

import hashlib
import json
import shutil
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from types import CodeType

from jinja2 import BytecodeCache, ChoiceLoader, Environment, PackageLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary import describe
from tokparity.reports.summary.implementations import implementations
from tokparity.reports.summary.one_engine import engines
from tokparity.reports.summary.one_model import models
from tokparity.reports.summary.ruler import as_text, reading, spells
from tokparity.reports.text.sheets import cell_lines, numeric
from tokparity.reports.text.visible import clip, code_point_name, harmless, segments
from tokparity.reports.triage.akin import Kin
from tokparity.reports.triage.title import ended
from tokparity.reports.views.html.engine_page import engine_view
from tokparity.reports.views.html.finding_page import finding_view
from tokparity.reports.views.html.implementation_page import implementation_view
from tokparity.reports.views.html.index_page import (
    by_urgency,
    finding_lines,
    findings_view,
    index_view,
)
from tokparity.reports.views.html.ledger_page import ledger_view
from tokparity.reports.views.html.legend import WORDS
from tokparity.reports.views.html.model_page import model_view
from tokparity.reports.views.html.page_names import page_name
from tokparity.reports.views.html.three_ways_page import three_ways_view
from tokparity.reports.views.html.timings_page import timings_view
from tokparity.reports.views.html.who_page import who_view

LONGEST_TEXT = 2_000
LONGEST_PIECE = 80
LONGEST_MESSAGE = 4_000


def write_html(run: Run) -> Path:
    """Write RUN/report/ and return its index.html; an old report stays until the new is whole."""
    templates = environment()
    report = run.directory / "report"
    part = run.directory / "report.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    templates.globals["nonce"] = _nonce(run)
    sources = files("tokparity.reports.views.html").joinpath("templates")
    for name in ("style.css", "report.js"):
        _write(part / name, sources.joinpath(name).read_text("utf-8"))
    found = finding_lines(run)
    index = templates.get_template("index.html").render(index_view(run, found))
    _write(part / "index.html", index)
    if (every := findings_view(found)) is not None:
        _write(part / "findings.html", templates.get_template("findings.html").render(every))
    for name, view in (
        ("ledger", ledger_view(run, found)),
        ("three-ways", three_ways_view(run)),
        ("who", who_view(run, found)),
    ):
        if view is not None:
            _write(part / f"{name}.html", templates.get_template(f"{name}.html").render(view))
    times = templates.get_template("timings.html")
    _write(part / "timings.html", times.render(timings_view(run)))
    page = templates.get_template("finding.html")
    ordered = by_urgency(run.findings)
    kin = Kin.of(run.findings)
    around = zip([None, *ordered], ordered, [*ordered[1:], None], strict=False)
    for previous, finding, following in around:
        rendered = page.render(finding_view(run, finding, kin(finding), previous, following))
        _write(part / f"finding-{finding.id}.html", rendered)
    page = templates.get_template("implementation.html")
    for each in implementations(run):
        name = page_name("implementation", each.name)
        _write(part / name, page.render(implementation_view(each)))
    page = templates.get_template("part.html")
    for model in models(run):
        _write(part / page_name("model", model), page.render(model_view(run, model)))
    for oracle in engines(run):
        _write(part / page_name("engine", oracle), page.render(engine_view(run, oracle)))
    shutil.rmtree(report, ignore_errors=True)
    part.replace(report)
    return report / "index.html"


def _nonce(run: Run) -> str:
    """Of what every view is made of, but the times and the words in which the run was asked for:
    the same plan gives the same pages."""
    info = json.loads((run.directory / "run.json").read_text("utf-8"))
    digest = hashlib.sha256(json.dumps(info | {"options": {}}).encode())
    for name in ("findings.jsonl", "refusals.jsonl"):
        digest.update((run.directory / name).read_bytes())
    return digest.hexdigest()[:32]


def _write(path: Path, content: str) -> None:
    path.write_text(content, "utf-8", newline="\n")


class Compiled(BytecodeCache):
    """The code of templates that an environment before this one compiled, by name and source."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._codes[bucket.key, bucket.checksum] = bucket.code


_COMPILED = Compiled()
"""A report is milliseconds of work, and compiling its templates half a second."""


def environment(*packages: str) -> Environment:
    """The templates, with escaping and filters: for every page, and those of other packages."""
    jinja = Environment(
        loader=ChoiceLoader(list(map(PackageLoader, ("tokparity.reports.views.html", *packages)))),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
        bytecode_cache=_COMPILED,
    )
    jinja.globals.update(nonce="none", legend=WORDS)
    jinja.filters.update(
        reading=reading,
        as_text=as_text,
        spells=spells,
        text=lambda value: _text(value, LONGEST_TEXT),
        piece=lambda value: _text(value, LONGEST_PIECE),
        message=_message,
        cell_lines=cell_lines,
        numeric=numeric,
        count=lambda value: f"{value:,}",
        artefact=describe.artefact,
        page_name=lambda name, kind: page_name(kind, name),
        options=describe.options,
        code_point=lambda char: f"U+{ord(char):04X}",
        code_point_name=code_point_name,
        ended=ended,
        stage_word=describe.stage_word,
    )
    return jinja


def _finalize(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Markup):
        return harmless(value)
    return value


@lru_cache(maxsize=4096)  # the pieces of a vocabulary come again and again
def _text(value: str, limit: int) -> Markup:
    """Hostile text as mark-up: isolated, spaces and escapes marked, at most `limit` characters."""
    start, more = clip(value, limit)
    tags = {
        "text": Markup("{}"),
        "space": Markup('<span class="sp">{}</span>'),
        "escape": Markup('<span class="esc">{}</span>'),
    }
    tagged = Markup("").join(tags[part.kind].format(part.visible) for part in segments(start))
    rest = Markup('<span class="more">… {} more characters</span>').format(f"{more:,}")
    empty = Markup('<span class="more">empty</span>')
    return Markup("<bdi>{}</bdi>{}").format(tagged if value else empty, rest if more else "")


def _message(value: str) -> Markup:
    """What a library said, in its own lines."""
    start, more = clip(value, LONGEST_MESSAGE)
    lines = Markup("\n").join(harmless(line) for line in start.split("\n"))
    return lines + (Markup("\n… {} more characters").format(f"{more:,}") if more else "")
