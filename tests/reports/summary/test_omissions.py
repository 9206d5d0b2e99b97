from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Skipped
from tokparity.reports.summary.omissions import NOT_FETCHED, NOT_REACHED, folded, omissions

GONE = Skipped("x", "is gone")


def missing(*names):
    return [Skipped(name, f"{NOT_FETCHED} {name}") for name in names]


def test_many_of_one_reason_are_one_line():
    cells = [Skipped(name, NOT_REACHED) for name in ("a a~b", "b a~b")]
    assert folded([*missing("a", "b"), GONE, *cells], "mine", "llama*") == [
        GONE,
        Skipped("2 vocabularies", "not fetched: tokparity vocabs fetch 'llama*'"),
        Skipped("2 cells", NOT_REACHED),
    ]


def test_one_is_told_as_it_is():
    alone = [*missing("a"), GONE, Skipped("a a~b", NOT_REACHED)]
    assert folded(alone, "quick", None) == alone


def test_what_a_run_directory_tells(make_run):
    run = read_run(make_run([], skipped=tuple(missing("a", "b", "c"))))
    assert [one.name for one in omissions(run.info)] == ["3 vocabularies"]
    assert omissions(run.info)[0].reason.endswith(" --profile quick")
