import io

from rich.console import Console

from harness.progress import progress_bar


def shown(terminal):
    out = io.StringIO()
    with progress_bar(Console(file=out, force_terminal=terminal, width=80)) as report:
        report(1, 4, "small reference~oracle")
        report(4, 4, "small reference~oracle")
    return out.getvalue()


def test_a_person_sees_what_is_done():
    assert "small reference~oracle" in shown(True)
    assert "4/4" in shown(True)


def test_a_file_gets_nothing():
    assert shown(False).strip() == ""
