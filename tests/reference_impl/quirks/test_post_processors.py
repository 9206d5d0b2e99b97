"""What is odd in post-processors, truncation and padding of tokenizers 0.23.3."""

import pytest

BERT = {"type": "BertProcessing", "sep": ["[SEP]", 102], "cls": ["[CLS]", 101]}
ROBERTA = {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0]}
TRIM = {"trim_offsets": True, "add_prefix_space": True}
LIMIT = {"direction": "Right", "max_length": 3, "strategy": "LongestFirst", "stride": 0}
LETTERS = {"type": "BPE", "vocab": {"a": 0, "b": 1, " ": 2, "  ": 3}, "merges": [[" ", " "]]}
A, B = ({"Sequence": {"id": name, "type_id": 0}} for name in "AB")
S = {"SpecialToken": {"id": "<s>", "type_id": 0}}


def template(single, pair=(A, B)):
    specials = {"<s>": {"id": "<s>", "ids": [5], "tokens": ["s"]}}
    return {
        "type": "TemplateProcessing",
        "single": list(single),
        "pair": list(pair),
        "special_tokens": specials,
    }


def sequence(*processors):
    return {"type": "Sequence", "processors": list(processors)}


def test_a_post_processor_is_what_its_fields_say_not_its_type(encoded):
    bert_in_name = ROBERTA | TRIM | {"type": "BertProcessing"}
    assert encoded("a", "b", model=LETTERS, post_processor=bert_in_name).ids == [0, 0, 2, 2, 1, 2]
    roberta_in_name = BERT | {"type": "RobertaProcessing"}
    assert encoded("a", model=LETTERS, post_processor=roberta_in_name).ids == [101, 0, 102]


def test_byte_level_leaves_one_leading_space_in_any_range_that_starts_at_0(encoded):
    stage = {"type": "ByteLevel", "trim_offsets": True}
    spaces = {"type": "BPE", "vocab": {"Ġa": 0, "Ġ": 1, "a": 2}, "merges": [["Ġ", "a"]]}
    text = {
        "model": spaces,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False} | stage,
    }
    kept, cut = (stage | {"add_prefix_space": on} for on in (True, False))
    assert encoded(" a a", post_processor=kept, **text).offsets == [(0, 2), (3, 4)]
    assert encoded(" a a", post_processor=cut, **text).offsets == [(1, 2), (3, 4)]


def test_byte_level_does_not_see_a_space_of_three_bytes(encoded):
    stage = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    vocab = {char: at for at, char in enumerate("âĢĥa")}
    model = {"type": "BPE", "vocab": vocab, "merges": []}
    found = encoded("\u2003a", model=model, pre_tokenizer=stage, post_processor=stage)
    assert found.offsets == [(0, 1), (0, 1), (0, 1), (1, 2)]


def test_a_range_shorter_than_the_spaces_of_its_token_becomes_empty(encoded):
    stage = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    found = encoded("日  ", model=LETTERS, post_processor=stage)  # 日 is dropped: ranges shift
    assert found.tokens == ["  "]
    assert found.offsets[0][0] == found.offsets[0][1]


def test_roberta_has_no_type_but_0_except_in_what_overflows_without_special_tokens(encoded):
    sections = {"model": LETTERS, "post_processor": ROBERTA | TRIM}
    found = encoded("aaa", "bbb", special=False, truncation=LIMIT | {"max_length": 2}, **sections)
    assert found.type_ids == [0, 0]
    assert {kind for window in found.overflowing for kind in window.type_ids} == {0, 1}


def test_bert_makes_earlier_special_tokens_ordinary(encoded):
    found = encoded("a", model=LETTERS, post_processor=sequence(template([S, A]), BERT))
    assert found.ids[:2] == [101, 5]
    assert found.special_tokens_mask[:2] == [1, 0]


def test_a_template_may_drop_the_text_or_repeat_it(encoded):
    assert encoded("a", model=LETTERS, post_processor=template([S])).ids == [5]
    assert encoded("a", model=LETTERS, post_processor=template([A, A])).ids == [0, 0]


def test_a_template_after_a_template_takes_the_parts_of_one_text_for_a_pair(encoded):
    both = sequence(template([S, A]), template([A], pair=[B, A]))
    assert encoded("a", model=LETTERS, post_processor=both).ids == [0, 5]


def test_a_template_for_three_parts_panics(encoded):
    both = sequence(template([S, A, S]), template([A]))
    assert encoded("a", model=LETTERS, post_processor=both) is None


@pytest.mark.parametrize("max_length", [0, 1])
def test_nothing_is_cut_where_special_tokens_alone_are_too_many(encoded, max_length):
    limit = LIMIT | {"max_length": max_length}
    found = encoded("aaaa", model=LETTERS, post_processor=BERT, truncation=limit)
    assert len(found.ids) == 6


def test_where_nothing_is_left_the_whole_text_overflows_as_one_window(encoded):
    found = encoded("aaaa", model=LETTERS, truncation=LIMIT | {"max_length": 0})
    assert found.ids == []
    assert [len(window.ids) for window in found.overflowing] == [4]


def test_truncating_only_a_second_text_that_is_not_there_is_an_error(encoded):
    limit = LIMIT | {"strategy": "OnlySecond"}
    assert encoded("aaa", model=LETTERS, truncation=limit).ids == [0, 0, 0]
    assert encoded("aaaa", model=LETTERS, truncation=limit) is None


def test_a_stride_as_long_as_the_window_is_an_error_of_the_text(encoded):
    limit = LIMIT | {"stride": 3}
    assert encoded("aaa", model=LETTERS, truncation=limit).ids == [0, 0, 0]
    assert encoded("aaaa", model=LETTERS, truncation=limit) is None


def test_padding_to_the_longest_of_a_batch_pads_one_text_to_nothing(encoded):
    padding = {"strategy": "BatchLongest", "direction": "Right", "pad_to_multiple_of": None}
    padding |= {"pad_id": 9, "pad_type_id": 0, "pad_token": "<pad>"}
    assert encoded("a", model=LETTERS, padding=padding).ids == [0]
    assert encoded("a", model=LETTERS, padding=padding | {"pad_to_multiple_of": 2}).ids == [0, 9]
