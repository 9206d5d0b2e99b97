"""Findings of a black box that a case belongs to, each in another vocabulary, are one."""

import json
import string
from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.findings.joining import Bears, Seen, join_findings, joined_keys
from tokparity.harness.naming.investigation import Investigator
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Refusal, StreamCase
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import BlackBox
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import read_findings

CUT = Bears("pre_tokenizer", "cut", "numbers", "ids")
MERGED = Bears("model", "merged", "tokens", "ids")
SPACES = Bears("normalizer", "spaces", "spaces", "ids")
LONG = Bears("model", "long", "long 2^7", "ids")
LONG_CUT = Bears("pre_tokenizer", "longcut", "long 2^5", "ids")


def seen(vocabulary, named, text):
    return Seen(vocabulary, named, EncodeCase(text))


class Asks:
    """A box by what it answers: `answers` maps (text, vocabulary) to what the text is named there,
    `wrong` a vocabulary to the plain texts that it is wrong about. It notes what it was asked."""

    def __init__(self, answers, wrong=None):
        self.answers, self.wrong, self.asked = answers, wrong or {}, []

    def named_in(self, case, vocabulary):
        self.asked.append((case.case.text, vocabulary))
        return self.answers.get(self.asked[-1])

    def wrong_in(self, cases, vocabulary):
        wrong = self.wrong.get(vocabulary, ())
        return None if wrong is None else [case.text in wrong for case in cases]


def sets(*keys):
    return [frozenset(one.split()) for one in keys]


def test_a_case_that_is_named_as_another_finding_elsewhere_joins_them():
    met = [seen("a", MERGED, "x"), seen("b", CUT, "y")]
    box = Asks({("x", "b"): CUT})
    assert joined_keys(met, box) == sets("cut merged")
    assert box.asked == [("y", "a"), ("x", "b")]
    met += [seen("c", SPACES, "z")]  # that has neither finding
    assert joined_keys(met, Asks({("x", "c"): CUT})) == sets("cut merged", "spaces")


def test_another_fault_of_the_same_stage_is_another_finding():
    met = [seen("a", MERGED, "x"), seen("b", replace(MERGED, key="other"), "y")]
    for name in (MERGED, replace(MERGED, key="third")):
        assert joined_keys(met, Asks({("x", "b"): name})) == sets("merged", "other")


def test_faults_of_length_are_one_at_whatever_stage():
    met = [seen("a", LONG, "x" * 99), seen("b", LONG_CUT, "y" * 40), seen("c", CUT, "y")]
    assert joined_keys(met, Asks({})) == sets("cut", "long longcut"), "nothing else parts there"


def test_what_one_vocabulary_tells_apart_stays_two():
    met = [seen("a", LONG, "x" * 99), seen("a", LONG_CUT, "y"), seen("b", LONG, "z")]
    assert joined_keys(met, Asks({})) == sets("long", "longcut")
    met = [seen("a", CUT, "x"), seen("b", MERGED, "y"), seen("b", CUT, "yy")]
    assert joined_keys(met, Asks({("x", "b"): MERGED})) == sets("cut", "merged")
    met = [seen("a", CUT, "x"), seen("b", MERGED, "y"), seen("c", SPACES, "z"), seen("c", CUT, "u")]
    answers = {("x", "b"): MERGED, ("y", "c"): SPACES}
    assert joined_keys(met, Asks(answers)) == sets("cut merged", "spaces"), "nor by a third"


def test_what_nobody_can_name_joins_nothing():
    unknown = Bears("unknown", "unknown", "", "ids")
    met = [seen("a", MERGED, "x"), seen("b", unknown, "y")]
    assert joined_keys(met, Asks({("x", "b"): unknown})) == sets("merged", "unknown")
    assert joined_keys(met, Asks({("y", "a"): MERGED})) == sets("merged unknown")


def test_other_ranges_and_other_ids_are_two_faults():
    ranges = replace(CUT, field="offsets")
    met = [seen("a", MERGED, "x"), seen("b", ranges, "y")]
    assert joined_keys(met, Asks({("x", "b"): CUT})) == sets("cut", "merged")
    assert joined_keys(met, Asks({("x", "b"): ranges})) == sets("cut", "merged")
    assert joined_keys(met, Asks({("y", "a"): MERGED})) == sets("cut", "merged")
    met[0] = seen("a", replace(MERGED, field="offsets"), "x")
    assert joined_keys(met, Asks({("x", "b"): ranges})) == sets("cut merged")
    met = [seen("a", replace(CUT, field="words"), "x"), seen("b", MERGED, "y")]
    assert joined_keys(met, Asks({("y", "a"): CUT})) == sets("cut merged"), "of a full encoding"


