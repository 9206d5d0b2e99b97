import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.markdown import code, markdown, plain, write_markdown
from reports.run_directory import read_run


def test_the_summary_of_a_run(sample_run):
    lines = write_markdown(read_run(sample_run)).read_text("utf-8").splitlines()
    assert lines[0] == "# 5 new divergences, 1 stale ledger entry"
    assert "- ledgered cases: 1 accepted, 0 open, 0 fixed-in" in lines
    pair = r"reference \~ huggingface\_tokenizers"
    assert f"| qwen3 | {pair} | ❌ 812 of 2,000 differ | ✅ 500 |" in lines
    assert "  - `I'm·12345` in llama-3, add_special=False" in lines
    assert "- skipped deepseek-v3: npm is not installed" in lines
    assert "- stale ledger entry `old<entry>`" in lines


def test_a_clean_run_is_short(clean_run):
    text = markdown(read_run(clean_run))
    assert text.startswith("# All agree\n")
    assert "##" not in text
    assert len(text.splitlines()) < 15


def test_every_table_row_has_as_many_fields_as_its_head(sample_run):
    rows = [line for line in markdown(read_run(sample_run)).splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + 17
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}


def test_hostile_text_stays_inside_its_line(sample_run):
    text = markdown(read_run(sample_run))
    assert "<script>" not in text.replace("`", "")
    assert len(text) < 8_000
    text.encode("utf-8")


@given(st.text("`|\\ *a", max_size=12).filter(lambda text: text.strip()))
def test_a_code_span_ends_where_it_should(text):
    """CommonMark 0.31, code spans: a span ends at a run of backticks as long as its first."""
    span = code(text)
    fence = re.match("`+", span).group()
    assert span.endswith(fence)
    inside = span[len(fence) : -len(fence)]
    assert len(fence) not in map(len, re.findall("`+", inside))
    if inside.startswith(" ") and inside.endswith(" ") and inside.strip():
        inside = inside[1:-1]
    assert inside == text


@pytest.mark.parametrize("mark", "\\`*_{}[]<>()#|~&$")
def test_labels_are_no_mark_up(mark):
    assert plain(f"a{mark}b") == f"a\\{mark}b"


def test_a_label_is_one_line():
    assert plain("a\nb\u202e") == r"a\\nb\\u202e"
