"""What was detected is made small, as a black box, by asking a bounded number of times."""

import pytest

from harness.finding_power.search import Search
from harness.finding_power.small import _repeats, made_small
from harness.finding_power.stream import BLOCK
from reference_impl.contract import EncodeCase


def test_a_detected_mutant_is_made_small(slot, made, stream, mutant, black_box):
    one = mutant("merge-order-reversed", "model")
    texts = ["and then some helloworld stands in the middle of it"]
    [sought] = Search(stream("encode", texts), BLOCK, 60.0, black_box).run([one]).sought
    small = made_small(slot, made, one, sought.raw)
    assert small.shrunk.characters == len(small.shrunk.case["text"]) < 6
    assert 10 < small.shrunk.candidates < 3000
    assert small.shrunk.entries is not None
    assert small.shrunk.entries < 40
    shown, box = small.named
    assert (shown.method, shown.stage) == ("two-trace", "model")
    assert (box.method, box.stage) == ("counterfactual", "model")
    assert box.finding
    assert not shown.finding


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        pytest.param("a" * 101, True, id="one-character"),
        pytest.param("b" + "a" * 100, True, id="and-another"),
        pytest.param("sourceReplace", False, id="a-word"),
        pytest.param("hello hello hello hello", False, id="a-few-repeated"),
    ],
)
def test_only_one_character_repeated_is_bound_by_length(text, bound):
    assert _repeats(EncodeCase(text)) == bound
