import itertools

import pytest

A = {"Sequence": {"id": "A", "type_id": 0}}
S = {"SpecialToken": {"id": "<s>", "type_id": 0}}
TRIM = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
TEMPLATE = {
    "type": "TemplateProcessing",
    "single": [S, A, S],
    "pair": [A, A],
    "special_tokens": {"<s>": {"id": "<s>", "ids": [5, 6], "tokens": ["Ġa", "b"]}},
}


@pytest.mark.parametrize(
    "parts", list(itertools.permutations([TRIM, TEMPLATE])), ids=["trim-first", "template-first"]
)
@pytest.mark.parametrize("prefix", [True, False], ids=["prefix", "no-prefix"])
def test_each_sees_the_parts_the_one_before_made(agree, byte_level, parts, prefix):
    byte_level["pre_tokenizer"] |= {"add_prefix_space": prefix}
    byte_level["post_processor"] = {"type": "Sequence", "processors": list(parts)}
    assert agree(byte_level, ["", " a", "a", "  a  b ", " hello"]) == 0


def test_an_empty_sequence_changes_nothing(agree, byte_level):
    byte_level["post_processor"] = {"type": "Sequence", "processors": []}
    assert agree(byte_level, ["", " a b"]) == 0
