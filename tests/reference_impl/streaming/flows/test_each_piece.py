from tokparity.reference_impl.decoders.metaspace import Metaspace
from tokparity.reference_impl.decoders.replace import Replace
from tokparity.reference_impl.decoders.strip import NothingToStrip, Strip
from tokparity.reference_impl.decoders.wordpiece import WordPiece
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.streaming.flows.each_piece import EachPiece, FirstPiece


def test_each_piece_by_itself(streamed):
    assert streamed(EachPiece(Replace(Literal("a"), "b")), ["aa", ""]) == [["bb"], [""], []]
    assert isinstance(streamed(EachPiece(Strip(" ", 1, 1)), ["a ", " "]), NothingToStrip)


def test_the_first_piece_in_another_way(streamed):
    words = ["##a", "##b", "c", "."]
    assert streamed(FirstPiece(WordPiece("##", True)), words) == [["##a"], ["b"], [" c"], ["."], []]
    assert streamed(FirstPiece(Metaspace("_", "never")), ["_a", "_b"]) == [[" a"], [" b"], []]
