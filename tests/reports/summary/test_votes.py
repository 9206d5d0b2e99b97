"""The vote in words."""

from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import Encoding
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import RunArtefact
from tokparity.reports.records.vote import CellVotes, Vote, VoteCounts
from tokparity.reports.summary.votes import derived_sheet, vote_line, vote_totals, votes_sheet

AGREES = "2 of 3: tiktoken on r agrees with"
CELL = "a-as-gguf ~ a ggml_llama_cpp~huggingface_tokenizers"


@pytest.fixture
def finding(sample_findings):
    found = sample_findings[0]
    signature = replace(found.signature, left="ggml_llama_cpp", right="huggingface_tokenizers")
    sighting = replace(found.sightings[0], artefact="a-as-gguf", against="a")
    return replace(found, signature=signature, sightings=(sighting,))


@pytest.mark.parametrize(
    ("odd", "line"),
    [
        ("left", f"{AGREES} tokenizers on a; llama.cpp on a-as-gguf is the odd one out"),
        ("right", f"{AGREES} llama.cpp on a-as-gguf; tokenizers on a is the odd one out"),
        ("all", "all three differ: tiktoken on r gives 7"),
        ("silent", "no vote: tiktoken on r says nothing of it"),
    ],
)  # fmt: skip
def test_of_a_finding(finding, odd, line):
    vote = Vote("r", "openai_tiktoken", Encoding((7,)), odd)
    assert vote_line(finding, replace(finding.sightings[0], vote=vote)) == line


def test_where_nobody_else_was_asked(finding):
    assert vote_line(finding, finding.sightings[0]) is None


def test_of_a_run(make_run, sample_findings):
    votes = (CellVotes(CELL, "r", "openai_tiktoken", VoteCounts(5, 2, 1, 3)),)
    made = RunArtefact("a-as-gguf", "a", "gguf", "0" * 64, "derived from a by b")
    run = read_run(make_run(sample_findings, votes=votes, artefacts=(made,)))
    [line] = vote_totals(run)
    assert line.startswith("Votes in 11 cases: llama.cpp is alone in 5, tokenizers is alone in 2, ")
    assert line.endswith("all three differ in 1, no vote in 3")
    assert votes_sheet(run).rows == (
        ("a-as-gguf ~ a", "llama.cpp", "tokenizers", "tiktoken on r", 5, 2, 1, 3),
    )
    assert derived_sheet(run).rows == (("a-as-gguf", "gguf", "derived from a by b"),)


def test_a_run_without_votes_says_nothing(make_run, sample_findings):
    run = read_run(make_run(sample_findings))
    assert vote_totals(run) == []
    assert not votes_sheet(run).rows
