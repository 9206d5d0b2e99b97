from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import Encoding, Refusal
from tokparity.reports.records.engine import REFERENCE, Golden
from tokparity.reports.records.finding import EXACT_TIE, UNICODE_VERSION
from tokparity.reports.records.vote import Vote
from tokparity.reports.triage.roles import Votes, oracle_of, parts, reasons

LLAMA, HF, TIKTOKEN = "ggml_llama_cpp", "huggingface_tokenizers", "openai_tiktoken"
CRASH = Refusal("crash", "signal 11")


@pytest.mark.parametrize(
    ("left", "right", "question", "wrong"),
    [
        pytest.param(LLAMA, HF, "parity", LLAMA, id="gguf-is-made-of-tokenizer-json"),
        pytest.param(HF, LLAMA, "parity", LLAMA, id="on-either-side"),
        pytest.param(HF, TIKTOKEN, "parity", HF, id="ranks-are-published-first"),
        pytest.param("google_sentencepiece", HF, "parity", HF, id="a-model-too"),
        pytest.param(
            HF, "huggingface_transformers", "parity", "huggingface_transformers", id="cls"
        ),
        pytest.param("reference", HF, "fidelity", "reference", id="the-library-is-right"),
        pytest.param("variant:no-nfc", HF, "fidelity", "variant:no-nfc", id="faulty"),
        pytest.param("mutant:17", HF, "fidelity", "mutant:17", id="black-box"),
        pytest.param("reference", f"golden:{HF}", "fidelity", "reference", id="recorded"),
    ],
)
def test_which_side_is_wrong(left, right, question, wrong, finding):
    got, expected = parts(*_of(finding(left, right, question)))
    assert got.engine == wrong
    assert (got.role, expected.role) == ("got", "expected")
    assert {got.engine, expected.engine} == {left, right}


def _of(finding):
    return finding, finding.sightings[0]


def test_of_two_files_of_one_library_the_right_one_is_expected(finding):
    got, expected = parts(*_of(finding(HF, HF)))
    assert (got.artefact, expected.artefact) == ("one", "two")
    assert (got.is_left, expected.is_left) == (True, False)


def test_a_library_that_crashes_is_wrong_whoever_asks(finding):
    got, expected = parts(*_of(finding("reference", HF, "fidelity", right=CRASH)))
    assert (got.engine, got.oracle, expected.oracle) == (HF, HF, None)
    assert got.recorded == CRASH
    got, _ = parts(*_of(finding("mutant:1", HF, "fidelity", left=CRASH)))
    assert got.engine == "mutant:1"
    got, _ = parts(*_of(finding("reference", HF, "fidelity", right=Refusal("error", "x"))))
    assert got.engine == "reference"


def test_the_library_behind_a_name():
    assert oracle_of(Golden(HF)) == HF
    assert oracle_of(REFERENCE) is None
    got, _ = parts(*_of_recorded())
    assert got.label == "exec:./mine"


def _of_recorded():
    from tokparity.reference_impl.contract import EncodeCase
    from tokparity.reports.records.finding import Finding, Sighting, Signature

    case = EncodeCase("a")
    seen = Sighting(
        "one", "ab", None, 1, case, case, Encoding((1,)), Encoding((2,)), "ids", 0, None, None
    )
    signature = Signature("fidelity", "encode", "exec:./mine", HF, "unknown", "unknown")
    return Finding(signature, "", "divergence", "unknown", (seen,)), seen


def why(found, known=(), votes=None):
    return reasons(found, *parts(*_of(found)), known, votes or Votes())


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (
            (LLAMA, HF),
            "a GGUF is made from a tokenizer.json: tokenizers is taken to be right",
        ),
        (("mutant:1", HF, "fidelity"), "tokenizers defines what a tokenizer.json means"),
        ((HF, HF), "which of two files of one format is right, nobody can tell"),
    ],
)
def test_what_a_format_is_says_who_is_right(found, reason, finding):
    specification, vote = why(finding(*found))
    assert specification.startswith(reason)
    assert vote.startswith("no other library")


def test_a_second_opinion_reads_what_another_library_defines(finding):
    found = finding("google_sentencepiece", "mistral_common", against=None)
    assert why(found)[0] == (
        "sentencepiece defines what a .model file means, mistral-common reads it too"
    )


def test_no_input_may_end_a_library(finding):
    found = finding("reference", HF, "fidelity", right=CRASH)
    assert why(found)[0] == "no input may end tokenizers: reference has an answer"


def test_nor_where_the_other_refuses_it(finding):
    refused = Refusal("error", "no such id")
    found = finding("reference", HF, "fidelity", left=refused, right=CRASH)
    assert why(found)[0] == "no input may end tokenizers: reference refuses it"


@pytest.mark.parametrize(
    ("component", "words"),
    [
        (f"{UNICODE_VERSION} (15.1 against 16.0)", "neither is wrong"),
        (EXACT_TIE, "implementation-defined"),
    ],
)
def test_where_both_are_right_nobody_is_called_wrong(component, words, finding):
    found = finding(LLAMA, HF)
    found = replace(found, signature=replace(found.signature, component=component))
    (reason,) = why(found)
    assert reason.startswith(f"{component}: {words}")


def test_the_ledger_comes_first_and_a_vote_may_be_against_it(finding):
    known = (("an-entry", "accepted: for a reason"),)
    votes = Votes(expected=("tiktoken 1",), got=("one 1", "two 2"), other=("three 3",))
    ledger, _, vote = why(finding(LLAMA, HF), known, votes)
    assert ledger == "the ledger: an-entry: accepted: for a reason"
    assert vote == (
        "the vote is against it: tiktoken 1 as tokenizers on two, "
        "one 1 and two 2 as llama.cpp on one, three 3 in a third way"
    )
    assert "against" not in why(finding(LLAMA, HF), votes=Votes(expected=("tiktoken 1",)))[-1]


def test_the_side_that_the_ledger_says_deviates_is_wrong(finding):
    """Whatever the formats say, or a vote: but who crashes is wrong."""
    found = replace(finding(LLAMA, HF), ledger_entry="an-entry", status="accepted", deviant="right")
    voted = replace(
        found.sightings[0], vote=Vote("three", "openai_tiktoken", Encoding((7,)), "left")
    )
    for sighting in (found.sightings[0], voted):
        got, expected = parts(found, sighting)
        assert (got.engine, expected.engine) == (HF, LLAMA)
    assert why(found)[0].startswith("what llama.cpp answers; that the other side deviates, ")
    dead = replace(found.sightings[0], left=CRASH)
    assert parts(found, dead)[0].engine == LLAMA


def test_where_the_ledger_says_who_deviates_no_format_does(finding):
    found = replace(finding(LLAMA, HF), ledger_entry="some\u202eentry", status="accepted")
    assert why(found)[0].startswith("what tokenizers answers; who deviates, if anyone, the ledger")
    assert "\u202e" not in why(found)[0]
