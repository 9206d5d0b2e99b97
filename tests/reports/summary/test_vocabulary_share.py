from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Observed
from tokparity.reports.summary.vocabulary_share import (
    cost_lines,
    cost_sheet,
    coverage_lines,
    shares,
    vocabulary_sheet,
)


def test_shares_are_of_all_the_time_and_the_largest_comes_first(make_run):
    run = read_run(make_run([], [], [], shares={"load": 10.0, "encode": 25.0, "decode": 5.0}))
    told = [(share.activity, share.percent) for share in shares(run)]
    assert told == [("encode", 62.5), ("load", 25.0), ("decode", 12.5)]
    (line,) = cost_lines(run)
    assert line == (
        "75.0 % of 40 CPU-seconds in encode, decode, compare: "
        "encode 62.5 %, load 25.0 %, decode 12.5 %"
    )


def test_answers_are_summed_and_the_least_asked_is_named(make_run):
    observed = (
        Observed("b", "m", 100, 90, 2, 5, 6),
        Observed("a", "m", 1000, 40, 2, 5, 6),
    )
    run = read_run(make_run([], [], [], observed=observed, peak_memory=1_234_567_890))
    (asked,) = coverage_lines(run)
    (memory,) = cost_lines(run)
    assert asked == (
        "2 vocabularies of 1 models: 1,100 answers of native libraries to 130 cases, none of a "
        "vocabulary counted twice; 40 at least a vocabulary (a)"
    )
    assert memory == "1.23 GB of memory at most, all processes together"


def test_a_row_a_vocabulary_and_what_its_cells_cost(make_run, make_cell):
    cells = [
        make_cell("Qwen3", "qwen3", agreed=1990, diverged=7, refused=3, cpu_seconds=2.0),
        make_cell("Qwen3", "qwen3", op="decode", cpu_seconds=1.25),
    ]
    observed = (Observed("qwen3", "Qwen3", 100, 90, 2, 5, 6), Observed("gone", "g", 0, 0, 0, 0, 0))
    run = read_run(make_run([], cells, [], observed=observed))
    assert vocabulary_sheet(run).rows == (
        ("gone", "g", None, 0, 0, 0, 0, 0, 0, 0),
        ("qwen3", "Qwen3", "tokenizer.json", 100, 90, 2, 5, 6, 7, 3),
    )
    assert cost_sheet(run).rows == (("qwen3", 3.2),)


def test_a_run_that_measured_nothing_says_nothing(sample_run):
    run = read_run(sample_run)
    assert coverage_lines(run) == cost_lines(run) == []
    assert shares(run) == []
    assert not vocabulary_sheet(run).has_something_to_say
