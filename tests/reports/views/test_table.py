"""Findings as a table."""

import pandas as pd

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.table import COLUMNS, findings_csv, findings_table, write_parquet


def test_a_row_has_the_smallest_case_and_both_answers(sample_run):
    table = findings_table(read_run(sample_run))
    assert tuple(table.columns) == COLUMNS
    (split,) = table[table["component"] == "Split"].to_dict("records")
    assert (split["cases"], split["stage"], split["status"]) == (819, "pre_tokenizer", "new")
    assert "12345" in split["smallest"]
    assert split["left_answer"].startswith("40 2776 220 91011")


def test_a_file_is_there_whole(sample_run, tmp_path):
    run = read_run(sample_run)
    write_parquet(run, tmp_path / "f.parquet")
    assert pd.read_parquet(tmp_path / "f.parquet").equals(findings_table(run))
    assert [path.name for path in tmp_path.glob("*.part")] == []
    assert findings_csv(run).count("\n") >= len(run.findings) + 1
