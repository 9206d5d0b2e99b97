import pytest

A = {"Sequence": {"id": "A", "type_id": 0}}
S = {"SpecialToken": {"id": "<s>", "type_id": 0}}
E = {"SpecialToken": {"id": "</s>", "type_id": 1}}
SPECIALS = {
    "<s>": {"id": "<s>", "ids": [5], "tokens": ["&"]},
    "</s>": {"id": "</s>", "ids": [7, 8, 9], "tokens": ["Ġx", "y", "z"]},
}


@pytest.mark.parametrize("single", [[A], [S, A, E], [A, A], [S, E], [], [E, A, S, A]], ids=str)
def test_a_template_is_filled_as_in_the_library(agree, byte_level, single):
    byte_level["post_processor"] = {
        "type": "TemplateProcessing",
        "single": single,
        "pair": [A, {"Sequence": {"id": "B", "type_id": 0}}],
        "special_tokens": SPECIALS,
    }
    assert agree(byte_level, ["", "hello world", " a"]) == 0
