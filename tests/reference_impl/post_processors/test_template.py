import pytest

from tokparity.reference_impl.post_processors.template import SequencePiece, TemplateProcessing
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.text.growth import TooLarge

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


def test_a_template_that_repeats_the_text_without_end_is_refused():
    template = TemplateProcessing((SequencePiece("A"),) * 100_000, (), {})
    text = Tokens([1] * 50, [0, 1] * 50, ["a"] * 50)
    with pytest.raises(TooLarge, match="more than 4194304 tokens"):
        template.process([text], add_special=True)
    few = Tokens([1], [0, 1], ["a"])
    assert len(template.process([few], add_special=True)) == 100_000
