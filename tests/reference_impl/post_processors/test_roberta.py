import pytest

from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.tokenizer.full_encoding import encode_full

ROBERTA = {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0]}
LIMIT = {"direction": "Right", "max_length": 6, "strategy": "LongestFirst", "stride": 0}


@pytest.mark.parametrize("trim", [True, False])
@pytest.mark.parametrize("prefix", [True, False])
def test_every_output_agrees(agree_fully, byte_level, trim, prefix):
    byte_level["post_processor"] = ROBERTA | {"trim_offsets": trim, "add_prefix_space": prefix}
    byte_level["truncation"] = LIMIT
    inputs = [(" a", "  b "), ("a b", None), (" ", ""), ("hello  world " * 3, " a b c d")]
    assert agree_fully(byte_level, inputs) == 0


def test_every_type_id_is_zero_but_of_what_overflows_without_special_tokens(
    agree_fully, byte_level, reference
):
    """tokenizers 0.23 processors/roberta.rs sets the main encoding's type ids alone."""
    byte_level["post_processor"] = ROBERTA | {"trim_offsets": True, "add_prefix_space": True}
    byte_level["truncation"] = LIMIT | {"max_length": 2}
    found = encode_full(reference(byte_level), "a a a", "b b b", EncodeOptions(add_special=False))
    assert found.type_ids == (0, 0)
    assert {type_id for window in found.overflowing for type_id in window.type_ids} == {0, 1}
    assert agree_fully(byte_level, [("a a a", "b b b")]) == 0
