"""What was detected is made small, as a black box, by asking a bounded number of times."""

from harness.finding_power.search import Search
from harness.finding_power.small import made_small
from harness.finding_power.stream import BLOCK
from harness.sides import observe
from reference_impl.contract import EncodeCase, EncodeOptions


def test_a_detected_mutant_is_made_small(slot, made, stream, mutant, black_box):
    one = mutant("merge-order-reversed", "model")
    texts = ["and then some helloworld stands in the middle of it"]
    [sought] = Search(stream("encode", texts), BLOCK, 60.0, black_box).run([one]).sought
    small = made_small(slot, made, one, sought.raw)
    case = EncodeCase(small.shrunk.case["text"], EncodeOptions(**small.shrunk.case["options"]))
    side = black_box(one, one.variant.apply(slot.tokenizer(made)))
    assert observe(side, [case]) != observe(stream().native, [case])
    assert small.shrunk.characters == len(case.text) < 6
    assert 10 < small.shrunk.candidates < 3000
    assert [named.method for named in small.named]
