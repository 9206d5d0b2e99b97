import re

from reports.markdown import markdown, write_markdown
from reports.run_directory import read_run


def test_the_summary_of_a_run(sample_run):
    lines = write_markdown(read_run(sample_run)).read_text("utf-8").splitlines()
    assert lines[0] == "# 5 new divergences, 1 stale ledger entry"
    assert (
        "- ledgered cases: 1 accepted, 0 open, 0 fixed-in; new: 835; 1 of an unknown stage; "
        "1 stale entry; 2 witnesses cannot run" in lines
    )
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
