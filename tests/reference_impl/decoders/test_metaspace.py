import pytest

from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder


@pytest.mark.parametrize("replacement", ["▁", " ", "a", "𝄞"])
@pytest.mark.parametrize("scheme", ["always", "first", "never"])
def test_random_pieces_decode_as_in_the_library(decodes_alike, replacement, scheme):
    stage = {"type": "Metaspace", "replacement": replacement, "prepend_scheme": scheme}
    assert decodes_alike(stage) == 0


def test_every_mark_of_the_first_piece_goes_not_only_the_first():
    """tokenizers 0.23 pre_tokenizers/metaspace.rs `decode_chain` looks at the piece's index."""
    assert MetaspaceDecoder("▁").decode(["▁▁a▁b"]) == ["ab"]
    assert MetaspaceDecoder("▁", "never").decode(["▁▁a▁b"]) == ["  a b"]