def test_bugs_of_two_stages_stay_apart():
    met = [seen("a", CUT, "x"), seen("b", MERGED, "y")]
    both = {("x", "b"): CUT, ("y", "a"): MERGED}
    assert joined_keys(met, Asks(both)) == sets("cut", "merged")
    assert joined_keys(met, Asks({})) == sets("cut", "merged")


def test_where_nearly_any_text_is_wrong_a_text_tells_nothing():
    met = [seen("a", MERGED, "x"), seen("b", CUT, "y")]
    answers = {("x", "b"): CUT}
    assert joined_keys(met, Asks(answers, {"b": "a"})) == sets("cut", "merged")
    assert joined_keys(met, Asks(answers, {"a": "a", "b": "a"})) == sets("cut merged"), "in both"
    assert joined_keys(met, Asks(answers, {"a": "a"})) == sets("cut merged"), "where it is from"
    ids = [replace(one, case=DecodeCase((1,))) for one in met]

    class Decodes(Asks):
        def named_in(self, case, vocabulary):
            return CUT if vocabulary == "b" else None

    assert joined_keys(ids, Decodes({}, {"b": "a"})) == sets("cut merged"), "not asked for ids"


@pytest.mark.parametrize("silent", "ab")
def test_where_plain_texts_cannot_be_asked_nothing_is_joined(silent):
    met = [seen("a", MERGED, "x"), seen("b", CUT, "y")]
    assert joined_keys(met, Asks({("x", "b"): CUT}, {silent: None})) == sets("cut", "merged")


def test_three_are_joined_by_two_cases_in_whatever_order_they_come():
    met = [seen("a", CUT, "x"), seen("b", MERGED, "y"), seen("c", SPACES, "z")]
    answers = {("x", "b"): MERGED, ("y", "c"): SPACES}
    for order in (met, met[::-1]):
        assert joined_keys(order, Asks(answers)) == sets("cut merged spaces")


def test_no_more_is_asked_than_needed_nor_than_allowed():
    met = [seen("a", CUT, "x"), seen("b", MERGED, "y"), seen("c", MERGED, "z")]
    box = Asks({("y", "a"): CUT})
    assert joined_keys(met, box) == sets("cut merged")
    assert box.asked == [("y", "a")], "all are one: nothing is left to ask"
    box = Asks({("z", "a"): CUT})
    assert joined_keys(met, box, most=1) == sets("cut", "merged")
    assert box.asked == [("y", "a")]
    assert joined_keys([seen("a", CUT, "x"), seen("b", CUT, "y")], None) == sets("cut")


def test_ids_go_to_another_vocabulary_by_their_pieces():
    there = {"x": 1, "y": 2}
    pieces = {7: "x", 8: "y", 9: "z"}

    def put(case):
        return Seen("a", CUT, case, pieces).put_to(there)

    assert put(EncodeCase("z")) == EncodeCase("z")
    assert put(DecodeCase((8, 7, 8))) == DecodeCase((2, 1, 2))
    assert put(DecodeCase((7, 9))) is None, "it lacks z"
    assert put(DecodeCase((7, 6))) is None, "no piece at all"
    assert put(StreamCase((7,), (8, 8))) == StreamCase((1,), (2, 2))
    assert put(StreamCase((7,), (9,))) is None


MARK_DROPPED = "byte-order-mark-dropped-inside"
"""A mutant: the normalizer's bug where every byte has a piece, and the model's where U+FEFF has
none."""


@pytest.fixture
def two(document, save):
    """Two vocabularies with nothing in common but their library."""
    pieces = ["<unk>", *string.ascii_lowercase, *"10 \n"]
    vocab = {piece: at for at, piece in enumerate(pieces)}
    letters = {"type": "BPE", "unk_token": "<unk>", "vocab": vocab, "merges": []}
    return save(document, "bytes"), save({"version": "1.0", "model": letters}, "letters")


def boxes(mutant, two):
    return [fidelity_cell(one, one.name, BlackBox(mutant)) for one in two]


