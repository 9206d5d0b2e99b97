import json

import pytest

from tokparity.corpora.embedded import Embedded
from tokparity.harness.reduction.result import (
    OtherFinding,
    ReducedFinding,
    ReductionFailure,
    json_record,
)
from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, RankFacts
from tokparity.reference_impl.strict_json.values import BadField
from tokparity.reports.records.finding import Signature

SIGNATURE = Signature(
    "fidelity", "encode", "reference", "openai_tiktoken", "model", "BPE", "tokens"
)
RANKS = Embedded("tiktoken", b"YQ== 0\n", RankFacts(".", {"<a>": 1}, "made"))
OTHERS = (
    OtherFinding(SIGNATURE, EncodeCase("a\udcff"), "ranks", RANKS),
    OtherFinding(SIGNATURE, DecodeCase((1, 2)), "m", None),
)
SMALL = ReducedFinding(
    "0123456789", SIGNATURE, "two-trace", EncodeCase("\U0001e5f0"), 500, 2, 70, "", 30, 2, 0.12345,
    OTHERS, None, "model/a.json",
)  # fmt: skip


def test_a_line_of_the_journal_and_back():
    line = json.dumps(write(SMALL))
    assert line.isascii()
    assert read(ReducedFinding, json.loads(line)) == SMALL


@pytest.mark.parametrize(
    "damage",
    [
        {"id": 3},
        {"file": 3},
        {"entries": "2"},
        {"case": {}},
        {"signature": write(SMALL)["signature"] | {"component": 3}},
        {"signature": {}},
        {"others": [{}]},
        {"others": 3},
        {"more": 1},
    ],
    ids=str,
)
def test_what_is_no_such_line(damage):
    with pytest.raises(BadField):
        read(ReducedFinding, write(SMALL) | damage)


def test_for_scripts_others_are_named_alone():
    row = json_record(SMALL)
    assert (row["stage"], row["component"], row["key"]) == ("model", "BPE", SIGNATURE.key)
    assert row["others"][0] == {"id": SIGNATURE.id, "stage": "model", "component": "BPE"}
    assert row["seconds"] == 0.12
    failed = json_record(ReductionFailure("a", "why"))
    assert failed == {"id": "a", "met_in": None, "not_shrunk": "why"}
