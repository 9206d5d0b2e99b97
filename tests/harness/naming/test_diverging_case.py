import pytest

from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.naming.diverging_case import (
    CANDIDATES,
    LONG,
    DivergingCase,
    batch_size,
    candidate_limit,
    direction,
    is_costly,
)
from tokparity.reference_impl.contract import (
    ChatCase,
    DecodeCase,
    EncodeCase,
    Encoding,
    FullCase,
    Refusal,
    StageCase,
    StreamCase,
)


def diverging(case, left, right):
    verdict = compare(left, right, strict=True)
    assert isinstance(verdict, Divergence)
    return DivergingCase(case, left, right, verdict)


ONE, TWO = Encoding((1,), ((0, 1),)), Encoding((2,), ((0, 1),))


def test_what_kills_a_worker_is_asked_alone_and_seldom():
    plain = diverging(EncodeCase("a"), ONE, TWO)
    crash = diverging(EncodeCase("a"), ONE, Refusal("crash", ""))
    assert not is_costly(plain)
    assert is_costly(crash)
    assert batch_size(plain) > batch_size(crash) == 1
    assert candidate_limit(plain) == CANDIDATES > candidate_limit(crash)


def test_what_takes_all_its_time_on_a_long_text_is_tried_least():
    short, long = (
        diverging(EncodeCase("a" * size), ONE, Refusal("timeout", "")) for size in (LONG, LONG + 1)
    )
    assert candidate_limit(long) < candidate_limit(short)


@pytest.mark.parametrize(
    ("case", "op"),
    [
        (EncodeCase("a"), "encode"),
        (FullCase("a", "b"), "encode"),
        (StageCase("normalizer", "a"), "encode"),
        (StageCase("decoder", ("a",)), "decode"),
        (DecodeCase((1,)), "decode"),
        (StreamCase((1,)), "stream"),
        (ChatCase("{}"), "chat"),
    ],
)
def test_the_direction_is_that_of_the_fault(case, op):
    assert direction(case) == op
