from tokenizers import decoders

from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.fuse import Fuse
from tokparity.reference_impl.decoders.sequence import DecoderSequence


def test_each_works_on_the_list_the_one_before_made():
    pieces = ["Ġa", "日", "Ã", "©"]
    fused_first = decoders.Sequence([decoders.Fuse(), decoders.ByteLevel()]).decode(pieces)
    fused_last = decoders.Sequence([decoders.ByteLevel(), decoders.Fuse()]).decode(pieces)
    assert DecoderSequence((Fuse(), ByteLevelDecoder())).decode(pieces) == [fused_first]
    assert DecoderSequence((ByteLevelDecoder(), Fuse())).decode(pieces) == [fused_last]
    assert fused_first != fused_last


def test_an_empty_sequence_changes_nothing():
    assert DecoderSequence(()).decode(["a", "b"]) == ["a", "b"]
