"""junit.xml: a test suite a pair, a test case a cell, so that a CI server shows a run as tests.

A cell fails for findings that are new or whose ledger entry is stale; known ones are
named in its output. Stale ledger entries that no finding met fail in a suite of their own.
"""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

from reports import describe
from reports.records import Finding, Sighting
from reports.run_directory import Run
from reports.visible import harmless


def write_junit(run: Run) -> Path:
    """Write RUN/junit.xml, complete or not at all, and return its path.

    Every string goes through `harmless`: XML has no way to hold most controls, lone
    surrogates, U+FFFE and U+FFFF, not even escaped.
    """
    root = ET.Element("testsuites", name="tokparity", time=f"{run.info.seconds:.3f}")
    cells: dict[str, list[dict[Any, Any]]] = {}
    for cell in run.cells.to_dict("records"):
        cells.setdefault(f"{cell['question']}: {cell['left']} ~ {cell['right']}", []).append(cell)
    for name, rows in sorted(cells.items()):
        suite = _suite(root, name, len(rows))
        for row in rows:
            _test_case(suite, name, row, run)
        _count(suite)
    if run.info.ledger.stale:
        suite = _suite(root, "ledger", len(run.info.ledger.stale))
        for entry in run.info.ledger.stale:
            case = ET.SubElement(suite, "testcase", name=harmless(entry), classname="ledger")
            reason = "every witness that can run here agrees: remove the entry (`known fix`)"
            ET.SubElement(case, "failure", type="stale", message=reason)
        _count(suite)
    path = run.directory / "junit.xml"
    part = path.with_name("junit.xml.part")
    ET.indent(root)
    part.write_bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))
    part.replace(path)
    return path


def _suite(root: ET.Element, name: str, tests: int) -> ET.Element:
    return ET.SubElement(root, "testsuite", name=harmless(name), tests=str(tests))


def _count(suite: ET.Element) -> None:
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", "0")
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))


def _test_case(suite: ET.Element, suite_name: str, row: dict[Any, Any], run: Run) -> None:
    artefact = row["artefact"] + (f" ~ {row['against']}" if row["against"] else "")
    case = ET.SubElement(
        suite,
        "testcase",
        name=harmless(f"{artefact} {row['op']}"),
        classname=harmless(suite_name),
        time=f"{row['seconds']:.3f}",
    )
    seen = [finding for finding in run.findings if _is_in(finding, row)]
    red = [finding for finding in seen if finding.status in ("new", "stale")]
    if row["diverged"] and not seen:
        message = f"{row['diverged']} divergences that no finding explains"
        ET.SubElement(case, "failure", type="unexplained", message=message)
    elif red:
        message = "; ".join(f"{f.status}: {f.signature.stage} {f.signature.component}" for f in red)
        failure = ET.SubElement(case, "failure", type=red[0].status, message=harmless(message))
        lines = (line for finding in red for line in _lines(run.directory, finding, row))
        failure.text = "\n".join(lines)
    elif not row["compared"]:
        ET.SubElement(
            case, "skipped", message=f"{row['unsupported']} cases unsupported, 0 compared"
        )
    known = [finding for finding in seen if finding not in red]
    counts = f"{row['compared']} compared, {row['agreed']} agreed, {row['refused']} refused"
    out = [counts, *(f"{f.status} ({f.ledger_entry}): {f.key}" for f in known)]
    ET.SubElement(case, "system-out").text = "\n".join(harmless(line) for line in out)


def _is_in(finding: Finding, row: dict[Any, Any]) -> bool:
    signature = finding.signature
    sides = (signature.question, signature.op, signature.left, signature.right)
    return sides == (row["question"], row["op"], row["left"], row["right"]) and any(
        _seen_in(sighting, row) for sighting in finding.sightings
    )


def _seen_in(sighting: Sighting, row: dict[Any, Any]) -> bool:
    return (sighting.artefact, sighting.against) == (row["artefact"], row["against"])


def _lines(run_dir: Path, finding: Finding, row: dict[Any, Any]) -> list[str]:
    sighting = next(s for s in finding.sightings if _seen_in(s, row))
    lines = [
        finding.key,
        f"input: {describe.case_line(sighting.case)} ({describe.options(sighting.case)})",
        f"{finding.signature.left}: {describe.answer_line(sighting.left)}",
        f"{finding.signature.right}: {describe.answer_line(sighting.right)}",
        *(f"see: {line}" for line in describe.again_commands(run_dir, finding, sighting)),
    ]
    return [harmless(line) for line in lines]
