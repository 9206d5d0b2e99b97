from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
from tokparity.reference_impl.streaming.flows.flow import Whole, WholeText


def test_everything_waits_for_the_end(streamed):
    assert streamed(Whole(BPEDecoder("_")), ["a_", "b_"]) == [[], [], ["a ", "b"]]
    assert streamed(WholeText(BPEDecoder("_")), ["a_", "b_"]) == [[], [], ["ab"]]
