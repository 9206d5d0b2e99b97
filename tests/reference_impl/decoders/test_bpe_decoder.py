import pytest

from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder


@pytest.mark.parametrize("suffix", ["</w>", "", "a", "▁", "h"])
def test_random_pieces_decode_as_in_the_library(decodes_alike, suffix):
    assert decodes_alike({"type": "BPEDecoder", "suffix": suffix}) == 0


def test_only_the_last_piece_ends_without_a_space():
    assert BPEDecoder("</w>").decode(["a</w>", "b", "c</w>"]) == ["a ", "b", "c"]
    assert BPEDecoder("</w>").decode([]) == []
