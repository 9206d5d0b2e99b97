import io
from dataclasses import replace

import pytest
from rich.console import Console

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Skipped
from tokparity.reports.summary.verdict import totals_and_ledger
from tokparity.reports.views.terminal import MOST_ROWS, print_summary, print_totals


def printed(run_dir, width=120, **options):
    console = Console(file=io.StringIO(), width=width, **options)
    print_summary(read_run(run_dir), console)
    print_totals(read_run(run_dir), console)
    return console.file.getvalue()


def test_the_last_lines_are_verdict_and_totals(sample_run):
    lines = printed(sample_run).splitlines()
    assert lines[-1] == totals_and_ledger(read_run(sample_run))
    assert lines[-3] == "5 new divergences, 1 stale ledger entry"
    assert lines[-2].startswith("Encoding: 831 of 32,000 texts differ, 1 refused, 5 new findings. ")
    assert "accepted, 1 cases: lossy-text: text cannot hold it" in lines


def test_the_speed_is_printed(sample_run):
    info = read_run(sample_run).info
    line = next(line for line in printed(sample_run).splitlines() if "per CPU-second" in line)
    assert line.startswith(f"{info.cases:,} cases in ")
    assert f"{info.cases_per_cpu_second:,.0f} with loading" in line


def test_a_row_an_artefact_and_pair(sample_run):
    lines = printed(sample_run).splitlines()
    rows = [" ".join(line.split()) for line in lines if line.startswith("gpt-2")]
    assert rows == [
        "gpt-2 tokenizers 2,000 498",
        "gpt-2 tokenizers ~ tiktoken – 1,999 ≠ 1",
    ]


def test_sides_of_one_engine_are_told_apart(sample_run):
    run = read_run(sample_run)
    cells = run.cells.replace({"openai_tiktoken": "huggingface_transformers"})
    console = Console(file=io.StringIO(), width=120)
    print_summary(replace(run, cells=cells), console)
    assert " tokenizers ~ transformers " in console.file.getvalue()


def test_what_was_not_compared_stands_below(sample_run):
    lines = [line.split() for line in printed(sample_run).splitlines()]
    at = lines.index(["gpt-2", "tokenizers", "2,000", "498"])
    assert lines[at + 1] == ["refused", "2"]
    said = "unsupported (options or stages that a library does not have): decode 500"
    assert said in printed(sample_run).splitlines()


def test_new_findings_show_their_smallest_input(sample_run):
    text = printed(sample_run)
    assert "new: reference keeps 12345 as one word, tokenizers splits 12345 into 123 45\n" in text
    place = "pre_tokenizer Split, reference ~ huggingface_tokenizers, in llama-3"
    assert f"  {place}: I'm·12345\n" in text
    assert "skipped deepseek-v3: npm is not installed" in text


@pytest.mark.parametrize("width", [40, 80, 200])
def test_nothing_hostile_reaches_the_terminal(sample_run, width):
    text = printed(sample_run, width)
    assert not {"\x1b", "\x07", "\u202e", "\0", "\ud800"} & set(text)
    assert "<script>\\u202e" in text


def test_brackets_are_no_markup_of_rich(make_run, sample_findings):
    split = next(f for f in sample_findings if f.signature.component == "Split")
    signature = replace(split.signature, component="[bold]x[/bold]")
    assert "[bold]x[/bold]" in printed(make_run([replace(split, signature=signature)]))


def test_colours_only_where_the_console_has_them(sample_run):
    assert "\x1b[" in printed(sample_run, force_terminal=True, color_system="standard")


def test_what_could_not_run_is_not_called_skipped(make_run):
    info = {"skipped": (Skipped("x", "is gone"),), "extra": {"could_not_run": ["x"]}}
    text = printed(make_run([], [], [], **info))
    assert "could not run x: is gone" in text.splitlines()
    assert "skipped" not in text


def test_a_clean_run(clean_run):
    assert printed(clean_run).splitlines()[-3:-1] == [
        "All agree",
        "Encoding: identical on 2,000 texts. Decoding: identical on 500 id sequences.",
    ]


def test_of_many_rows_only_those_that_differ_are_printed(make_run, make_cell):
    cells = [make_cell("M", f"v{number}", unsupported=1) for number in range(MOST_ROWS)]
    cells.append(make_cell("M", "bad", agreed=1999, diverged=1))
    lines = printed(make_run([], cells, [])).splitlines()
    assert sum(line.startswith("v") for line in lines) == 0
    assert sum(line.startswith("bad ") for line in lines) == 1
    assert f"{MOST_ROWS} rows without a divergence: see the report" in lines
    assert any(line.endswith(f": encode {MOST_ROWS}") for line in lines)
    few = printed(make_run([], cells[1:], [])).splitlines()
    assert sum(line.startswith("v") for line in few) == MOST_ROWS - 1


def test_no_name_is_broken_where_the_output_is_piped(make_run, make_cell, sample_findings):
    name = "a-model-with-a-long-name ~ another-model-with-a-long-name"
    run = make_run(sample_findings, [make_cell("M", "a-model-with-a-long-name", against=name[27:])])
    assert any(line.startswith(name) for line in printed(run, width=40).splitlines())
    assert not any(
        line.startswith(name) for line in printed(run, width=40, force_terminal=True).splitlines()
    )
