from dataclasses import replace

import pytest

from tokparity.reports.records.counts import Counts
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.summary.matrix import lines, matrix_view, ops


@pytest.fixture
def squares(sample_run):
    run = read_run(sample_run)
    columns, rows = matrix_view(run.cells, run.findings)
    assert len(columns) == 6
    return {
        (row.artefact, pair, op): square
        for row in rows
        for (pair, op), square in zip(columns, row.squares, strict=True)
    }


HF = "reference ~ huggingface_tokenizers"
TT = "reference ~ openai_tiktoken"
PARITY = "huggingface_tokenizers ~ openai_tiktoken"


@pytest.mark.parametrize(
    ("artefact", "pair", "op", "state"),
    [
        ("qwen3", HF, "encode", "new"),
        ("qwen3", HF, "decode", "agrees"),
        ("gpt-2", HF, "decode", "refused"),
        ("gpt-2", PARITY, "decode", "known"),
        ("o200k", TT, "encode", "new"),
        ("o200k", TT, "decode", "none"),
    ],
)
def test_states(squares, artefact, pair, op, state):
    assert squares[artefact, pair, op].state == state


def test_a_square_has_its_counts_and_its_findings_only(squares):
    square = squares["qwen3", HF, "encode"]
    assert square.counts == Counts(2000, 1188, 812)
    assert [finding.signature.component for finding in square.findings] == ["Split"]
    assert squares["gpt-2", HF, "encode"].findings == ()


def test_what_was_not_compared_has_no_square(squares):
    assert squares["o200k", HF, "encode"] is None


def test_divergences_that_no_finding_explains_are_red(sample_run):
    run = read_run(sample_run)
    columns, rows = matrix_view(run.cells, [])
    gpt = next(row for row in rows if row.artefact == "gpt-2")
    assert gpt.squares[columns.index((PARITY, "decode"))].state == "new"


def test_nothing_compared(make_run):
    assert matrix_view(read_run(make_run([], [], [])).cells, []) == ([], [])


def test_folded_to_a_line_an_artefact_and_pair(sample_run):
    run = read_run(sample_run)
    columns, rows = matrix_view(run.cells, run.findings)
    assert ops(columns) == ["encode", "decode"]
    folded = {(line.name, line.pair): line.squares for line in lines(columns, rows)}
    assert len(folded) == 5 + 12
    encode, decode = folded["gpt-2", HF]
    assert (encode.counts.agreed, decode.counts.refused) == (2000, 2)
    assert folded["gpt-2", PARITY][0] is None


def test_a_finding_stands_where_its_cases_differ(make_run, make_cell, sample_findings):
    """Seen in full cases alone, its op is encode all the same."""
    split = next(f for f in sample_findings if f.signature.component == "Split")
    counts = {"op": "encode_full", "agreed": 1993, "diverged": 7}
    cells = [make_cell("Qwen3", "qwen3"), make_cell("Qwen3", "qwen3", **counts)]
    run = read_run(make_run([replace(split, status="open")], cells))
    columns, (row,) = matrix_view(run.cells, run.findings)
    squares = {op: square for (_, op), square in zip(columns, row.squares, strict=True)}
    assert (squares["encode"].state, squares["encode"].findings) == ("agrees", ())
    assert squares["encode_full"].state == "known"
    assert len(squares["encode_full"].findings) == 1
