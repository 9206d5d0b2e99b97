import re

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Observed, Skipped
from tokparity.reports.views.markdown import folded, markdown, write_markdown


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
    fields = [len(re.findall(r"(?<!\\)\|", row)) - 1 for row in rows]
    assert fields == [4] * (2 + 17) + [6] * (2 + 1)


def test_hostile_text_stays_inside_its_line(sample_run):
    text = markdown(read_run(sample_run))
    assert "<script>" not in text.replace("`", "")
    assert len(text) < 8_000
    text.encode("utf-8")


def test_what_the_ledger_excuses_is_folded(sample_run):
    text = markdown(read_run(sample_run))
    folded = text.split("<details><summary>1 known finding: 1 accepted</summary>\n\n")[1]
    assert folded.startswith("- accepted, 1 cases: lossy-text: text cannot hold it\n\n| status |")
    lossy = r"| accepted | decoder ByteLevel | parity decode, huggingface\_tokenizers \~ openai"
    assert lossy + r"\_tiktoken | 1 | 1 | lossy-text |" in text


def many(make_run, make_cell, count, **info):
    names = [f"vocabulary-{number:04}" for number in range(count)]
    cells = [make_cell(name, name) for name in names]
    cells.append(make_cell("bad", "bad", agreed=1993, diverged=7))
    observed = tuple(Observed(name, name, 60_000, 59_000, 12, 900, 1000) for name in names)
    return read_run(make_run([], cells, [], observed=observed, **info))


def test_rows_that_agree_are_folded_in_a_big_run(make_run, make_cell):
    text = markdown(many(make_run, make_cell, 76))
    open_part, _, folded = text.partition(
        "<details><summary>76 rows without a divergence</summary>\n\n"
    )
    assert "| bad | " in open_part
    assert "vocabulary-0000" not in open_part
    rows = [line for line in folded.partition("</details>")[0].splitlines() if line]
    assert len(rows) == 2 + 76


def test_a_huge_run_stays_below_what_github_shows(make_run, make_cell):
    """A job's summary may have 1,024 KiB: docs.github.com, "Adding a job summary"."""
    skipped = tuple(Skipped(f"gone-{number}", "x" * 2000) for number in range(500))
    text = markdown(many(make_run, make_cell, 1500, skipped=skipped))
    assert len(text.encode()) < 1_000_000
    assert "… 450 more were skipped or could not run" in text


def test_what_was_looked_at(make_run, make_cell):
    shares = {"encode": 60.0, "decode": 10.0, "compare": 5.0, "load": 25.0}
    run = many(make_run, make_cell, 3, shares=shares, peak_memory=2_500_000_000)
    text = markdown(run)
    assert "- 3 vocabularies of 3 models: 180,000 answers of native libraries" in text
    assert "CPU-second" not in text
    assert "GB of memory" not in text
    assert "| vocabulary\\-0001 |".replace("\\-", "-") in text


def test_what_could_not_run_is_not_called_skipped(make_run, make_cell):
    info = {"skipped": (Skipped("x", "is gone"),), "extra": {"could_not_run": ["x"]}}
    assert "- could not run x: is gone" in markdown(many(make_run, make_cell, 1, **info))


def test_a_summary_is_html_not_markdown():
    assert folded("a_b <c> (d)", "x").startswith("<details><summary>a_b &lt;c&gt; (d)</summary>")
