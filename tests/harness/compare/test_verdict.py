import pytest

from tokparity.harness.compare.verdict import (
    Agreement,
    Divergence,
    NotExpressible,
    Refused,
    compare,
    differing_cases,
)
from tokparity.reference_impl.batches import Decodings, Encodings
from tokparity.reference_impl.contract import Bytes, Encoding, Refusal, Streamed, Text

ERROR, LIMIT, CRASH, CANNOT = (
    Refusal("error"),
    Refusal("regex-limit"),
    Refusal("crash"),
    Refusal("unsupported"),
)
ANSWER = Encoding((1, 2))


@pytest.mark.parametrize(
    ("left", "right", "verdict"),
    [
        pytest.param(ANSWER, Encoding((1, 2)), Agreement(), id="equal"),
        pytest.param(ANSWER, Encoding((1, 3)), Divergence("ids", 1), id="other-id"),
        pytest.param(ANSWER, Encoding((1,)), Divergence("ids", 1), id="one-is-a-prefix"),
        pytest.param(
            Encoding((1,), ((0, 1),)),
            Encoding((1,), ((0, 2),)),
            Divergence("offsets", 0),
            id="other-offsets",
        ),
        pytest.param(Encoding((1,), ((0, 1),)), Encoding((1,)), Agreement(), id="one-reports-none"),
        pytest.param(Text("a\ufffd"), Bytes(b"a\xff"), Agreement(), id="lossy-text-of-bytes"),
        pytest.param(Text("a"), Bytes(b"a "), Divergence("text", 1), id="one-space-more"),
        pytest.param(Bytes(b"\xff"), Bytes(b"\xfe"), Divergence("text", 0), id="bytes-stay-bytes"),
        pytest.param(Streamed(("a", "")), Streamed(("a", "")), Agreement(), id="equal-parts"),
        pytest.param(
            Streamed(("a", "")), Streamed(("a", None)), Divergence("parts", 1), id="refused-push"
        ),
        pytest.param(CRASH, CRASH, Divergence("refusal", 0), id="both-crash-is-a-finding"),
        pytest.param(ANSWER, CRASH, Divergence("refusal", 0), id="crash-is-a-finding"),
        pytest.param(ANSWER, CANNOT, NotExpressible(), id="unsupported"),
        pytest.param(ANSWER, LIMIT, Refused(None, LIMIT), id="limit-is-no-finding"),
        pytest.param(ERROR, ERROR, Refused(ERROR, ERROR), id="both-refuse"),
    ],
)
def test_verdict(left, right, verdict):
    assert compare(left, right, strict=True) == verdict


def test_one_sided_error_is_a_divergence_of_fidelity_only():
    assert compare(ANSWER, ERROR, strict=True) == Divergence("refusal", 0)
    assert compare(ANSWER, ERROR, strict=False) == Refused(None, ERROR)


def encodings(*cases: tuple[tuple[int, ...], tuple[int, ...]] | Refusal) -> Encodings:
    made = Encodings()
    for case in cases:
        if isinstance(case, Refusal):
            made.refuse(case)
            continue
        ids, offsets = case
        made.ids.extend(ids)
        made.counts.append(len(ids))
        made.offsets.extend(offsets)
    return made


def test_equal_batches_yield_nothing():
    one = encodings(((1, 2), (0, 1, 1, 2)), ((), ()))
    assert list(differing_cases(one, encodings(((1, 2), (0, 1, 1, 2)), ((), ())))) == []


def test_ids_moved_from_one_case_to_the_next_are_seen():
    left = encodings(((1,), (0, 1)), ((2,), (0, 1)))
    right = encodings(((1, 2), (0, 1, 0, 1)), ((), ()))
    assert [index for index, _, _ in differing_cases(left, right)] == [0, 1]


def test_refusals_are_always_looked_at():
    left, right = encodings(ERROR, ((1,), (0, 1))), encodings(ERROR, ((1,), (0, 1)))
    assert list(differing_cases(left, right)) == [(0, ERROR, ERROR)]


def test_decodings_of_two_kinds_are_compared_one_by_one():
    left, right = Decodings("text"), Decodings("bytes")
    left.add(b"a")
    right.add(b"a")
    found = list(differing_cases(left, right))
    assert found == [(0, Text("a"), Bytes(b"a"))]


def test_batches_of_unequal_length_are_an_error():
    with pytest.raises(ValueError, match="batches of 1 and 0"):
        list(differing_cases(encodings(((), ())), encodings()))
