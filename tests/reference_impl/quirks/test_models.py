"""Oddities of the models of tokenizers 0.23.3: quirks-of-tokenizers.md lists them."""

import pytest

UNIGRAM = {"type": "Unigram", "unk_id": 0}
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def bpe(pieces, merges=(), **options):
    vocab = {piece: at for at, piece in enumerate(pieces)}
    return {"type": "BPE", "vocab": vocab, "merges": list(merges)} | options


def unigram(*scores, **options):
    return UNIGRAM | {"vocab": [list(score) for score in scores]} | options


def test_bpe_without_an_unknown_token_drops_characters_and_ranges_shift(encoded):
    found = encoded("axb", model=bpe(["a", "b"]))
    assert (found.tokens, found.offsets) == (["a", "b"], [(0, 1), (1, 2)])


def test_bpe_bytes_overtake_an_unknown_character_before_them(encoded):
    model = bpe(["<unk>", "<0x62>"], unk_token="<unk>", byte_fallback=True)
    assert encoded("xb", model=model).tokens == ["<0x62>", "<unk>"]


def test_of_a_bpe_merge_that_is_there_twice_the_later_rank_counts(encoded):
    model = bpe(["a", "b", "ab", "ba"], [["a", "b"], ["b", "a"], ["a", "b"]])
    assert encoded("aba", model=model).tokens == ["a", "ba"]


def test_a_bpe_prefix_is_taken_off_a_merge_by_its_length_alone(encoded):
    model = bpe(["a", "##b", "xyb", "ab"], [["a", "xyb"]], continuing_subword_prefix="##")
    assert encoded("ab", model=model).tokens == ["a", "##b"]


def test_a_bpe_suffix_that_is_spelled_in_bytes_gives_ranges_beyond_the_text(encoded):
    pieces = [f"<0x{byte:02X}>" for byte in sorted({*b"b</w>"})]
    model = bpe(pieces, byte_fallback=True, end_of_word_suffix="</w>")
    assert encoded("b", model=model).offsets == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]


def test_a_bpe_merge_list_may_have_a_line_with_a_version(encoded):
    model = bpe(["a", "b", "ab"], ["#version: 0.2", "a b"])
    assert encoded("ab", model=model).tokens == ["ab"]


def test_an_unknown_token_that_is_no_piece_is_an_error_only_where_it_is_needed(encoded):
    for kind in ("BPE", "WordPiece", "WordLevel"):
        model = {"type": kind, "vocab": {"a": 0}, "unk_token": "?"}
        model |= {"merges": []} if kind == "BPE" else {}
        if kind == "WordPiece":
            model |= {"continuing_subword_prefix": "##", "max_input_chars_per_word": 9}
        assert encoded("a", model=model).ids == [0]
        assert encoded("b", model=model) is None


def test_unigram_cuts_a_tie_so_that_the_last_piece_starts_first(encoded):
    model = unigram(("<unk>", 0), ("a", -1), ("aa", -2), ("aaa", -3))
    assert encoded("aaaa", model=model).tokens == ["a", "aaa"]


def test_unigram_sums_in_64_bits_so_that_0_1_and_0_2_are_not_0_3(encoded):
    model = unigram(("<unk>", -9), ("a", -0.1), ("b", -0.2), ("c", -0.3), ("abc", -0.6))
    assert encoded("abc", model=model).tokens == ["abc"]


def test_a_score_is_read_wrong_by_its_last_bit(encoded):
    low, high = -18.551125341505642, -18.55112534150564
    assert low < high  # "ab" is less likely than "a" and "b", but both are read as one number
    model = unigram(("<unk>", -99), ("a", high), ("b", 0), ("ab", low))
    assert encoded("ab", model=model).tokens == ["ab"]


def test_unigram_calls_an_unknown_token_by_its_text(encoded):
    found = encoded("xay", model=unigram(("<unk>", 0), ("a", -1)))
    assert (found.ids, found.tokens) == ([0, 1, 0], ["x", "a", "y"])


def test_unigram_takes_unknown_neighbours_and_the_unknown_piece_for_one_token(encoded):
    found = encoded("x<unk>y", model=unigram(("<unk>", 0)))
    assert (found.ids, found.tokens) == ([0], ["x<unk>y"])


def test_each_byte_of_unigram_has_the_range_of_the_whole_run(encoded):
    model = unigram(("<unk>", 0), *((piece, 0) for piece in BYTES), byte_fallback=True)
    assert encoded("日本", model=model).offsets == [(0, 2)] * 6


def test_of_a_unigram_piece_that_is_there_twice_the_later_counts(encoded):
    model = unigram(("<unk>", 0), ("a", -1), ("a", -2))
    assert encoded("a", model=model).ids == [2]


def test_unigram_without_an_unknown_id_refuses_an_unknown_character(encoded):
    model = {"type": "Unigram", "vocab": [["a", -1]]}
    assert encoded("a", model=model).ids == [0]
    assert encoded("b", model=model) is None


def test_unigram_finds_a_control_token_in_plain_text(encoded):
    model = unigram(("<unk>", 0), ("</s>", 0), ("<", -1), ("/", -1), ("s", -1), (">", -1))
    assert encoded("</s>", model=model).ids == [1]


def test_unigram_never_finds_an_empty_piece(encoded):
    model = unigram(("<unk>", 0), ("", 5), ("a", -1))
    assert encoded("a", model=model).ids == [2]


def test_wordpiece_never_gives_a_piece_back(encoded):
    vocab = {"?": 0, "un": 1, "una": 2, "##able": 3}
    model = {"type": "WordPiece", "vocab": vocab, "unk_token": "?"}
    model |= {"continuing_subword_prefix": "##", "max_input_chars_per_word": 100}
    assert encoded("unable", model=model).tokens == ["?"]


def test_wordpiece_makes_a_word_of_a_character_too_many_unknown(encoded):
    model = {"type": "WordPiece", "vocab": {"?": 0, "a": 1, "##a": 2}, "unk_token": "?"}
    model |= {"continuing_subword_prefix": "##", "max_input_chars_per_word": 2}
    assert encoded("aa", model=model).ids == [1, 2]
    assert encoded("aaa", model=model).ids == [0]


@pytest.mark.parametrize(
    "model",
    [bpe(["a"]), unigram(("a", 0)), {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"}],
    ids=lambda model: model["type"],
)
def test_a_model_without_a_type_is_what_its_fields_say(encoded, model):
    assert encoded("a", model={k: v for k, v in model.items() if k != "type"}).ids == [0]
