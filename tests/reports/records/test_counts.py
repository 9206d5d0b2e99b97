import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tokparity.reference_impl.codec import read, write
from tokparity.reports.records.counts import BASIC, COUNTS, Counts

ROOT = Path(__file__).parents[3]


def test_counts_are_summed_one_by_one() -> None:
    sums = Counts(1, 2, 3, 4, 5)
    sums.add(Counts(10, 20, 30, 40, 50))
    assert sums == Counts(11, 22, 33, 44, 55)


def test_figures_are_named_in_order() -> None:
    counts = Counts(5, 3, 1, 1, 9)
    assert [(figure.heading, figure.value, figure.tone) for figure in counts.figures] == [
        ("compared", 5, "quiet"),
        ("agreed", 3, "quiet"),
        ("diverged", 1, "bad"),
        ("refused", 1, "warn"),
        ("unsupported", 9, "quiet"),
    ]
    assert counts.further == ()


def test_a_line_of_the_journal_has_them_as_an_array() -> None:
    assert write(Counts(5, 3, 1, 1, 9)) == [5, 3, 1, 1, 9]
    assert read(Counts, [5, 3, 1, 1, 9]) == Counts(5, 3, 1, 1, 9)


def test_the_basic_counts_are_those_of_the_first_runs() -> None:
    """Whoever makes another one basic makes older runs unreadable."""
    assert BASIC == COUNTS == ("compared", "agreed", "diverged", "refused", "unsupported")


SMALL = {
    "version": "1.0",
    "added_tokens": [],
    **dict.fromkeys(
        ("truncation", "padding", "normalizer", "pre_tokenizer", "post_processor", "decoder")
    ),
    "model": {"type": "WordLevel", "vocab": {"<unk>": 0, "a": 1}, "unk_token": "<unk>"},
}
CHANGES = {
    "reports/records/counts.py": (
        '    unsupported: int = counted("unsupported", basic=True)\n',
        '    batched: int = counted("given in batches", "warn")\n',
    ),
    "harness/shards/runner.py": (
        "        counts = Counts(compared=len(batch), agreed=len(batch))\n",
        "        counts.batched = len(batch)\n",
    ),
}
"""A line behind which a line is added, by file: all that a count takes."""


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A folder with a copy of the program that has one more count."""
    program = tmp_path / "with a count" / "tokparity"
    program.mkdir(parents=True)
    for path in (ROOT / "src" / "tokparity").iterdir():
        if path.name in {name.split("/")[0] for name in CHANGES}:
            shutil.copytree(path, program / path.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif path.is_symlink():
            (program / path.name).symlink_to(path.resolve())
        elif path.is_file():
            shutil.copy(path, program)
    for name, (line, added) in CHANGES.items():
        text = (program / name).read_text("utf-8")
        assert text.count(line) == 1
        (program / name).write_text(text.replace(line, line + added), "utf-8")
    return program.parent


PRINTS_A_LINE_OF_THE_JOURNAL = """
import json
from tokparity.harness.shards.unit import ShardResult
from tokparity.reference_impl.codec import write
print(json.dumps(write(ShardResult("cell", 0))))
"""


def test_a_count_is_added_by_changing_three_files_at_most(changed: Path, tmp_path: Path) -> None:
    assert len(CHANGES) <= 3
    (tmp_path / "small.json").write_text(json.dumps(SMALL))

    def tokparity(*arguments: str) -> str:
        return python("-m", "tokparity", *arguments)

    def python(*arguments: str) -> str:
        ran = subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(changed)},
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout + ran.stderr

    told = tokparity("check", "small.json", "--sweep", "none", "--cases", "40", "--out", "out")
    total = sum(pq.read_table(tmp_path / "out" / "cells.parquet")["batched"].to_pylist())
    assert total > 0
    assert f"{total:,} given in batches" in told
    assert f"{total:,} given in batches" in (tmp_path / "out" / "summary.md").read_text("utf-8")
    page = (tmp_path / "out" / "report" / "index.html").read_text("utf-8")
    assert f'<b class="warn">{total:,}</b> given in batches' in page
    assert re.search(r'<span class="sub">given in batches [0-9]', page)
    junit = (tmp_path / "out" / "junit.xml").read_text("utf-8")
    assert re.search(r"[0-9] given in batches", junit)
    line = json.loads(python("-c", PRINTS_A_LINE_OF_THE_JOURNAL))
    assert len(line["counts"]["encode"]) == len(fields(Counts)) + 1

    older = pq.read_table(tmp_path / "out" / "cells.parquet").drop_columns("batched")
    pq.write_table(older, tmp_path / "out" / "cells.parquet")
    assert ", 0 given in batches" in tokparity("report", "out")
