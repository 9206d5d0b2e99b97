"""The part of a run in which one library had a say."""

from dataclasses import replace

from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.vote import CellVotes, VoteCounts
from tokparity.reports.summary.one_engine import engines, of_engine


def test_the_part_of_a_library_is_all_that_it_had_a_say_in(sample_run):
    run = read_run(sample_run)
    names = engines(run)
    assert len(names) > 1
    assert set(names) <= set(ORACLES)
    for name in names:
        part = of_engine(run, name)
        asked = run.cells[(run.cells["left"] == name) | (run.cells["right"] == name)]
        assert list(part.cells.index) == list(asked.index)
        assert 0 < len(part.cells) < len(run.cells)
        seen = [f.id for f in run.findings if name in (f.signature.left, f.signature.right)]
        assert [finding.id for finding in part.findings] == seen
        assert {each.side for each in part.refusals} <= {name}
        files = {*asked["artefact"], *asked["against"].dropna()}
        assert {each.name for each in part.info.artefacts} <= files
    assert any(of_engine(run, name).findings for name in names)


def test_a_recorded_answer_is_its_librarys_and_the_reference_is_none(sample_run):
    run = read_run(sample_run)
    cells = run.cells.assign(left="reference", right="golden:openai_tiktoken")
    recorded = replace(run, cells=cells)
    assert engines(recorded) == ["openai_tiktoken"]
    assert len(of_engine(recorded, "openai_tiktoken").cells) == len(cells)


def test_a_vote_is_of_all_three_engines(sample_run):
    run = read_run(sample_run)
    vote = CellVotes(
        "a ~ b google_sentencepiece~ggml_llama_cpp",
        "c",
        "huggingface_tokenizers",
        VoteCounts(1, 0, 0, 0),
    )
    voted = replace(run, info=replace(run.info, votes=(vote,)))
    counted = {name: len(of_engine(voted, name).info.votes) for name in sorted(ORACLES)}
    three = {"google_sentencepiece", "ggml_llama_cpp", "huggingface_tokenizers"}
    assert {name for name, count in counted.items() if count} == three
