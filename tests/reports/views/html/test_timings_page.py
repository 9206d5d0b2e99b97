from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.html import write_html


def pages(run_dir):
    report = write_html(read_run(run_dir)).parent
    return (report / "index.html").read_text("utf-8"), (report / "timings.html").read_text("utf-8")


def test_times_are_on_a_page_of_their_own(make_run, make_cell):
    cells = [make_cell("Qwen3", "qwen3", cpu_seconds=1234.5)]
    index, times = pages(make_run([], cells, [], shares={"load": 10.0, "encode": 30.0}))
    for shown in ("1,234.5", "encode 75.0 %", "2026-11-21", "per second"):
        assert shown in times
        assert shown not in index
    assert 'href="timings.html"' in index
    assert 'href="index.html"' in times
