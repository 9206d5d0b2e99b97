import pytest
from tokenizers import Regex
from tokenizers import pre_tokenizers as library

from tokparity.reference_impl.pre_tokenizers.splitting import cut, isolate, segments
from tokparity.reference_impl.text.aligned import Aligned


@pytest.mark.parametrize(
    ("matches", "covering"),
    [
        pytest.param([], [(0, 3, False)], id="no-match"),
        pytest.param([(0, 3)], [(0, 3, True)], id="all-match"),
        pytest.param([(1, 2)], [(0, 1, False), (1, 2, True), (2, 3, False)], id="gaps"),
        pytest.param([(0, 0)], [(0, 0, True), (0, 3, False)], id="an-empty-match-is-a-segment"),
    ],
)
def test_segments_cover_the_text(matches, covering):
    assert segments(matches, 3) == covering


@pytest.mark.parametrize(
    "behavior", ["Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
)
@pytest.mark.parametrize("text", ["--a--b-", "a-b", "-", "a", "---", "a--"])
def test_cut_as_the_library_does(text, behavior):
    name = {"MergedWithPrevious": "merged_with_previous", "MergedWithNext": "merged_with_next"}
    split = library.Split(Regex("-"), name.get(behavior, behavior.lower()))
    matches = [(at, at + 1) for at, char in enumerate(text) if char == "-"]
    pieces = cut(Aligned.of(text), segments(matches, len(text)), behavior)
    found = [(piece.text, piece.span(0, len(piece))) for piece in pieces]
    assert found == split.pre_tokenize_str(text)


def test_isolate_leaves_out_empty_matches():
    pieces = isolate(Aligned.of("ab"), [(0, 0), (1, 1), (1, 2), (2, 2)])
    assert [piece.text for piece in pieces] == ["a", "b"]


@pytest.mark.parametrize("matches", [[], [(0, 2)]])
def test_isolate_forgets_what_was_taken_away_before_even_if_it_cuts_nothing(matches):
    (piece,) = isolate(Aligned("ab", range(1, 3), 0), matches)
    assert piece == Aligned("ab", range(1, 3))
    assert piece.begins is None
    assert isolate(piece, matches) == [piece]


def test_isolate_makes_no_piece_of_nothing():
    assert isolate(Aligned("", range(0)), []) == []
    assert isolate(Aligned("", range(0)), [(0, 0)]) == []
