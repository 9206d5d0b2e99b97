from tokparity.reference_impl.decoders.ctc import CTC
from tokparity.reference_impl.streaming.flows.repeats import Repeats


def test_a_piece_that_repeats_gives_nothing(streamed):
    pieces = ["a", "a", "_", "a", "|", "|", "b"]
    flow = Repeats(CTC("_", "|", True))
    assert streamed(flow, pieces) == [["a"], [], [], ["a"], [" "], [], ["b"], []]
