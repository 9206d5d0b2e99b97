"""The page of a run three ways, of a real run."""

import sys
from dataclasses import replace

import pytest
from run_fixtures import make_repository, run_inline

from evaluation.tables.three_ways import main, page
from tokparity.harness import cli
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Skipped
from tokparity.reports.summary.three_ways import counted, engines_of


@pytest.fixture(scope="module")
def three(tmp_path_factory, document, slot):
    """The run, made once: nobody writes into it."""
    place = tmp_path_factory.mktemp("three-ways")
    choices = ("--vocab", "one", "--three-ways", "--cases", "200", "--jobs", "1")
    with pytest.MonkeyPatch.context() as patch:
        make_repository(place, patch, document)
        run_inline(patch, slot)
        patch.setattr(sys, "argv", ["tokparity", "run", *choices, "--out", "three"])
        with pytest.raises(SystemExit):
            cli.main()
    return place / "three"


def test_a_row_a_pair_with_its_causes(three, capsys):
    capsys.readouterr()
    assert main([str(three)]) == 0
    page = capsys.readouterr().out
    assert "- 1 models on three engines, 0 more on two, 0 on one" in page
    assert ", 0 diverged" in page
    [row] = [line for line in page.splitlines() if "one-as-ranks \\~ one |" in line]
    assert "| tiktoken \\~ tokenizers |" in row
    assert "| one-as-gguf | gguf | derived from one by tokparity convert |" in page
    assert "(of the smallest: " in page, "the whole words that only one finds"


def test_engines_are_counted_by_what_answered(three):
    run = read_run(three)
    [engines] = engines_of(run).values()
    assert engines == {"tokenizers", "llama.cpp", "tiktoken"}
    assert counted(run)[3] == 1


def test_who_was_asked_and_said_nothing_holds_no_model(three):
    run = read_run(three)
    cells = run.cells.copy()
    cells.loc[cells["right"] == "ggml_llama_cpp", "compared"] = 0
    [engines] = engines_of(replace(run, cells=cells)).values()
    assert engines == {"tokenizers", "tiktoken"}


def test_what_could_not_be_asked_is_on_the_page(three, capsys):
    run = read_run(three)
    crash = Skipped("one-as-gguf", "ggml_llama_cpp does not load it: crash")
    shown = page(replace(run, info=replace(run.info, skipped=(crash,))))
    assert "## Left out" in shown
    assert "does not load it: crash" in shown


def test_what_is_no_run(tmp_path, capsys):
    assert main([str(tmp_path)]) == 2
    assert "run.json" in capsys.readouterr().err


def test_a_reference_that_parts_is_exit_code_1(sample_run, capsys):
    assert main([str(sample_run)]) == 1
    assert capsys.readouterr().out.startswith("# Three ways")
