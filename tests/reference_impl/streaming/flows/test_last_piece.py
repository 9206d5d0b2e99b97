from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
from tokparity.reference_impl.streaming.flows.last_piece import LastPiece


def test_the_last_piece_waits(streamed):
    assert streamed(LastPiece(BPEDecoder("_")), ["a_", "b_c", "d_"]) == [[], ["a "], ["b c"], ["d"]]
    assert streamed(LastPiece(BPEDecoder("_")), []) == [[]]
