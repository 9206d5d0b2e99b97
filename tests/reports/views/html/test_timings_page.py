from tokparity.reports.records.growth import Curve, write_growth
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


def test_curves_of_growth_are_drawn_where_they_were_measured(make_run):
    run_dir = make_run([], [], [])
    assert 'id="growth"' not in pages(run_dir)[1]
    curve = Curve("huggingface_tokenizers", "a<b", ((1000, 0.1), (2000, 0.4), (4000, 1.6)))
    write_growth(run_dir, [curve])
    _, times = pages(run_dir)
    assert "a&lt;b" in times
    assert "as length^2.00, <b>steep</b>" in times
    assert times.count("<circle") == 3
