import pytest

from tokparity.reference_impl.decoders.ctc import CTC


@pytest.mark.parametrize("cleanup", [True, False])
@pytest.mark.parametrize(("pad", "delimiter"), [("<pad>", "|"), ("", "|"), ("a", ""), ("h", " ")])
def test_random_pieces_decode_as_in_the_library(decodes_alike, pad, delimiter, cleanup):
    stage = {"type": "CTC", "pad_token": pad, "word_delimiter_token": delimiter}
    assert decodes_alike(stage | {"cleanup": cleanup}) == 0


def test_without_clean_up_the_word_delimiter_stays():
    """tokenizers 0.23 decoders/ctc.rs: it is replaced only inside the condition."""
    assert CTC("<pad>", "|", False).decode(["a", "|"]) == ["a", "|"]
    assert CTC("<pad>", "|", True).decode(["a", "|"]) == ["a", " "]
