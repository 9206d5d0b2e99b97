"""A cell's side as a black box."""

from dataclasses import dataclass

import pytest

from tokparity.harness.bugs.answers import Known
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.sides import LONGEST, LOOKED_AT, BugsOfSide, _some
from tokparity.harness.compare.sides import BlackBoxSide, ReferenceSide, observe
from tokparity.harness.naming.counterfactual import Changed
from tokparity.reference_impl.batches import Decodings
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Refusal
from tokparity.reports.records.engine import BlackBox


def test_bugs_of_a_side_and_their_diagnoses(honest, faulty):
    side = BlackBoxSide(BlackBox("box"), faulty("no-normalizer", "digits-joined"))
    work = BugsOfSide(side, Changed(honest), frozenset(), "seed")
    cases = [EncodeCase("e\u0301 12"), EncodeCase("12"), EncodeCase("e\u0301")]
    bugs = work.separate(cases).bugs
    diagnoses = [work.diagnosis(bug) for bug in bugs]
    assert [diagnosis.stage for diagnosis in diagnoses] == ["normalizer", "pre_tokenizer"]
    assert {diagnosis.method for diagnosis in diagnoses} == {"counterfactual"}
    assert [name for name, _ in diagnoses[0].candidates] == ["no-normalizer"]


def test_a_slow_side_is_asked_no_more_than_it_may_be(honest, faulty):
    cases = [EncodeCase(f"e\u0301 {at}2" + "x" * at) for at in range(30)]
    asked = []
    for most in (None, 60):
        side = BlackBoxSide(BlackBox("box"), faulty("no-normalizer", "digits-joined"))
        withheld = frozenset({"no-normalizer", "digits-joined"})
        work = BugsOfSide(side, Changed(honest), withheld, "seed", most=most).separate(cases)
        asked.append(work.box.count)
        assert work.is_bounded == (most is not None)
    assert asked[1] < asked[0] - 200


@dataclass(frozen=True)
class DecodesToBytes:
    """A tokenizer that decodes to bytes, and one piece of it to others."""

    tokenizer: object
    token_id: int
    refuses_nothing: bool = False
    engine = BlackBox("box")

    def submit(self, batch):
        cases = [batch.case(at) for at in range(len(batch))]
        side = ReferenceSide(self.tokenizer)
        if cases[0].op != "decode":
            return side.submit(batch)
        decodings = Decodings("bytes")
        for case, answer in zip(cases, observe(side, cases), strict=True):
            if self.refuses_nothing and not case.ids:
                decodings.refuse(Refusal("error", "no ids"))
            else:
                decodings.add(b"?" if self.token_id in case.ids else answer.value.encode())
        return Finished(decodings)


@dataclass(frozen=True)
class Finished:
    decodings: Decodings

    def result(self):
        return self.decodings


@pytest.mark.parametrize("refuses_nothing", [False, True])
def test_bytes_are_compared_with_texts_as_texts(honest, refuses_nothing):
    the = Known(honest)(bare("the"))[0]
    box = DecodesToBytes(honest, the, refuses_nothing)
    work = BugsOfSide(box, Changed(honest), frozenset(), "seed")
    separation = work.separate([DecodeCase((the,))])
    assert DecodeCase((the,)) in [bug.case for bug in separation.bugs]
    wrong = {separation.table.cases[at] for at in separation.wrong}
    assert all(the in case.ids or not case.ids for case in wrong)


def test_a_withheld_family_is_not_looked_at(honest, faulty):
    side = BlackBoxSide(BlackBox("box"), faulty("no-normalizer"))
    work = BugsOfSide(side, Changed(honest), frozenset({"no-normalizer"}), "seed")
    assert "no-normalizer" not in {bug.fault_model for bug in work.separate([bare("e\u0301")]).bugs}


def test_of_many_cases_the_smallest_and_some_of_all_sizes_are_looked_at():
    cases = [bare("a" * size) for size in range(3000)]
    some = _some([*cases, DecodeCase((1,))])
    assert len(some) <= LOOKED_AT + 1
    assert LONGEST - 10 < max(len(case.text) for case in some if case.op == "encode") <= LONGEST
    assert set(cases[:200]) <= set(some)
    long = [bare("a" * size) for size in range(1000, 3000)]
    assert max(len(case.text) for case in _some(long)) > 2900  # there are no shorter ones
    assert all(len(case.text) <= LONGEST for case in _some([*long, *cases[:9]]))


def test_how_many_cases_were_not_looked_at_is_said(honest, faulty, monkeypatch):
    monkeypatch.setattr("tokparity.harness.bugs.sides.LOOKED_AT", 4)
    side = BlackBoxSide(BlackBox("box"), faulty("digits-joined"))
    work = BugsOfSide(side, Changed(honest), frozenset(), "seed")
    wrong = [bare(f"x {number} y") for number in range(10, 20)]
    assert work.separate(wrong[:3]).not_looked_at == 0
    assert work.separate(wrong).not_looked_at == 10 - len(_some(wrong)) > 0
