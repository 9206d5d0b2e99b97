import random

import pytest

from tokparity.harness.compare.digests import (
    DIGEST_BYTES,
    Distinct,
    add_digests,
    case_digests,
    digest,
)
from tokparity.harness.compare.sides import DecodeBatch, EncodeBatch, FullBatch
from tokparity.reference_impl.batches import Answers, Decodings, Encodings, FullEncodings
from tokparity.reference_impl.contract import (
    DecodeOptions,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
    Refusal,
    StageOutput,
)

PLAIN = EncodeOptions(False, False)


def distinct_of(digests):
    seen = Distinct()
    seen.add(bytes(digests))
    return seen.count


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(EncodeBatch(("b",), PLAIN), id="text"),
        pytest.param(EncodeBatch(("a",), EncodeOptions(True, False)), id="options"),
        pytest.param(DecodeBatch(((97,),), DecodeOptions()), id="op"),
        pytest.param(FullBatch((FullCase("a", None, PLAIN),), PLAIN), id="in-full"),
    ],
)
def test_other_cases_have_other_digests(other):
    assert case_digests(EncodeBatch(("a",), PLAIN)) != case_digests(other)


def test_pairs_and_long_ids_are_told_apart():
    alone, pair = FullCase("a", None, PLAIN), FullCase("a", "b", PLAIN)
    asked = case_digests(FullBatch((alone, pair), PLAIN))
    assert asked[:DIGEST_BYTES] != asked[DIGEST_BYTES:]
    ids = DecodeBatch(((1, 2), (1,), (2**40,)), DecodeOptions())
    assert distinct_of(case_digests(ids)) == 3


def test_bytes_that_are_no_utf8_can_be_digested_and_cases_left_out():
    batch = EncodeBatch(("a", "\udcff", "c"), PLAIN)
    assert len(case_digests(batch)) == 3 * DIGEST_BYTES
    assert case_digests(batch, {1}) == case_digests(EncodeBatch(("a", "c"), PLAIN))


def test_distinct_counts_each_once():
    asked = case_digests(EncodeBatch(("a", "b", "a"), PLAIN))
    assert distinct_of(asked) == 2
    assert distinct_of(b"") == 0


def encodings(*each):
    found = Encodings()
    for ids in each:
        found.add(Encoding(tuple(ids), tuple((0, 1) for _ in ids)))
    return found


def decodings(*each):
    found = Decodings("text")
    for text in each:
        found.add(text)
    return found


def in_full(*words):
    found = FullEncodings()
    for word in words:
        found.add(FullEncoding((1,), ((0, 1),), ("a",), (0,), (word,), (0,), (1,)))
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(encodings([1, 2]), encodings([1, 3]), id="ids"),
        pytest.param(encodings([1], [2]), encodings([1, 2], []), id="which-case"),
        pytest.param(decodings(b"ab", b"c"), decodings(b"a", b"bc"), id="which-text"),
        pytest.param(
            Answers([StageOutput((("a", 1),))]),
            Answers([StageOutput((("a", 2),))]),
            id="stages",
        ),
        pytest.param(in_full(0), in_full(None), id="in-full"),
    ],
)
def test_other_answers_have_another_digest(one, other):
    assert digest(b"12345678", one) != digest(b"12345678", other)
    assert digest(b"12345678", one) != digest(b"12345679", one)


def test_a_refusal_is_an_answer_too():
    silent, refused = Encodings(), Encodings()
    silent.add(Encoding((), ()))
    refused.refuse(Refusal("error", "no"))
    assert digest(b"", silent) != digest(b"", refused)


def test_sums_depend_on_no_order():
    numbers = [digest(bytes([n]) * 8) for n in range(5)]
    forth = back = 0
    for one in numbers:
        forth = add_digests(forth, one)
    for one in reversed(numbers):
        back = add_digests(back, one)
    assert forth == back < 2**64


@pytest.mark.parametrize("size", [8, 80, 8_000])
def test_of_more_digests_than_are_kept_the_number_is_told_nearly(size):
    rng = random.Random(7)
    digests = [rng.randbytes(DIGEST_BYTES) for _ in range(20_000)]
    rows = digests + rng.sample(digests, 20_000)
    rng.shuffle(rows)
    seen, exact = Distinct(most=1_000), Distinct(most=20_000)
    for at in range(0, len(rows), size):
        for each in (seen, exact):
            each.add(b"".join(rows[at : at + size]))
    assert (exact.all, exact.count) == (40_000, 20_000)
    assert seen.all == 40_000
    assert 18_000 < seen.count < 22_000, "within three times 1 / sqrt(most)"
    assert len(seen._kept) <= 1_000 * DIGEST_BYTES
