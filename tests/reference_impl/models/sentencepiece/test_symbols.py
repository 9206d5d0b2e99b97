import pytest

from tokparity.reference_impl.models.sentencepiece.symbols import Symbols


def test_the_longest_from_left_to_right():
    assert list(Symbols(["a", "ab", "bcd"]).spans("abcd")) == [(0, 2)]
    assert list(Symbols(["]", "^", "-"]).spans("a-b^]")) == [(1, 2), (3, 4), (4, 5)]
    assert list(Symbols([]).spans("abc")) == []


@pytest.mark.parametrize("length", [63, 64, 65, 66, 70])
def test_of_many_inside_one_another_the_library_sees_64(sentencepiece_pair, length):
    nested = [("a" * size, -1.0, "user_defined") for size in range(1, 71)]
    pair = sentencepiece_pair("char", nested)
    assert pair.expected("a" * length)[0][0] == min(length, 64)
    pair.check("a" * length)


def test_one_cut_by_the_end_is_not_there():
    symbols = Symbols(["abc", "abcd", "ab"])
    assert symbols.longest("xab", 1) == 3
    assert symbols.longest("xabc", 1) == 4
    assert symbols.longest("xa", 1) is None
    assert (symbols.begins("a"), symbols.begins("b")) == (True, False)
