from tokparity.reference_impl.tokenizer.full_encoding import encode_full

BERT = {"type": "BertProcessing", "sep": ["[SEP]", 102], "cls": ["[CLS]", 101]}
A = {"Sequence": {"id": "A", "type_id": 0}}
S = {"SpecialToken": {"id": "<s>", "type_id": 0}}
TEMPLATE = {
    "type": "TemplateProcessing",
    "single": [S, A],
    "pair": [A, S],
    "special_tokens": {"<s>": {"id": "<s>", "ids": [5], "tokens": ["s"]}},
}


def test_a_pair_has_one_separator_between_and_type_one_behind_it(
    agree_fully, byte_level, reference
):
    byte_level["post_processor"] = BERT
    assert agree_fully(byte_level, [("a", "b"), ("a", None), ("", ""), ("", None)]) == 0
    found = encode_full(reference(byte_level), "a", "b")
    assert found.special_tokens_mask == (1, 0, 1, 0, 1)
    assert found.type_ids == (0, 0, 0, 1, 1)


def test_special_tokens_of_an_earlier_post_processor_are_special_no_more(
    agree_fully, byte_level, reference
):
    """tokenizers 0.23 processors/bert.rs writes the mask anew, and takes each part for a text."""
    byte_level["post_processor"] = {"type": "Sequence", "processors": [TEMPLATE, BERT]}
    assert agree_fully(byte_level, [("a", None), ("a", "b")]) == 0
    found = encode_full(reference(byte_level), "a")
    assert (found.ids[0], found.ids[1]) == (101, 5)
    assert found.special_tokens_mask == (1, 0, 1, 0, 1)
