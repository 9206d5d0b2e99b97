import pytest

from tokparity.reference_impl.pre_tokenizers.matches import EmptyMatch, Matches
from tokparity.reference_impl.text.aligned import Aligned


def test_what_is_between_matches_is_lost() -> None:
    pieces = Matches(r"\p{L}+").pre_tokenize([Aligned.of("ab, cd"), Aligned.of("!e")])
    assert pieces == [Aligned("ab", (0, 1)), Aligned("cd", (4, 5)), Aligned("e", (1,))]


def test_empty_match_is_an_error() -> None:
    with pytest.raises(EmptyMatch, match="at character 1"):
        Matches("(?=b)|c").pre_tokenize([Aligned.of("ab")])
