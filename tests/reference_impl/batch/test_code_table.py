import numpy as np

from tokparity.reference_impl.batch.code_table import CodeTable, texts_with


def codes_of(text):
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def test_each_character_is_judged_once():
    asked = []

    def judge(chars):
        asked.append(chars)
        return [ord(char) % 7 for char in chars]

    table = CodeTable(judge)
    for text in ("abca", "cab", "", "é\U0010ffff\ud800a"):
        assert table.of(codes_of(text)).tolist() == [ord(char) % 7 for char in text]
    assert asked == ["abc", "é\ud800\U0010ffff"]


def test_ranges_are_marked():
    table = CodeTable.of_ranges([(97, 98), (0xD800, 0xDFFF)])
    assert table.of(codes_of("abc\ud800\udfff\ue000")).tolist() == [1, 1, 0, 1, 1, 0]


def test_the_texts_with_a_marked_character():
    table = CodeTable.of_ranges([(97, 97)])
    assert texts_with(["", "ba", "b", "", "a", "aab"], table) == [1, 4, 5]
    assert texts_with([], table) == texts_with(["b", ""], table) == []
