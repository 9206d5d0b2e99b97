"""Known bugs beside the findings of a run of implementations under test."""

import re
from dataclasses import replace

import pytest

from evaluation.tables import truths as module
from evaluation.tables.truths import Truth, answered, asked, rows_of, truths
from tokparity.corpora.vocabs.spec import is_spec, parse_spec
from tokparity.harness.artefacts.catalogue_names import manifest_of
from tokparity.oracles.subjects.library import libraries
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Encoding, Refusal, Text
from tokparity.reports.records.finding import Finding, Sighting, Signature
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Pair
from tokparity.reports.triage.exhibit import Proof

HF = "huggingface_tokenizers"
PANIC = Truth("tokie", "minilm", "panics", "decode", r"\d{5,}", "error PanicException.*")
HEAD = Truth("tokie", "minilm", "loses ##", "decode", r"\d+", r"text \w+", ("decoder",))


def finding(case, answer, stage, artefact="minilm"):
    signature = Signature("parity", case.op, HF, "lib:tokie", stage, "WordPiece")
    seen = Sighting(
        artefact, "0" * 64, None, 1, case, case, Text(""), answer, "text", 0, None, None
    )
    return Finding(signature, "", "divergence", "counterfactual", (seen,))


PANICS = finding(DecodeCase((30522,)), Refusal("error", "PanicException: out of bounds"), "unknown")
LOSES = finding(DecodeCase((2964,)), Text("ism"), "decoder")


@pytest.fixture
def run_of(make_run, make_cell):
    def make(*findings):
        cells = [make_cell("minilm", "minilm", question="parity", left=HF, right="lib:tokie")]
        return make_run([*findings], cells, [], pairs=(Pair("parity", HF, "lib:tokie"),))

    return make


def test_every_truth_is_of_a_bundled_library_and_its_patterns_are_sound():
    assert len(truths()) >= 20
    for truth in truths():
        assert truth.library in libraries()
        name = truth.vocabulary
        assert str(parse_spec(name)) == name if is_spec(name) else manifest_of(name).name == name
        re.compile(truth.input), re.compile(truth.answer)


def test_a_truth_is_its_library_op_stage_input_and_answer():
    assert HEAD.is_shown_by(LOSES, LOSES.sightings[0])
    for other in (
        replace(HEAD, library="kitoken"),
        replace(HEAD, vocabulary="qwen3"),
        replace(HEAD, vocabulary="mini"),
        replace(HEAD, op="encode"),
        replace(HEAD, stages=("model",)),
        replace(HEAD, input=r"\d{9}"),
        replace(HEAD, answer="text"),
    ):
        assert not other.is_shown_by(LOSES, LOSES.sightings[0])


def test_a_finding_stands_for_one_truth(run_of):
    run = read_run(run_of(PANICS, LOSES))
    twice = replace(HEAD, what="the same again")
    elsewhere = replace(HEAD, vocabulary="qwen3")
    rows = rows_of((PANIC, HEAD, twice, elsewhere), [run])
    shown = [row.finding and row.finding.id for row in rows]
    assert shown == [PANICS.id, LOSES.id, None, None]
    assert [row.was_asked for row in rows] == [True, True, True, False]


def test_a_finding_is_left_to_the_truth_that_no_other_shows(run_of):
    """However the truths are ordered: a wide pattern does not take what a narrow one needs."""
    first, second = (
        replace(LOSES, signature=replace(LOSES.signature, component=component))
        for component in ("Fuse", "WordPiece")
    )
    other = finding(DecodeCase((77,)), Text("x"), "decoder").sightings
    second = replace(second, sightings=other)
    wide, narrow = HEAD, replace(HEAD, input="2964", what="of one id")
    run = read_run(run_of(*sorted((first, second), key=lambda it: it.key)))
    for known in ((wide, narrow), (narrow, wide)):
        rows = {row.truth: row.finding for row in rows_of(known, [run])}
        assert (rows[wide].id, rows[narrow].id) == (second.id, first.id)
    three = rows_of((narrow, replace(narrow, what="the same again"), wide), [run])
    assert [row.finding is None for row in three] == [False, True, False]


def test_a_run_of_a_vocabulary_with_a_longer_name_was_not_asked(run_of):
    (row,) = rows_of((replace(PANIC, vocabulary="mini"),), [read_run(run_of(PANICS))])
    assert (row.was_asked, row.finding) == (False, None)


def test_the_table_says_what_is_missing(run_of, monkeypatch, capsys):
    monkeypatch.setattr(module, "truths", lambda: (PANIC, HEAD))
    assert module.main([str(run_of(PANICS))]) == 1
    out = capsys.readouterr().out
    assert "not found" in out
    assert out.endswith("1 of 2 that were asked for, 2 known\n")


@pytest.mark.parametrize(("outcome", "code"), [("reproduced", 0), ("does not reproduce", 1)])
def test_scripts_are_run(run_of, monkeypatch, capsys, outcome, code):
    class Work:
        def triage(self, _):
            return self

        proof = Proof(outcome)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(module, "truths", lambda: (PANIC,))
    monkeypatch.setattr(module, "triager", lambda *_: Work())
    assert module.main([str(run_of(PANICS)), "--triage"]) == code
    assert outcome in capsys.readouterr().out


def test_a_run_of_others_is_refused(clean_run, capsys):
    assert module.main([str(clean_run)]) == 2
    assert "no run asked" in capsys.readouterr().err


def test_cases_and_answers_are_spelled_in_ascii():
    assert asked(EncodeCase("\ufeff\n")) == "\\ufeff\\n"
    assert answered(Encoding((1,))) == "ids 1"
    assert answered(Refusal("crash", "signal 6")) == "crash signal 6"
