import io

from rich.console import Console

from tokparity.harness.run import progress
from tokparity.harness.run.progress import progress_bar


def shown(terminal, *of):
    out = io.StringIO()
    with progress_bar(Console(file=out, force_terminal=terminal, width=80), *of) as report:
        report(1, 4, "small reference~oracle")
        report(4, 4, "small reference~oracle")
    return out.getvalue()


def test_a_person_sees_what_is_done():
    assert "small reference~oracle" in shown(True)
    assert "4/4" in shown(True)


def test_a_log_gets_a_line_a_minute_and_no_bar(monkeypatch):
    assert shown(False).strip() == ""
    monkeypatch.setattr(progress, "EVERY_SECONDS", 0.0)
    told = shown(False).splitlines()
    assert [line.partition(": ")[2] for line in told] == [
        "1 of 4 shards, now small reference~oracle",
        "4 of 4 shards, now small reference~oracle",
    ]
    assert "4 of 4 findings, now small" in shown(False, "findings")
