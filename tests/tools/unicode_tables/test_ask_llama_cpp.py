"""The questions see what they ask for."""

from tools.unicode_tables import ask_llama_cpp


def test_flags_are_of_one_category_each():
    categories = {flags & 0xFF for flags in ask_llama_cpp.flags()}
    assert categories == {1 << bit for bit in range(8)}


def test_normalization_is_given_and_gives_a_vector():
    assert ask_llama_cpp.nfd([]) == []
    assert ask_llama_cpp.nfd([0xE9, 0x61]) == [0x65, 0x61]
    assert ask_llama_cpp.first_parts()[0xE9] == 0x65
