import pytest


@pytest.mark.parametrize("cleanup", [True, False])
@pytest.mark.parametrize("prefix", ["##", "", "a", "日"])
def test_random_pieces_decode_as_in_the_library(decodes_alike, prefix, cleanup):
    assert decodes_alike({"type": "WordPiece", "prefix": prefix, "cleanup": cleanup}) == 0
