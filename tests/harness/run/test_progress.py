import io

from rich.console import Console

from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.run import progress
from tokparity.harness.run.progress import progress_bar
from tokparity.reference_impl.contract import EncodeCase, Encoding
from tokparity.reports.records.finding import Sighting, Signature


def found(component):
    signature = Signature("fidelity", "encode", "reference", "x", "model", component)
    answers = Encoding((1,)), Encoding((2,))
    sighting = Sighting(
        "small", "00", None, 1, EncodeCase("a"), EncodeCase("a"), *answers, "ids", 0, None, None
    )
    return NamedSighting(signature, "reported", "", sighting)


def shown(terminal, *of):
    out = io.StringIO()
    with progress_bar(Console(file=out, force_terminal=terminal, width=80), *of) as report:
        report(1, 4, "small reference~oracle")
        report(4, 4, "small reference~oracle")
    return out.getvalue()


def test_a_person_sees_what_is_done():
    assert "small reference~oracle" in shown(True)
    assert "4 of 4 shards" in shown(True)
    assert "?" not in shown(True).replace("\x1b[?", ""), "nothing is said of a total unknown yet"


def test_a_log_gets_a_line_a_minute_and_no_bar(monkeypatch):
    assert shown(False).strip() == ""
    monkeypatch.setattr(progress, "EVERY_SECONDS", 0.0)
    monkeypatch.setattr(progress, "rest", lambda done, total, _: f"{done} of {total} left")
    told = shown(False).splitlines()
    assert [line.partition(": ")[2] for line in told] == [
        "1 of 4 shards, 1 of 4 left, now small reference~oracle",
        "4 of 4 shards, 4 of 4 left, now small reference~oracle",
    ]
    assert "4 of 4 findings, 4 of 4 left, now small" in shown(False, "findings")


def test_what_was_done_before_is_no_measure_of_how_fast(monkeypatch):
    asked = []
    monkeypatch.setattr(progress, "rest", lambda done, total, _: asked.append((done, total)) or "")
    with progress_bar(Console(file=io.StringIO())) as report:
        report(101, 200, "resumed")
        report(110, 200, "resumed")
    assert asked == [(1, 100), (10, 100)]


def test_findings_so_far_are_counted():
    out = io.StringIO()
    with progress_bar(Console(file=out, force_terminal=True, width=200)) as report:
        for component in ("BPE", "Unigram"):
            report.announce(found(component))
        report(1, 4, "small")
    assert "2 findings" in out.getvalue()
    assert "found in small: v1/fidelity/encode/reference~x/model/BPE: " in out.getvalue()
