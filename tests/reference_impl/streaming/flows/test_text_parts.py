import pytest

from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.decoders.strip import StripDecoder
from tokparity.reference_impl.streaming.flows.text_parts import (
    FirstPieceMarks,
    LeadingStripped,
    Passed,
    WholeText,
)

TEXTS = [["  ", " a"], [" ", "", "a "], ["a", " b"], [], [" "], [" ", " "]]


@pytest.mark.parametrize("parts", TEXTS)
@pytest.mark.parametrize("start", [0, 1, 3])
def test_what_the_start_of_the_text_loses(streamed, parts, start):
    given = streamed(LeadingStripped(" ", start), parts)
    assert "".join(text for part in given for text in part) == (
        "".join(StripDecoder(" ", start, 0).decode(["".join(parts)]))
    )


def test_a_text_is_its_first_piece(streamed):
    assert streamed(FirstPieceMarks(MetaspaceDecoder("_")), ["_a", "_b"]) == [["a"], ["b"], []]
    assert streamed(Passed(), ["a", "b"]) == [["a"], ["b"], []]


def test_another_decoder_waits_for_the_end_of_the_text(streamed):
    assert streamed(WholeText(BPEDecoder("_")), ["a_", "b_"]) == [[], [], ["ab"]]
