from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.findings.merge import merge_cells, merge_findings
from tokparity.harness.findings.tally import Tally
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.shards.result import ShardResult
from tokparity.reference_impl.contract import EncodeCase, Encoding, Refusal
from tokparity.reports.records.counts import Counts
from tokparity.reports.records.finding import RefusalRecord, Sighting, Signature

SIGNATURE = Signature("fidelity", "encode", "reference", "huggingface_tokenizers", "model", "BPE")


def found(text, artefact="small", signature=SIGNATURE, count=1, field="ids"):
    sighting = Sighting(
        artefact=artefact,
        sha256="00",
        against=None,
        count=count,
        case=EncodeCase(text),
        found_as=EncodeCase(text + " more"),
        left=Encoding((1,)),
        right=Encoding((2,)),
        field=field,
        index=0,
        left_trace=None,
        right_trace=None,
    )
    return NamedSighting(signature, "reported", f"shape of {text}", sighting)


def test_one_symptom_is_one_finding_whatever_its_component_is_called():
    told = replace(SIGNATURE, symptom="tokens")
    other = replace(told, component="LlamaBPE")
    results = [shard(0, found("abc", signature=told), found("b", "other", signature=other))]
    [finding] = merge_findings(Tally.of(results))
    assert [one.artefact for one in finding.sightings] == ["other", "small"]
    assert finding.signature == other, "that of the smallest case"
    assert len(merge_findings(Tally.of([shard(0, found("a", signature=told), found("b"))]))) == 2


def shard(number, *met, cell="small reference~huggingface_tokenizers"):
    return ShardResult(cell, number, found=list(met))


def test_the_same_bug_in_two_vocabularies_is_one_finding_with_two_rows():
    results = [
        shard(0, found("abc", count=2), found("x", "other")),
        shard(1, found("b", count=5)),
    ]
    for order in (results, results[::-1]):
        [finding] = merge_findings(Tally.of(order))
        assert [(one.artefact, one.case.text, one.count) for one in finding.sightings] == [
            ("other", "x", 1),
            ("small", "b", 7),
        ]
        assert finding.shape == "shape of b"
        assert finding.verdict == "divergence"


def test_an_artefact_keeps_a_cause_of_its_own():
    shapes = {"a": "ids part at 0; U+0301", "bb": "ids part at 7; U+0301", "ccc": "ids; <s>"}
    met = [replace(found(text, text), shape=shape) for text, shape in shapes.items()]
    [finding] = merge_findings(Tally.of([shard(0, *met)]))
    assert finding.shape == shapes["a"]
    assert [one.cause for one in finding.sightings] == ["", "", "<s>"]


def test_findings_are_sorted_by_key():
    later = replace(SIGNATURE, stage="pre_tokenizer")
    keys = [
        one.key
        for one in merge_findings(Tally.of([shard(0, found("a", signature=later), found("b"))]))
    ]
    assert keys == sorted(keys)
    assert len(keys) == 2


def test_a_refusal_is_a_verdict_of_its_own():
    [finding] = merge_findings(Tally.of([shard(0, found("a", field="refusal"))]))
    assert finding.verdict == "refusal"


def record(text, side="reference"):
    return RefusalRecord(
        "small", "a", "b", side, "encode", EncodeCase(text), Refusal("error", "why"), None
    )


def test_refusals_come_in_a_fixed_order():
    one, two = ShardResult("c", 0), ShardResult("c", 1)
    one.refusals = [record("b"), record("a")]
    two.refusals = [record("aa"), record("a", "oracle")]
    merged = Tally.of([one, two]).refusals()
    assert merged == Tally.of([two, one]).refusals()
    assert [(each.side, each.case.text) for each in merged] == [
        ("oracle", "a"), ("reference", "a"), ("reference", "b"), ("reference", "aa"),
    ]  # fmt: skip


@pytest.mark.parametrize("order", [1, -1])
def test_a_row_sums_the_shards_of_its_cell(artefact, order):
    cell = fidelity_cell(artefact, "model")
    shards = [shard(0, found("a")), shard(1), shard(-1), shard(0, cell="another")]
    for number, one in enumerate(shards):
        one.counts["encode"] = Counts(10, 8, 1, 1, number)
        one.seconds["encode"], one.cpu_seconds["decode"] = 0.5, 0.25
    encode, decode = merge_cells(
        [cell], Tally.of(shards[::order]), merge_findings(Tally.of(shards))
    )
    assert (encode.counts, encode.findings) == (Counts(30, 24, 3, 3, 3), 1)
    assert (encode.seconds, decode.cpu_seconds) == (1.5, 0.75)
    assert (decode.op, decode.counts, decode.findings) == ("decode", Counts(), 0)
    assert (encode.model, encode.artefact) == ("model", "small")


def test_a_finding_stands_in_the_rows_whose_cases_showed_it(artefact):
    spec = fidelity_cell(artefact, "m")
    result = ShardResult(spec.name, 0, found=[found("a")])
    result.counts["encode"] = Counts(4, 4)
    result.counts["decode"] = Counts(4, 3, 1)
    result.counts["encode_full"] = Counts(4, 2, 2)
    result.counts["stage"] = Counts(4, 4)
    rows = merge_cells([spec], Tally.of([result]), merge_findings(Tally.of([result])))
    assert {row.op: row.findings for row in rows} == {
        "encode": 0,
        "decode": 0,
        "encode_full": 1,
        "stage": 0,
    }
