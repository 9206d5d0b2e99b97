import json
from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import fidelity_cell, golden_cell
from tokparity.harness.guidance.features import Features
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import (
    Unit,
    UnitFailed,
    UnitResult,
    run_unit,
)
from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.strict_json.values import BadField


def in_journal(result):
    """What it asked and reached is kept elsewhere."""
    return replace(result, case_digests=b"", features=Features())


def test_a_result_survives_the_journal(slot, cell):
    result = run_unit(slot, Unit(cell("variant:rstrip-ignored"), 0, 256, 64, 0))
    assert result.found
    told = json.loads(json.dumps(write(result, UnitResult)))
    assert read(UnitResult, told) == in_journal(result)


def test_refusals_survive_the_journal(fake_slot, cell, monkeypatch):
    from tokparity.harness.shards import case_source as module

    monkeypatch.setattr(module, "encode_texts", lambda *_: [("test", "boom")])
    result = run_unit(fake_slot("Crashes"), Unit(cell(), 0, 1, 0, 0))
    assert [record.refusal.kind for record in result.refusals] == ["crash"]
    told = json.loads(json.dumps(write(result, UnitResult)))
    assert read(UnitResult, told) == in_journal(result)


def test_a_failure_survives_the_journal():
    failed = UnitFailed("cell", 3, "why")
    assert read(UnitResult, write(failed, UnitResult)) == failed


@pytest.mark.parametrize("missing", ["counts", "found", "seconds"])
def test_a_damaged_line_is_told(slot, cell, missing):
    told = write(run_unit(slot, Unit(cell(), 0, 1, 1, 0)), UnitResult)
    del told[missing]
    with pytest.raises(BadField, match=f"^{missing}: is missing"):
        read(UnitResult, told)


def test_a_unit_depends_on_nothing_but_itself(slot, cell):
    unit = Unit(cell("variant:merge-order-reversed"), 3, 256, 64, 5)
    here = run_unit(slot, unit)
    with Slot() as fresh:
        there = run_unit(fresh, unit)
    assert here.found == there.found
    assert here.counts == there.counts


def test_a_file_that_does_not_load_is_a_result(slot, cell, artefact):
    artefact.path.write_text("{}")
    with Slot() as fresh:
        failed = run_unit(fresh, Unit(cell(), 0, 1, 1, 0))
    assert isinstance(failed, UnitFailed)
    assert "small.json: " in failed.reason


def test_a_bug_of_ours_fails_the_unit_and_says_where(slot, cell, monkeypatch):
    from tokparity.harness.shards import case_source as module

    def broken(*_):
        raise ZeroDivisionError("no texts today")

    monkeypatch.setattr(module, "encode_texts", broken)
    failed = run_unit(slot, Unit(cell(), 4, 1, 1, 0))
    assert isinstance(failed, UnitFailed)
    assert failed.shard == 4
    assert failed.reason.startswith("ZeroDivisionError: no texts today (test_unit.py:")


def test_ctrl_c_is_no_failure(slot, cell, monkeypatch):
    from tokparity.harness.shards import case_source as module

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "encode_texts", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_unit(slot, Unit(cell(), 0, 1, 1, 0))


def test_golden_cases_are_replayed_each_once(slot, artefact, monkeypatch):
    from tokparity.corpora.golden import GoldenCase, GoldenFile
    from tokparity.harness.compare.sides import observe
    from tokparity.harness.shards import slot as module
    from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Encoding

    cases = [EncodeCase("hello"), EncodeCase("world"), DecodeCase((40,))]
    right = observe(slot.side(fidelity_cell(artefact, "m").right), cases)
    wrong = Encoding((1, 2), ((0, 1), (1, 5)))
    said = [right[0], wrong, right[2]]
    recorded = tuple(
        GoldenCase(str(number), case, answer)
        for number, (case, answer) in enumerate(zip(cases, said, strict=True))
    )
    golden = GoldenFile("small", "tokenizer.json", artefact.sha256, "o", "l", "1", recorded)
    monkeypatch.setattr(module, "golden", lambda name: golden)
    result = run_unit(slot, Unit(golden_cell(artefact, "m"), 0, 512, 128, 0))
    assert (result.counts["encode"].compared, result.counts["encode"].diverged) == (2, 1)
    assert (result.counts["decode"].compared, result.counts["decode"].agreed) == (1, 1)
    [found] = result.found
    assert found.sighting.right == wrong
