from tokenizers import decoders

from tokparity.reference_impl.decoders.fuse import Fuse


def test_fuse_makes_one_piece():
    assert Fuse().decode(["a", " b"]) == ["a b"]
    assert Fuse().decode(["a", " b"]) == [decoders.Fuse().decode(["a", " b"])]
    assert Fuse().decode([]) == [""]
