"""A cell's side as a black box."""

from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.sides import LONGEST, LOOKED_AT, BugsOfSide, _some
from tokparity.harness.compare.sides import BlackBoxSide
from tokparity.harness.naming.counterfactual import Changed
from tokparity.reference_impl.contract import DecodeCase, EncodeCase
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
