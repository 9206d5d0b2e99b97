"""Adding shards up keeps what a merge of all of them would."""

import random
from dataclasses import replace

import pytest

from tokparity.harness.findings import tally as module
from tokparity.harness.findings.tally import Tally
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.shards.result import ShardResult
from tokparity.reference_impl.contract import EncodeCase, Encoding, Refusal
from tokparity.reports.records.finding import RefusalRecord, Sighting, Signature

SIGNATURE = Signature("fidelity", "encode", "reference", "huggingface_tokenizers", "model", "BPE")
CELL = "small reference~huggingface_tokenizers"


def found(text, artefact="small", count=1, shape=""):
    sides = Encoding((1,)), Encoding((2,))
    case = EncodeCase(text)
    sighting = Sighting(
        artefact, "00", None, count, case, EncodeCase(text + "!"), *sides, "ids", 0, None, None
    )
    return NamedSighting(SIGNATURE, "reported", shape, sighting)


def refused(text, side="reference", detail=""):
    return RefusalRecord(
        "small", "reference", "x", side, "encode", EncodeCase(text), Refusal("error", detail), True
    )


def test_in_whatever_order_shards_come():
    rng = random.Random(1)
    shards = []
    for number in range(20):
        result = ShardResult(CELL, number)
        result.found = [
            found("x" * rng.randint(1, 4), rng.choice("ab"), rng.randint(1, 9), str(number))
        ]
        result.refusals = [refused("y" * rng.randint(1, 4), detail=str(number))]
        result.digests["encode"] = rng.getrandbits(64), rng.getrandbits(64)
        shards.append(result)
    whole = Tally.of(shards)
    for _ in range(5):
        rng.shuffle(shards)
        other = Tally.of(shards)
        assert (other.found(), other.refusals()) == (whole.found(), whole.refusals())
        assert other.cells[CELL].digests == whole.cells[CELL].digests
    [places] = whole.found()
    counts = sum(each.found[0].sighting.count for each in shards)
    assert sum(each.sighting.count for each in places) == counts
    assert [each.sighting.artefact for each in places] == ["a", "b"]


def test_of_two_that_are_alike_the_first_shard_counts_and_a_replayed_one_last():
    shards = [ShardResult("a regression case", 0), ShardResult(CELL, 1), ShardResult(CELL, 0)]
    for at, result in enumerate(shards):
        result.found = [found("x", shape=str(at))]
    tally = Tally()
    tally.add(shards[0], replayed=True)
    for result in shards[1:]:
        tally.add(result)
    assert [each.shape for places in tally.found() for each in places] == ["2"]
    assert list(tally.cells) == [CELL], "a regression case is no shard"


@pytest.mark.parametrize("order", [1, -1])
def test_of_many_refusals_the_smallest_are_kept(monkeypatch, order):
    monkeypatch.setattr(module, "MOST_REFUSALS", 3)
    texts = ["c", "a", "dd", "b", "eee", "a"][::order]
    tally = Tally.of(
        replace(ShardResult(CELL, at), refusals=[refused(text), refused(text, "x")])
        for at, text in enumerate(texts)
    )
    kept = [(record.side, record.case.text) for record in tally.refusals()]
    assert kept == [(side, text) for side in ("reference", "x") for text in ("a", "a", "b")]
