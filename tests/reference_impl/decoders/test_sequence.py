from tokenizers import decoders

from tokparity.reference_impl.decoders.byte_level import ByteLevel
from tokparity.reference_impl.decoders.fuse import Fuse
from tokparity.reference_impl.decoders.sequence import Sequence


def test_each_works_on_the_list_the_one_before_made():
    pieces = ["Ġa", "日", "Ã", "©"]
    fused_first = decoders.Sequence([decoders.Fuse(), decoders.ByteLevel()]).decode(pieces)
    fused_last = decoders.Sequence([decoders.ByteLevel(), decoders.Fuse()]).decode(pieces)
    assert Sequence((Fuse(), ByteLevel())).decode(pieces) == [fused_first]
    assert Sequence((ByteLevel(), Fuse())).decode(pieces) == [fused_last]
    assert fused_first != fused_last


def test_an_empty_sequence_changes_nothing():
    assert Sequence(()).decode(["a", "b"]) == ["a", "b"]
