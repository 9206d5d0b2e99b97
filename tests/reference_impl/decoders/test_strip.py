import pytest

from tokparity.reference_impl.decoders.strip import NothingToStrip, StripDecoder

HOSTILE = [[], [""], [" "], ["  "], ["   "], [" a "], ["a", ""], ["日 "], ["  日"]]


@pytest.mark.parametrize("content", [" ", "a", "日"])
@pytest.mark.parametrize(
    ("start", "stop"), [(0, 0), (1, 0), (0, 1), (1, 1), (2, 3), (9, 0), ((1 << 64) - 1, 0)]
)
def test_random_pieces_decode_as_in_the_library(decodes_alike, capfd, content, start, stop):
    stage = {"type": "Strip", "content": content, "start": start, "stop": stop}
    refused = decodes_alike(stage, HOSTILE) + decodes_alike(stage, count=60)
    assert (refused > 0) == (stop > 0)


def test_a_piece_that_runs_out_is_an_error_naming_it():
    """tokenizers 0.23 decoders/strip.rs indexes and slices without looking at the length."""
    assert StripDecoder(" ", 1, 1).decode([" a ", "  "]) == ["a", ""]
    for piece in ("", " "):
        with pytest.raises(NothingToStrip, match=repr(piece)):
            StripDecoder(" ", 1, 1).decode([piece])
