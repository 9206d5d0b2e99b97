"""docs/explanation/quirks-of-tokenizers.md and the tests of this folder name the same quirks."""

import ast
import re
from pathlib import Path

import pytest
import tokenizers

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "explanation" / "quirks-of-tokenizers.md").read_text("utf-8")
COLUMNS = ("Component", "What is surprising", "Smallest case", "Upstream", "Here", "Test")


def rows():
    for line in TEXT.splitlines():
        if line.startswith("|") and "---" not in line:
            cells = tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1])
            if cells != COLUMNS:
                yield cells


ROWS = list(rows())


def named_functions():
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if path != Path(__file__):
            tree = ast.parse(path.read_text("utf-8"))
            yield from (node.name for node in tree.body if isinstance(node, ast.FunctionDef))


TESTS = [name for name in named_functions() if name.startswith("test_")]


def test_every_quirk_has_its_test_and_every_test_its_quirk():
    named = [cells[-1].strip("`") for cells in ROWS]
    assert len(set(named)) == len(named)
    assert len(set(TESTS)) == len(TESTS)
    assert set(named) == set(TESTS)


@pytest.mark.parametrize("cells", ROWS, ids=lambda cells: cells[-1].strip("`"))
def test_a_row_is_complete_and_its_comment_names_the_source(cells):
    assert len(cells) == len(COLUMNS)
    assert all(cells)
    code = (ROOT / "reference_impl" / cells[4].strip("`")).read_text("utf-8")
    assert re.search(r"`tokenizers`|tokenizers\s+0\.23|Oniguruma|onig|serde|library", code)


def test_the_count_and_the_version_are_those_of_the_table(record_property):
    count = re.search(r"(\d+) cases", TEXT)
    assert count is not None
    record_property("quirks", len(ROWS))
    print(f"{len(ROWS)} quirks of tokenizers {tokenizers.__version__}")  # noqa: T201 (the count is asked for)
    assert int(count[1]) == len(ROWS)
    assert TEXT.startswith(f"# Quirks of tokenizers {tokenizers.__version__}\n")
