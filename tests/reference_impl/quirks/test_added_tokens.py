"""Oddities of the added tokens of tokenizers 0.23.3: quirks-of-tokenizers.md lists them."""

import pytest

from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.errors import NotUnicode

LETTERS = {"type": "BPE", "vocab": {"a": 0, "b": 1, " ": 2, "x": 3}, "merges": []}


def token(content, token_id=4, **on):
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
    return {"id": token_id, "content": content} | flags | on


def test_a_token_inside_the_white_space_of_the_one_before_panics(encoded):
    tokens = [token("b", rstrip=True), token(" ", 5, lstrip=True)]
    assert encoded("b", model=LETTERS, added_tokens=tokens).tokens == ["b"]
    assert encoded("b   ", model=LETTERS, added_tokens=tokens) is None


def test_a_match_that_is_turned_down_uses_up_its_characters(encoded):
    tokens = [token("ab", single_word=True), token("bx", 5)]
    assert encoded("xabx", model=LETTERS, added_tokens=tokens).tokens == ["x", "a", "b", "x"]
    assert encoded("xbx", model=LETTERS, added_tokens=tokens).tokens == ["x", "bx"]


def test_the_id_in_the_file_is_not_the_id_of_the_token(encoded):
    tokens = [token("<y>", 77), token("b", 78), token("<z>", 79)]
    assert encoded("<y>b<z>", model=LETTERS, added_tokens=tokens).ids == [4, 1, 5]


def test_two_tokens_of_equal_content_and_flags_are_one(encoded):
    tokens = [token("<y>", 77), token("<y>", 78), token("<z>", 79)]
    assert encoded("<y><z>", model=LETTERS, added_tokens=tokens).ids == [4, 5]


def test_a_token_without_content_is_ignored(encoded):
    tokens = [token("", 77), token("<y>", 78)]
    assert encoded("a<y>", model=LETTERS, added_tokens=tokens).ids == [0, 4]


def test_white_space_that_a_token_takes_along_is_in_its_range_and_its_name(encoded):
    found = encoded("a <y> b", model=LETTERS, added_tokens=[token("<y>", lstrip=True, rstrip=True)])
    assert (found.tokens, found.offsets[1]) == (["a", " <y> ", "b"], (1, 6))


def test_a_normalized_token_is_found_in_other_words_than_its_own(encoded):
    tokens = [token("<Y>", normalized=True)]
    lower = {"type": "Lowercase"}
    found = encoded("<y><Y>", model=LETTERS, added_tokens=tokens, normalizer=lower)
    assert found.ids == [4, 4]


def test_a_normalized_token_is_decoded_as_it_is_normalized(decoded):
    sections = {
        "added_tokens": [token("<Y>", normalized=True)],
        "normalizer": {"type": "Lowercase"},
    }
    assert decoded([4], model=LETTERS, **sections) == "<y>"


def test_a_normalized_token_is_found_only_beside_those_found_as_written(encoded):
    tokens = [token("ab", normalized=True), token("bx", 5)]
    assert encoded("abx", model=LETTERS, added_tokens=tokens).tokens == ["a", "bx"]


def test_what_is_special_is_decided_by_the_content_of_a_piece(decoded):
    tokens = [token("a", special=True)]
    assert decoded([0, 1], skip_special=True, model=LETTERS, added_tokens=tokens) == "b"


def test_ordinary_added_tokens_match_though_special_ones_are_taken_for_text(loaded):
    tokens = [token("<s>", special=True), token("<y>", 5)]
    ours, theirs = loaded(model=LETTERS, added_tokens=tokens)
    theirs.encode_special_tokens = True
    expected = theirs.encode("<s><y>").ids
    assert expected == [5]
    assert list(ours.encode("<s><y>", EncodeOptions(parse_special=False)).ids) == expected


def test_a_combining_mark_is_a_word_character_beside_a_single_word(encoded):
    tokens = [token("b", single_word=True)]
    accented = encoded("ab\u0301", model=LETTERS, added_tokens=tokens)
    assert accented.ids == [0, 1]  # b by the model
    found = encoded("b\u0301", model=LETTERS, added_tokens=[token("<y>", single_word=True)])
    assert found.ids == [1]


def test_a_lone_surrogate_is_no_text(loaded):
    ours, theirs = loaded(model=LETTERS)
    with pytest.raises(TypeError):
        theirs.encode("a\ud800")
    with pytest.raises(NotUnicode):
        ours.encode("a\ud800")


def test_an_empty_text_has_only_special_tokens(encoded):
    bert = {"type": "BertProcessing", "sep": ["[SEP]", 102], "cls": ["[CLS]", 101]}
    assert encoded("", model=LETTERS, post_processor=bert).ids == [101, 102]


def test_of_two_tokens_that_get_one_id_the_later_is_found(encoded):
    """The size of a vocabulary with a gap is the id of a piece and the first that is free."""
    model = {"type": "BPE", "vocab": {"<": 0, "y": 1, ">": 2, "a": 3, "b": 5}, "merges": []}
    tokens = [token("b", 8), token("<y>", 9)]
    assert encoded("<y>", model=model, added_tokens=tokens).ids == [5]
    assert encoded("<y>", model=model, added_tokens=tokens[::-1]).ids == [0, 1, 2]


def test_a_text_without_added_tokens_is_cut_out_of_itself_and_its_text_from_nothing_doubles(
    encoded,
):
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    stages = {
        "normalizer": {"type": "Prepend", "prepend": ""},
        "pre_tokenizer": byte_level | {"use_regex": False},
    }
    assert encoded("a", model=LETTERS, **stages).tokens == ["a", "a"]
    assert encoded("ab", model=LETTERS, **stages) is None