def test_a_bug_that_two_vocabularies_name_otherwise_is_one_finding_of_a_run(
    two, run_cells, monkeypatch
):
    cells = boxes(MARK_DROPPED, two)
    with monkeypatch.context() as patch:
        patch.setattr("tokparity.harness.run.job.join_findings", lambda findings, cells: findings)
        apart = run_cells(cells, "apart", texts=64).findings
    assert len({one.signature.stage for one in apart}) == 2
    outcome = run_cells(cells, "run", texts=64)
    [finding] = outcome.findings
    assert {one.key for one in finding.signatures} == {one.key for one in apart}
    assert [one.artefact for one in finding.sightings] == ["bytes", "letters"]
    assert sum(one.count for one in finding.sightings) == sum(
        one.count for finding in apart for one in finding.sightings
    )
    assert outcome.without_finding == 0
    assert read_findings(outcome.directory) == outcome.findings
    [line] = (outcome.directory / "findings.jsonl").read_text().splitlines()
    assert [one["stage"] for one in json.loads(line)["also"]] == [finding.also[0].stage]


def test_findings_whose_box_cannot_be_asked_stay_apart(two, run_cells, monkeypatch):
    cells = boxes(MARK_DROPPED, two)
    with monkeypatch.context() as patch:
        patch.setattr("tokparity.harness.run.job.join_findings", lambda findings, cells: findings)
        apart = run_cells(cells, "apart", texts=64).findings
    asked = Investigator.diverging

    def diverging(self, cases):
        if len(cases) > 1:
            raise TokparityError("gone")
        return asked(self, cases)

    monkeypatch.setattr(Investigator, "diverging", diverging)
    assert join_findings(apart, cells) == list(apart)


def test_a_joined_finding_is_called_by_a_stage_where_one_is_known(two, run_cells, monkeypatch):
    cells = boxes(MARK_DROPPED, two)
    with monkeypatch.context() as patch:
        patch.setattr("tokparity.harness.run.job.join_findings", lambda findings, cells: findings)
        apart = run_cells(cells, "apart", texts=64).findings
    one, other = sorted(apart, key=lambda finding: finding.sightings[0].artefact)
    size = [len(finding.sightings[0].case.text) for finding in (one, other)]
    assert size == [1, 2]
    unknown = replace(one.signature, stage="unknown", symptom="")
    monkeypatch.setattr(
        "tokparity.harness.findings.joining.joined_keys",
        lambda seen, box: [frozenset(case.named.key for case in seen)],
    )
    nameless = replace(one, signature=unknown)
    for given in ([nameless, other], [other, nameless]):
        [joined] = join_findings(given, cells)
        assert (joined.signature, joined.also) == (other.signature, (unknown,))
        assert [each.artefact for each in joined.sightings] == ["bytes", "letters"]
    third = replace(one.sightings[0], artefact="third")
    for name, most in ((one, other), (other, one)):
        twice = replace(most, sightings=(*most.sightings, third))
        for given in ([name, twice], [twice, name]):
            assert join_findings(given, cells)[0].signature == most.signature, "as most call it"


def test_findings_of_no_box_and_of_two_boxes_stay_as_they_are(two, run_cells):
    named = ["sharp-s-folded", MARK_DROPPED]
    cells = [cell for mutant in named for cell in boxes(mutant, two)]
    findings = run_cells(cells, "run", texts=64).findings
    assert [one.signature.left for one in findings] == sorted(f"mutant:{one}" for one in named)
    own = [replace(one, signature=replace(one.signature, left="variant:x")) for one in findings]
    other = replace(own[0], signature=replace(own[0].signature, stage="decoder"), also=())
    assert {*join_findings([*own, other], cells, no_slot)} == {*own, other}


def test_a_refusal_and_a_finding_of_one_vocabulary_are_asked_nothing(two, run_cells):
    cells = boxes(MARK_DROPPED, two)
    [finding] = run_cells(cells, "run", texts=64).findings
    refused = replace(
        finding,
        verdict="refusal",
        signature=replace(finding.signature, stage="unknown", component="crash"),
        sightings=tuple(
            replace(one, left=Refusal("crash", "x"), field="refusal") for one in finding.sightings
        ),
        also=(),
    )
    joined = join_findings([finding, refused], cells, no_slot)
    assert joined == sorted([finding, refused], key=Finding.key.fget)


def no_slot():
    raise AssertionError("nothing is to be asked")
