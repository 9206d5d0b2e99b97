from reference_impl.pre_tokenizers.llama_cpp_raw import LlamaCppRaw
from reference_impl.text import Aligned


def test_whole_words_are_untouched():
    words = [Aligned.of("a"), Aligned.of("\U0001f600 \xe9")]
    assert LlamaCppRaw().pre_tokenize(words) == words


def test_an_encoded_surrogate_is_three_bytes_of_one_origin():
    (word,) = LlamaCppRaw().pre_tokenize([Aligned("a\ud800b", (3, 4, 7))])
    assert word == Aligned("a\udced\udca0\udc80b", (3, 4, 4, 4, 7))


def test_a_pair_of_them_is_no_character():
    (word,) = LlamaCppRaw().pre_tokenize([Aligned.of("\ud83d\ude00")])
    assert len(word) == 6
