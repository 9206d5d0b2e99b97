"""Who is likely wrong about a finding, in a name."""

from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import DecodeCase, Encoding, Refusal
from tokparity.reports.records.finding import UNICODE_VERSION
from tokparity.reports.records.ledger import NOBODY
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import LedgerState, RunArtefact
from tokparity.reports.triage.who import by_who, likely_wrong

HF, LLAMA = "huggingface_tokenizers", "ggml_llama_cpp"


@pytest.fixture(name="info")
def _info(sample_run):
    return read_run(sample_run).info


@pytest.mark.parametrize(
    ("left", "right", "question", "changes", "who"),
    [
        (LLAMA, HF, "parity", {}, "llama.cpp"),
        (HF, "lib:kitoken", "parity", {}, "kitoken"),
        (HF, HF, "parity", {}, NOBODY),
        (HF, "lib:kitoken", "parity", {"case": DecodeCase((99,))}, NOBODY),
        (
            HF,
            "lib:kitoken",
            "parity",
            {"case": DecodeCase((99,)), "right": Refusal("crash", "SIGSEGV")},
            "kitoken",
        ),
        ("reference", HF, "fidelity", {}, "reference"),
    ],
)
def test_the_name_is_that_of_the_side_that_a_page_calls_wrong(
    info, finding, left, right, question, changes, who
):
    found = finding(left, right, question, **{"right": Encoding((9,))} | changes)
    assert likely_wrong(info, found) == who


def test_what_no_side_is_wrong_about_is_nobodys(info, finding):
    found = finding(HF, "lib:kitoken", "parity")
    signature = replace(found.signature, component=f"{UNICODE_VERSION} 15.0")
    assert likely_wrong(info, replace(found, signature=signature)) == NOBODY


def test_a_stage_that_does_not_reach_a_library_is_nobodys(info, finding):
    found = finding("google_sentencepiece", "lib:simple-sentencepiece", "parity")
    name = found.sightings[0].against
    info = replace(info, artefacts=(RunArtefact(name, name, "sentencepiece", "ab" * 32),))
    for stage, who in (("normalizer", NOBODY), ("model", "simple-sentencepiece")):
        signature = replace(found.signature, stage=stage)
        assert likely_wrong(info, replace(found, signature=signature)) == who


def test_of_what_is_known_the_ledger_says_who(info, finding):
    ledger = LedgerState(deviates={"e": "the file's publisher, once"})
    known = replace(finding(LLAMA, HF, "parity"), ledger_entry="e", status="accepted")
    assert likely_wrong(replace(info, ledger=ledger), known) == "the file's publisher"


def test_new_findings_are_first_and_nobodys_last(info, finding):
    ledger = replace(info, ledger=LedgerState(deviates={"e": "old", "n": NOBODY}))
    known, nobodys = (
        replace(finding(LLAMA, HF, "parity"), ledger_entry=entry, status="accepted")
        for entry in ("e", "n")
    )
    new = finding(HF, "lib:kitoken", "parity")
    groups = by_who(ledger, [nobodys, known, new, new])
    assert [(each.who, each.new, each.is_nobody) for each in groups] == [
        ("kitoken", 2, False),
        ("old", 0, False),
        (NOBODY, 0, True),
    ]
    assert groups[0].cases == sum(seen.count for seen in new.sightings) * 2
