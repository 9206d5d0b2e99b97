"""junit.xml: a test suite a pair, a test case a cell, so that a CI server shows a run as tests.

A cell fails for findings that are new or whose ledger entry is stale; known ones are named in
its output. Stale ledger entries fail in a suite of their own, and so do divergences that no
finding counts, and invariants of properties that a text broke. What could not run is an error,
what was left out for a reason (a vocabulary that is not fetched) is skipped.
"""

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tokparity.reports.records.counts import COUNTS, Counts
from tokparity.reports.records.finding import Finding, Sighting
from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary import describe
from tokparity.reports.summary.matrix import SHOWS
from tokparity.reports.summary.verdict import answer, headline
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.deeds import title_words
from tokparity.reports.triage.words import plain_words

Place = tuple[str, str, str, str, str, str | None]
"""(question, op, left, right, artefact, against)."""

Seen = Mapping[Place, list[tuple[Finding, Sighting]]]


def write_junit(run: Run) -> Path:
    """Write RUN/junit.xml, complete or not at all, and return its path.

    Every string goes through `harmless`: XML has no way to hold most controls, lone
    surrogates, U+FFFE and U+FFFF, not even escaped. It holds no times: runs of one plan
    give one file.
    """
    root = ET.Element("testsuites", name=harmless(f"tokparity: {headline(run)}. {answer(run)}"))
    cells: dict[str, list[dict[Any, Any]]] = {}
    for cell in run.cells.to_dict("records"):
        cells.setdefault(f"{cell['question']}: {cell['left']} ~ {cell['right']}", []).append(cell)
    seen = _seen(run)
    for name, rows in sorted(cells.items()):
        suite = _suite(root, name, run)
        for row in rows:
            _cell(suite, row, run, seen)
    _others(root, run)
    for suite in root:
        _count(suite, suite.findall("testcase"))
    _count(root, root.findall("testsuite/testcase"))
    path = run.directory / "junit.xml"
    part = path.with_name("junit.xml.part")
    ET.indent(root)
    part.write_bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))
    part.replace(path)
    return path


def _seen(run: Run) -> Seen:
    seen: dict[Place, list[tuple[Finding, Sighting]]] = {}
    for finding in run.findings:
        key = finding.signature
        for sighting in finding.sightings:
            place = (key.question, key.op, key.left, key.right, sighting.artefact, sighting.against)
            seen.setdefault(place, []).append((finding, sighting))
    return seen


def _suite(root: ET.Element, name: str, run: Run) -> ET.Element:
    return ET.SubElement(root, "testsuite", name=harmless(name))


def _case(suite: ET.Element, name: str) -> ET.Element:
    return ET.SubElement(
        suite,
        "testcase",
        name=harmless(name),
        classname=suite.attrib["name"],
    )


def _count(element: ET.Element, cases: list[ET.Element]) -> None:
    element.set("tests", str(len(cases)))
    for kind, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(kind, str(sum(case.find(tag) is not None for case in cases)))


def _cell(suite: ET.Element, row: dict[Any, Any], run: Run, seen: Seen) -> None:
    artefact = row["artefact"] + (f" ~ {row['against']}" if row["against"] else "")
    case = _case(suite, f"{artefact} {row['op']}")
    shown_findings = _findings_of(row, seen)
    red = [
        (finding, sighting)
        for finding, sighting in shown_findings
        if finding.status in ("new", "stale")
    ]
    if row["diverged"] and not shown_findings:
        message = f"{row['diverged']} divergences that no finding explains"
        ET.SubElement(case, "failure", type="unexplained", message=message)
    elif red:
        names = (f"{f.status}: {plain_words(title_words(f, s), str)}" for f, s in red)
        message = harmless("; ".join(names))
        failure = ET.SubElement(case, "failure", type=red[0][0].status, message=message)
        failure.text = "\n".join(line for pair in red for line in _lines(run.directory, *pair))
    elif not row["compared"]:
        message = f"{row['unsupported']} cases unsupported, 0 compared"
        ET.SubElement(case, "skipped", message=message)
    counts = Counts(**{name: row[name] for name in COUNTS})
    figures = [
        f"{counts.compared} compared",
        f"{counts.agreed} agreed",
        f"{counts.refused} refused",
    ]
    figures += [f"{figure.value} {figure.heading}" for figure in counts.further]
    known = (finding for finding, _ in shown_findings if finding.status not in ("new", "stale"))
    out = [", ".join(figures), *(f"{f.status} ({f.ledger_entry}): {f.key}" for f in known)]
    ET.SubElement(case, "system-out").text = "\n".join(harmless(line) for line in out)


def _findings_of(row: dict[Any, Any], seen: Seen) -> list[tuple[Finding, Sighting]]:
    """The findings that this cell's cases may show: none where all of them agreed."""
    if not row["diverged"] + row["refused"]:
        return []
    sides, files = (row["left"], row["right"]), (row["artefact"], row["against"])
    places = [(row["question"], op, *sides, *files) for op in SHOWS[row["op"]]]
    return [pair for place in places for pair in seen.get(place, [])]


def _others(root: ET.Element, run: Run) -> None:
    """What is no cell: stale entries of the ledger, and what was asked for and did not run."""
    stale = "every witness that can run here agrees: remove the entry (`known fix`)"
    if run.info.ledger.stale:
        suite = _suite(root, "ledger", run)
        for entry in run.info.ledger.stale:
            ET.SubElement(_case(suite, entry), "failure", type="stale", message=stale)
    if lost := run.without_finding:
        case = _case(_suite(root, "findings", run), "every divergence has one")
        message = f"{lost:,} divergences without a finding"
        ET.SubElement(case, "failure", type="unexplained", message=message)
    invariants = [record for record in run.properties if record.reading == "invariant"]
    if invariants:
        suite = _suite(root, "invariants", run)
        for invariant in invariants:
            case = _case(suite, f"{invariant.artefact} {invariant.name}")
            if invariant.breaks_invariant:
                share = f"{invariant.broken:,} of {invariant.tried_texts:,}"
                message = f"broken by {share} texts: {invariant.about}"
                failure = ET.SubElement(
                    case, "failure", type="invariant", message=harmless(message)
                )
                detail = (f"input: {invariant.text!a}", invariant.breach or "")
                failure.text = "\n".join(map(harmless, detail))
    if run.info.skipped:
        suite = _suite(root, "not run", run)
        for omission in run.info.skipped:
            tag = "error" if omission.name in run.could_not_run else "skipped"
            ET.SubElement(_case(suite, omission.name), tag, message=harmless(omission.reason))


def _lines(run_dir: Path, finding: Finding, sighting: Sighting) -> list[str]:
    lines = [
        finding.key,
        f"input: {describe.case_line(sighting.case)} ({describe.options(sighting.case)})",
        f"{finding.signature.left}: {describe.answer_line(sighting.left)}",
        f"{finding.signature.right}: {describe.answer_line(sighting.right)}",
        *(f"see: {line}" for line in describe.again_commands(run_dir, finding, sighting)),
    ]
    return [harmless(line) for line in lines]
