"""Of a run three ways: which engines hold a model, and what each pair of files has apart."""

from dataclasses import replace

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import RunArtefact
from tokparity.reports.summary.three_ways import MOST_CAUSES, causes_of, file_sheet, pair_sheet


def test_a_row_a_pair_of_files_of_two_engines(sample_run):
    run = read_run(sample_run)
    assert pair_sheet(run).rows == ()  # both libraries on one file
    cells = run.cells.copy()
    cells.loc[cells["question"] == "parity", "against"] = "gpt-2-as-ranks"
    rows = {row[0]: row for row in pair_sheet(replace(run, cells=cells)).rows}
    assert rows["GPT-2"] == (
        *("GPT-2", "tokenizers ~ tiktoken", "gpt-2 ~ gpt-2-as-ranks"),
        *(2000, 1999, 0, ()),
    )


def test_files_are_listed_with_who_made_them(sample_run):
    run = read_run(sample_run)
    derived = RunArtefact("q-as-gguf", "Qwen3", "gguf", "", "derived from qwen3 by x")
    files = (*run.info.artefacts, derived)
    sheet = file_sheet(replace(run, info=replace(run.info, artefacts=files)))
    assert [row[1:] for row in sheet.rows] == [
        ("q-as-gguf", "gguf", "derived from qwen3 by x"),
        ("qwen3", "tokenizer.json", "published"),
    ]


def test_causes_of_most_cases_come_first_and_the_rest_are_counted(sample_findings):
    first = sample_findings[0]
    sighting = replace(first.sightings[0], against="another")
    many = [
        replace(
            first,
            signature=replace(first.signature, cause=f"cause-{count}"),
            sightings=(replace(sighting, count=count, vote=None),),
        )
        for count in range(1, MOST_CAUSES + 3)
    ]
    told = causes_of(many)[sighting.artefact, sighting.against]
    assert "cause-8: 8" in told[0]
    assert len(told) == MOST_CAUSES + 1
    assert told[-1] == "and 2 more"
