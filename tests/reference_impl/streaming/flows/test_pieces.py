from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.ctc import CTC
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.decoders.replace import ReplaceDecoder
from tokparity.reference_impl.decoders.strip import NothingToStrip, StripDecoder
from tokparity.reference_impl.decoders.wordpiece import WordPieceDecoder
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.streaming.flows.pieces import (
    ByteRuns,
    EachPiece,
    FirstPiece,
    LastPiece,
    Repeats,
    Whole,
)


def test_each_piece_by_itself(streamed):
    assert streamed(EachPiece(ReplaceDecoder(Literal("a"), "b")), ["aa", ""]) == [["bb"], [""], []]
    assert isinstance(streamed(EachPiece(StripDecoder(" ", 1, 1)), ["a ", " "]), NothingToStrip)


def test_the_first_piece_in_another_way(streamed):
    words = ["##a", "##b", "c", "."]
    assert streamed(FirstPiece(WordPieceDecoder("##", True)), words) == [
        ["##a"],
        ["b"],
        [" c"],
        ["."],
        [],
    ]
    assert streamed(FirstPiece(MetaspaceDecoder("_", "never")), ["_a", "_b"]) == [
        [" a"],
        [" b"],
        [],
    ]


def test_the_last_piece_waits(streamed):
    assert streamed(LastPiece(BPEDecoder("_")), ["a_", "b_c", "d_"]) == [[], ["a "], ["b c"], ["d"]]
    assert streamed(LastPiece(BPEDecoder("_")), []) == [[]]


def test_a_piece_that_repeats_gives_nothing(streamed):
    pieces = ["a", "a", "_", "a", "|", "|", "b"]
    flow = Repeats(CTC("_", "|", True))
    assert streamed(flow, pieces) == [["a"], [], [], ["a"], [" "], [], ["b"], []]


def test_a_run_waits_for_its_end(streamed):
    runs = ["<0xC3>", "<0xA9>", "a", "<0xC3>", "<0xA9>", "<0xFF>"]
    given = streamed(ByteRuns(ByteFallback()), runs)
    assert given == [[], [], ["é", "a"], [], [], [], ["\ufffd"] * 3]


def test_everything_waits_for_the_end(streamed):
    assert streamed(Whole(BPEDecoder("_")), ["a_", "b_"]) == [[], [], ["a ", "b"]]
